import { useEffect, useRef } from 'react'

const NEAR_END_PX = 80
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

  useEffect(() => {
    const element = box.current
    if (!element || !content.current) return
    let previousTop = element.scrollTop
    let previousHeight = element.scrollHeight
    const remember = () => {
      previousTop = element.scrollTop
      previousHeight = element.scrollHeight
    }
    const onResize = () => {
      if (isFollowing.current) scrollToNewest(element)
      remember()
    }
    const onScroll = () => {
      // Scroll events of our own scrolling arrive a frame late, when the content may have grown past NEAR_END_PX. So
      // only upward movement pauses, and only beyond what shrinking content causes.
      const scrolledUp = previousTop - element.scrollTop > Math.max(0, previousHeight - element.scrollHeight)
      const nearEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX
      isFollowing.current = nearEnd || (isFollowing.current && !scrolledUp)
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
    if (box.current) scrollToNewest(box.current)
  }, [questions])

  return { box, content }
}

function scrollToNewest(box: HTMLElement) {
  const question = Array.from(box.querySelectorAll<HTMLElement>('[data-question]')).at(-1)
  const distance = question ? question.getBoundingClientRect().top - box.getBoundingClientRect().top : Infinity
  const questionAtTop = box.scrollTop + distance - GAP_ABOVE_PX
  const isPast = box.scrollTop > questionAtTop + NEAR_END_PX
  box.scrollTop = isPast ? box.scrollHeight : Math.min(box.scrollHeight, Math.max(box.scrollTop, questionAtTop))
}
