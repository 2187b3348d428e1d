import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { t } from '#web/languages/t.ts'
import classes from './admin-tabs.module.css'

const tabs = [
  { to: '/admin', name: 'Overview' },
  { to: '/admin/settings', name: 'System Settings' },
  { to: '/admin/people', name: 'People' },
  { to: '/admin/crawls', name: 'Crawls' },
  { to: '/admin/audit', name: 'Audit Log' },
] as const

export type AdminTab = (typeof tabs)[number]['name']

/** On a phone the tabs are wider than the screen. */
const inSight = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** The tabs of the Admin Dashboard, each an address of its own (ARIA tabs: the arrows move between them). */
export function AdminTabs({ current }: { current: AdminTab }) {
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const at = all.findIndex((tab) => tab === document.activeElement)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }

  return (
    <div ref={list} role="tablist" aria-label={t('Admin Dashboard')} className={classes.tabs} onKeyDown={onKeyDown}>
      {tabs.map(({ to, name }) => (
        <Link
          key={to}
          ref={name === current ? inSight : undefined}
          to={to}
          role="tab"
          className={classes.tab}
          aria-selected={name === current}
          // What is selected is no other place to go to.
          aria-current={undefined}
          tabIndex={name === current ? 0 : -1}
        >
          {t(name)}
        </Link>
      ))}
    </div>
  )
}
