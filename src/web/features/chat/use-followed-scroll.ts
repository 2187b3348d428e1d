import { useEffect, useRef } from 'react'

const NEAR_END_PX = 80

/**
 * Keeps the end of `content` in sight inside `box` while it grows, unless the person has scrolled up to read; a new
 * question (`questions` counts them) leads to the end in any case.
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
      if (follows.current) element.scrollTop = element.scrollHeight
      remember()
    }
    const look = () => {
      // Our own scrolling is reported a frame late, when an answer may have grown further than the end is near: only
      // somebody who went up wants to stay there, and a text that became shorter moves up by itself.
      const wentUp = element.scrollTop < top && element.scrollHeight >= height
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
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [questions])

  return { box, content }
}
