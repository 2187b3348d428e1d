import { useEffect, useRef, useState } from 'react'

const NEAR_END_PX = 80
const FAR_FROM_END_PX = 240
/** Gap above a question scrolled to the top. */
const GAP_ABOVE_PX = 12

/**
 * Scrolls `box` with its growing `content` until the latest question reaches the top, so that a long answer is read from
 * its beginning. Past that point, and near the end, it follows the end. Scrolling up pauses it; a new question (counted
 * by `questions`) resumes it.
 */
export function useAutoScroll(questions: number) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const [isAtEnd, setIsAtEnd] = useState(true)

  useEffect(() => {
    const element = box.current
    if (!element || !content.current) return
    // The observer reports first, after the layout that measuring here would force.
    let previousTop = 0
    let previousHeight = 0
    const remember = () => {
      setIsAtEnd(distanceToEnd(element) < FAR_FROM_END_PX)
      previousTop = element.scrollTop
      previousHeight = element.scrollHeight
    }
    const onResize = () => {
      if (isFollowing.current) scrollToNewest(element)
      remember()
    }
    const onScroll = () => {
      // Scroll events of our own scrolling arrive a frame late, when the content may have grown past NEAR_END_PX. So
      // only upward movement pauses. While content shrinks, the browser itself scrolls up (scroll anchoring).
      const scrolledUp = element.scrollTop < previousTop && element.scrollHeight >= previousHeight
      isFollowing.current = distanceToEnd(element) < NEAR_END_PX || (isFollowing.current && !scrolledUp)
      remember()
    }
    const observer = new ResizeObserver(onResize)
    observer.observe(content.current)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [])

  useEffect(() => {
    isFollowing.current = true
    // Before the frame is painted, when its layout is needed anyway.
    const frame = requestAnimationFrame(() => box.current && scrollToNewest(box.current))
    return () => cancelAnimationFrame(frame)
  }, [questions])

  function jumpToEnd() {
    isFollowing.current = true
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }
  return { box, content, isAtEnd, jumpToEnd }
}

function distanceToEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement) {
  return scrollHeight - scrollTop - clientHeight
}

function scrollToNewest(box: HTMLElement) {
  const question = Array.from(box.querySelectorAll<HTMLElement>('[data-question]')).at(-1)
  const distance = question ? question.getBoundingClientRect().top - box.getBoundingClientRect().top : Infinity
  const questionAtTop = box.scrollTop + distance - GAP_ABOVE_PX
  const isPast = box.scrollTop > questionAtTop + NEAR_END_PX
  box.scrollTop = isPast ? box.scrollHeight : Math.min(box.scrollHeight, Math.max(box.scrollTop, questionAtTop))
}
