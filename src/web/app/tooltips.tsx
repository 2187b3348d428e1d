import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './tooltips.module.css'

/** Icon buttons, and whatever else has a hint. */
const HINTED = '[data-hint], .mantine-ActionIcon-root[aria-label]'
/** Keys that move the focus. */
const MOVES_FOCUS = /^(?:Tab|Arrow.*)$/
const OPEN_DELAY_MS = 300
/** Time to move the pointer from the button to its hint. */
const CLOSE_DELAY_MS = 150
const GAP_PX = 6

type Shown = { anchor: Element; hint: string; keys: string; by: 'pointer' | 'focus' }

/**
 * The hint of the icon button that has the pointer or the focus: its `data-hint`, else its name, and the shortcut in
 * `data-keys`. One for all screens; Escape closes it.
 */
export function Tooltips() {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (next: Shown | null) => {
      clearTimeout(timer)
      setShown(next)
    }
    const hide = () => show(null)
    // The button that has the focus keeps its hint wherever the pointer goes.
    const hideOfPointer = () => setShown((shown) => (shown?.by === 'focus' ? shown : null))
    const point = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse' || !(target instanceof Element)) return
      clearTimeout(timer)
      if (target.closest(`.${classes.tooltip}`)) return
      const anchor = target.closest(HINTED)
      timer = anchor
        ? setTimeout(() => setShown(hintOf(anchor, 'pointer')), OPEN_DELAY_MS)
        : setTimeout(hideOfPointer, CLOSE_DELAY_MS)
    }
    const leave = () => {
      clearTimeout(timer)
      hideOfPointer()
    }
    let lastKey = ''
    const focus = ({ target }: FocusEvent) => {
      // Not when a dialog returns the focus.
      const isReached = target instanceof Element && target.matches(':focus-visible') && MOVES_FOCUS.test(lastKey)
      if (isReached && target.matches(HINTED)) show(hintOf(target, 'focus'))
    }
    const press = ({ key }: KeyboardEvent) => {
      lastKey = key
      if (key === 'Escape') hide()
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerover', point, { signal })
    document.documentElement.addEventListener('pointerleave', leave, { signal })
    document.addEventListener('pointerdown', hide, { signal })
    // Also by keyboard: the hint would cover the menu that the button opens.
    document.addEventListener('click', hide, { signal, capture: true })
    document.addEventListener('focusin', focus, { signal })
    document.addEventListener('focusout', hide, { signal })
    document.addEventListener('keydown', press, { signal, capture: true })
    document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])
  return shown && <Tooltip key={shown.hint} {...shown} />
}

function hintOf(anchor: Element, by: Shown['by']): Shown | null {
  const hint = anchor.getAttribute('data-hint') || anchor.getAttribute('aria-label')
  // A menu that is open says more than its button.
  if (!hint || !anchor.isConnected || anchor.matches('[aria-haspopup][aria-expanded=true]')) return null
  return { anchor, hint, keys: anchor.getAttribute('data-keys') ?? '', by }
}

function Tooltip({ anchor, hint, keys }: Shown) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const tooltip = element.current
    if (!tooltip || !anchor.isConnected) return
    // In the top layer, so that no pane cuts it off.
    tooltip.showPopover()
    const { left, top, bottom, width: anchorWidth } = anchor.getBoundingClientRect()
    const { width, height } = tooltip.getBoundingClientRect()
    const start = Math.min(left + anchorWidth / 2 - width / 2, window.innerWidth - width - GAP_PX)
    tooltip.style.left = `${Math.max(GAP_PX, start)}px`
    const below = bottom + GAP_PX
    tooltip.style.top = `${below + height <= window.innerHeight ? below : top - height - GAP_PX}px`
  }, [anchor])
  return (
    // Screen readers have the name of the button.
    <span ref={element} popover="manual" role="tooltip" aria-hidden className={classes.tooltip}>
      {hint}
      {keys && <kbd>{keys}</kbd>}
    </span>
  )
}
