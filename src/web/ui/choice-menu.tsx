import { ActionIcon } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import classes from './choice-menu.module.css'

export type Choice = {
  words: string
  /** Language of the text, if different from the screen's. */ lang?: string
  onChoose: () => void
}

type ChoiceMenuProps = {
  label: string
  icon: ReactNode
  disabled?: boolean
  /** Without a border, as in the header. */
  bare?: boolean
  /** Where there is room on both sides. */
  opens?: 'above' | 'below'
  /** A function when they are expensive: called when the menu opens. */
  choices: Choice[] | (() => Choice[])
}

/** A menu button (ARIA pattern): arrow keys move, Escape and blur close. */
export function ChoiceMenu({ label, icon, disabled = false, bare = false, opens = 'above', choices }: ChoiceMenuProps) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const menuId = useId()
  const root = useClickOutside<HTMLDivElement>(() => setOpened(false))

  useLayoutEffect(() => {
    if (!opened || !button.current || !menu.current) return
    return showBeside(button.current, { menu: menu.current, opens, onScroll: () => setOpened(false) })
  }, [opened, opens])

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  function close() {
    setOpened(false)
    button.current?.focus()
  }
  function focusItem(index: number) {
    const all = items()
    all.at(index % all.length)?.focus()
  }
  function open(index: number) {
    setOpened(true)
    // The items exist after the menu has rendered.
    requestAnimationFrame(() => focusItem(index))
  }
  function onKeyDown(event: KeyboardEvent) {
    const at = items().findIndex((item) => item === document.activeElement)
    if (event.key === 'Escape' && opened) close()
    else if (event.key === 'ArrowDown' && opened) focusItem(at + 1)
    else if (event.key === 'ArrowUp' && opened) focusItem(at - 1)
    else if (event.key === 'ArrowDown') open(0)
    else if (event.key === 'ArrowUp') open(-1)
    else if (event.key === 'Home' && opened) focusItem(0)
    else if (event.key === 'End' && opened) focusItem(-1)
    else return
    event.preventDefault()
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpened(false)
  }

  return (
    <div ref={root} onKeyDown={onKeyDown} onBlur={onBlur}>
      <ActionIcon
        ref={button}
        {...(bare ? { variant: 'subtle', color: 'gray', size: 'lg' } : { variant: 'default', size: 36 })}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? menuId : undefined}
        disabled={disabled}
        onClick={() => (opened ? close() : open(0))}
      >
        {icon}
      </ActionIcon>
      {opened && (
        <div ref={menu} popover="manual" id={menuId} role="menu" aria-label={label} className={classes.menu}>
          {(typeof choices === 'function' ? choices() : choices).map(({ words, lang, onChoose }) => (
            <button
              key={words}
              type="button"
              role="menuitem"
              lang={lang}
              tabIndex={-1}
              className={classes.item}
              onClick={() => {
                close()
                onChoose()
              }}
            >
              {words}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const GAP_PX = 6

type Shown = { menu: HTMLElement; opens: 'above' | 'below'; onScroll: () => void }

/** Shows `menu` in the top layer, where no scrolling parent cuts it, inside the window and until its button moves. */
function showBeside(button: HTMLElement, { menu, opens, onScroll }: Shown) {
  menu.showPopover()
  const anchor = button.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const lowest = window.innerHeight - height - GAP_PX
  const above = anchor.top - height - GAP_PX
  const below = anchor.bottom + GAP_PX
  const isBelow = opens === 'below' ? below <= lowest || above < GAP_PX : above < GAP_PX
  menu.style.left = `${Math.max(GAP_PX, anchor.right - width)}px`
  menu.style.top = `${Math.max(GAP_PX, Math.min(isBelow ? below : above, lowest))}px`
  const closeIfMoved = ({ target }: Event) => {
    if (!(target instanceof Node) || target.contains(button)) onScroll()
  }
  window.addEventListener('scroll', closeIfMoved, { capture: true, passive: true })
  return () => window.removeEventListener('scroll', closeIfMoved, { capture: true })
}
