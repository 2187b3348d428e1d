import { Button } from '@mantine/core'
import { IconChevronDown, IconFilePlus, IconMessagePlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { statusText } from '#web/features/crawl/crawl-list.ts'
import { t } from '#web/messages/t.ts'
import classes from './crawl-bar.module.css'

type CrawlBarProps = {
  /** Undefined while loading. */
  crawl: CrawlOnScreen | undefined
  /** The chat that the crawl adds pages to. */
  chatId: string | undefined
  /** Its title; undefined while loading. */
  chatTitle?: string | undefined
  /** Link back to that chat. */
  back: ReactNode
  /** Unfolds the form, for example to show an error or a preview. */
  open: boolean
  /** The crawl form. */
  children: ReactNode
}

/**
 * One line for the crawl on the screen: address, state, what to start next, and the form, which unfolds over the panes.
 */
export function CrawlBar({ crawl, chatId, chatTitle, back, open, children }: CrawlBarProps) {
  const [isExpanded, setIsExpanded] = useState(open)
  // A folded form costs the first paint of a crawl a third of its script.
  const [wasExpanded, setWasExpanded] = useState(open)
  if (isExpanded && !wasExpanded) setWasExpanded(true)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    setIsExpanded(open)
  }
  const toggle = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const id = useId()
  // Without pages there is nothing to fold the form away for.
  const isEmpty = crawl?.pages.length === 0 && open
  useEffect(() => {
    if (isExpanded && !open) form.current?.querySelector('input')?.focus()
  }, [isExpanded, open])
  return (
    <div
      className={classes.bar}
      data-folded={!isExpanded || undefined}
      data-empty={isEmpty || undefined}
      onKeyDown={(event) => {
        // Escape clears a filter field and closes a menu first.
        if (event.key !== 'Escape' || !isExpanded || event.defaultPrevented) return
        if (event.target instanceof HTMLInputElement && event.target.type === 'search') return
        setIsExpanded(false)
        toggle.current?.focus()
      }}
    >
      <div className={classes.line}>
        {back && <span className={classes.back}>{back}</span>}
        {chatTitle && (
          <span className={classes.chat} title={chatTitle}>
            {chatTitle}
          </span>
        )}
        <span id={`${id}-address`} className={classes.address} title={crawl?.url}>
          {crawl && withoutScheme(crawl.url)}
        </span>
        <span className={classes.state}>{crawl && statusText(crawl)}</span>
        <span className={classes.actions} data-loading={!crawl || undefined}>
          {!isEmpty && (
            <Button
              ref={toggle}
              variant="subtle"
              size="compact-sm"
              rightSection={<IconChevronDown size={15} className={classes.chevron} />}
              aria-expanded={isExpanded}
              aria-controls={`${id}-form`}
              aria-describedby={`${id}-address`}
              onClick={() => setIsExpanded(!isExpanded)}
            >
              {isExpanded ? t('common.close') : t('common.change')}
            </Button>
          )}
          <Button
            variant="light"
            size="compact-sm"
            className={classes.new}
            leftSection={chatId ? <IconFilePlus size={16} /> : <IconMessagePlus size={16} />}
            renderRoot={(props) =>
              chatId ? (
                <Link to="/chats/$id/crawl" params={{ id: chatId }} {...props} />
              ) : (
                <Link to="/chats/new" {...props} />
              )
            }
          >
            {chatId ? t('chats.addPages') : t('common.newChat')}
          </Button>
        </span>
      </div>
      <div id={`${id}-form`} ref={form} className={classes.form}>
        {wasExpanded && children}
      </div>
    </div>
  )
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '').replace(/\/$/, '')
