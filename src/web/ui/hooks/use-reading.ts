import { useEffect, useRef } from 'react'

const SETTLED_MS = 120
/** A later scroll is by script, unless it continues one of a person. */
const GESTURE_MS = 500
/** Shorter scrolls change nothing. */
const THRESHOLD_PX = 24

/**
 * Marks the document with `data-reading` while someone scrolls down inside the returned element, until they scroll up. On
 * a phone base.css then collapses what has `data-collapses`. The text keeps its position.
 */
export function useReading<T extends HTMLElement>() {
  const root = useRef<T>(null)
  useEffect(() => {
    const element = root.current
    if (!element) return
    const { documentElement } = document
    /** Where each scroller was last, and where it last turned back. */
    const tops = new WeakMap<HTMLElement, { last: number; turn: number }>()
    let isUserScrolling = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let gestureTimer: ReturnType<typeof setTimeout> | undefined

    const endGesture = () => (isUserScrolling = false)
    const onGesture = ({ type, target }: Event) => {
      // A click or a letter does not scroll, but the question that it sends does so a moment later.
      if (isPress(type) && target instanceof Element && target.closest(CONTROLS)) return
      isUserScrolling = true
      clearTimeout(gestureTimer)
      gestureTimer = setTimeout(endGesture, GESTURE_MS)
    }
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return
      const top = target.scrollTop
      const { last, turn } = tops.get(target) ?? { last: top, turn: top }
      const hasTurned = (top - last) * (last - turn) < 0
      // Scrolling by script, as when a chat opens at its end, is not reading.
      tops.set(target, { last: top, turn: !isUserScrolling ? top : hasTurned ? last : turn })
      if (!isUserScrolling) return
      clearTimeout(gestureTimer)
      clearTimeout(timer)
      // Changing the scroll position earlier would stop a scroll that still has momentum.
      timer = setTimeout(() => settle(target), SETTLED_MS)
    }
    function settle(scroller: HTMLElement) {
      endGesture()
      const moved = scroller.scrollTop - (tops.get(scroller)?.turn ?? 0)
      if (Math.abs(moved) >= THRESHOLD_PX || scroller.scrollTop === 0) {
        const before = scroller.getBoundingClientRect().top
        documentElement.toggleAttribute('data-reading', moved > 0)
        if (scroller.scrollTop > 0) scroller.scrollTop += scroller.getBoundingClientRect().top - before
      }
      tops.set(scroller, { last: scroller.scrollTop, turn: scroller.scrollTop })
    }

    element.addEventListener('scroll', onScroll, { capture: true, passive: true })
    for (const gesture of gestures) element.addEventListener(gesture, onGesture, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      clearTimeout(gestureTimer)
      documentElement.removeAttribute('data-reading')
      element.removeEventListener('scroll', onScroll, { capture: true })
      for (const gesture of gestures) element.removeEventListener(gesture, onGesture, { capture: true })
    }
  }, [])
  return root
}

/** What a press acts on instead of scrolling. */
const CONTROLS = 'a, button, input, textarea, select'
const isPress = (type: string) => type === 'pointerdown' || type === 'keydown'

const gestures = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
