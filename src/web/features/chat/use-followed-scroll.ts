import { useEffect, useRef } from 'react'

const NEAR_END_PX = 80
/** Left above a question that stands at the top. */
const ROOM_ABOVE_PX = 12

/**
 * Keeps what is new at the end of `content` in sight inside `box` while it grows, unless the person has scrolled up to
 * read. An answer that is longer than the box stops when its question has come to the top, so that it is read from its
 * beginning; whoever scrolls on sees its end grow. A new question (`questions` counts them) is shown in any case.
 */
export function useFollowedScroll(questions: number) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const follows = useRef(true)

  useEffect(() => {
    const element = box.current
    if (!element || !content.current) return
    let top = element.scrollTop
    let height = element.scrollHeight
    const remember = () => {
      top = element.scrollTop
      height = element.scrollHeight
    }
    const follow = () => {
      if (follows.current) showNewest(element)
      remember()
    }
    const look = () => {
      // Our own scrolling is reported a frame late, when an answer may have grown further than the end is near: only
      // somebody who went up wants to stay there, and further than a text moves that became shorter by itself.
      const wentUp = top - element.scrollTop > Math.max(0, height - element.scrollHeight)
      const nearEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX
      follows.current = nearEnd || (follows.current && !wentUp)
      remember()
    }
    const sizes = new ResizeObserver(follow)
    sizes.observe(content.current)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])

  useEffect(() => {
    follows.current = true
    if (box.current) showNewest(box.current)
  }, [questions])

  return { box, content }
}

function showNewest(box: HTMLElement) {
  const question = Array.from(box.querySelectorAll<HTMLElement>('[data-question]')).at(-1)
  const distance = question ? question.getBoundingClientRect().top - box.getBoundingClientRect().top : Infinity
  const atTop = box.scrollTop + distance - ROOM_ABOVE_PX
  const isPast = box.scrollTop > atTop + NEAR_END_PX
  box.scrollTop = isPast ? box.scrollHeight : Math.min(box.scrollHeight, Math.max(box.scrollTop, atTop))
}
