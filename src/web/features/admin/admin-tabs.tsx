import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { t } from '#web/messages/t.ts'
import classes from './admin-tabs.module.css'

const tabs = [
  { to: '/admin', name: 'admin.overview' },
  { to: '/admin/settings', name: 'admin.systemSettings' },
  { to: '/admin/people', name: 'admin.people' },
  { to: '/admin/crawls', name: 'admin.crawls' },
  { to: '/admin/audit', name: 'admin.auditLog' },
] as const

export type AdminTab = (typeof tabs)[number]['name']

/** On a phone the tabs overflow the screen. */
const scrollIntoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** Tabs of the Admin Dashboard; each has its own URL (ARIA tabs pattern: arrow keys move between them). */
export function AdminTabs({ current }: { current: AdminTab }) {
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const tabElements = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const index = tabElements.findIndex((tab) => tab === document.activeElement)
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    tabElements.at(next % tabElements.length)?.focus()
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={t('account.adminDashboard')}
      className={classes.tabs}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ to, name }) => (
        <Link
          key={to}
          ref={name === current ? scrollIntoView : undefined}
          to={to}
          role="tab"
          className={classes.tab}
          aria-selected={name === current}
          // The router sets aria-current on the active link; aria-selected already says it.
          aria-current={undefined}
          tabIndex={name === current ? 0 : -1}
        >
          {t(name)}
        </Link>
      ))}
    </div>
  )
}
