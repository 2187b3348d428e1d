import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import classes from './link-tabs.module.css'

type LinkTabsProps = { label: string; tabs: { link: LinkProps; text: string; isCurrent: boolean }[] }

/**
 * On a phone the tabs overflow the screen. Returns nothing: Chromium's own function returns a promise, which React
 * would take for a cleanup.
 */
function scrollIntoView(tab: HTMLElement | null | undefined) {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

/** Tabs that each have their own URL (ARIA tabs pattern: arrow keys move between them). */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const current = tabs.find(({ isCurrent }) => isCurrent)?.text
  useEffect(() => {
    // Before the frame is painted, when its layout is needed anyway.
    const frame = requestAnimationFrame(() =>
      scrollIntoView(list.current?.querySelector<HTMLElement>('[aria-selected=true]')),
    )
    return () => cancelAnimationFrame(frame)
  }, [current])

  function onKeyDown(event: KeyboardEvent) {
    const tabElements = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const index = tabElements.findIndex((tab) => tab === document.activeElement)
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const tab = tabElements.at(next % tabElements.length)
    tab?.focus()
    // Focus alone leaves a tab as it is that is within the screen by a few pixels.
    scrollIntoView(tab)
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className={classes.tabs} onKeyDown={onKeyDown}>
      {tabs.map(({ link, text, isCurrent }) => (
        <Link
          key={text}
          {...link}
          role="tab"
          className={classes.tab}
          aria-selected={isCurrent}
          // The router sets aria-current on the active link; aria-selected already says it.
          aria-current={undefined}
          tabIndex={isCurrent ? 0 : -1}
        >
          {text}
        </Link>
      ))}
    </div>
  )
}
