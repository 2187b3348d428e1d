import { useEffect, useRef, useState } from 'react'

const NEAR_END_PX = 80
const FAR_FROM_END_PX = 240
/** Gap above a question scrolled to the top. */
const GAP_ABOVE_PX = 12

type Follows = 'question' | 'end' | 'nothing'

/**
 * Scrolls `box` with its growing `content` until the latest question reaches the top, so that a long answer is read
 * from its beginning. For someone who scrolls on to the end, it follows the end. Scrolling elsewhere pauses it; a new
 * question (counted by `questions`) resumes it. While a question is edited, nothing scrolls the editor away.
 */
export function useAutoScroll(questions: number) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const follows = useRef<Follows>('question')
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
      if (!element.querySelector('[data-editing]')) scroll(element, follows.current)
      remember()
    }
    const onScroll = () => {
      // The events of our own scrolling come a frame late, without a further change. When the height changes, the
      // browser may have scrolled.
      const isByUser = element.scrollTop !== previousTop && element.scrollHeight === previousHeight
      if (isByUser) follows.current = followedAt(element)
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
    follows.current = 'question'
    // Before the frame is painted, when its layout is needed anyway.
    const frame = requestAnimationFrame(() => box.current && scroll(box.current, 'question'))
    return () => cancelAnimationFrame(frame)
  }, [questions])

  function jumpToEnd() {
    follows.current = 'end'
    if (box.current) scroll(box.current, 'end')
  }
  return { box, content, isAtEnd, jumpToEnd }
}

function distanceToEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement) {
  return scrollHeight - scrollTop - clientHeight
}

/** What to follow from a position that someone has chosen. */
function followedAt(box: HTMLElement): Follows {
  if (distanceToEnd(box) >= NEAR_END_PX) return 'nothing'
  return box.scrollTop > topOfQuestion(box) + NEAR_END_PX ? 'end' : 'question'
}

function scroll(box: HTMLElement, follows: Follows) {
  if (follows === 'end') box.scrollTop = box.scrollHeight
  if (follows === 'question') box.scrollTop = topOfQuestion(box)
}

/** The position with the latest question at the top; without a question that of the beginning. */
function topOfQuestion(box: HTMLElement): number {
  const question = Array.from(box.querySelectorAll<HTMLElement>('[data-question]')).at(-1)
  if (!question) return 0
  const distance = question.getBoundingClientRect().top - box.getBoundingClientRect().top
  return box.scrollTop + distance - GAP_ABOVE_PX
}
