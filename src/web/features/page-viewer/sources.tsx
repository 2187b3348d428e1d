import { Button } from '@mantine/core'
import { IconChevronRight, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import type { PageSummary } from '#shared/crawl/pages.ts'
import { day, formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import { PageDetails } from './page-details.tsx'
import classes from './sources.module.css'

type SourcesProps = { pages: PageSummary[]; defaultOpened: boolean; onOpenPage: (pageId: string) => void }

/** The rest is rendered on demand. */
const INITIAL_PAGES = 100

/** The selected pages of a saved chat. */
export function Sources({ pages, defaultOpened, onOpenPage }: SourcesProps) {
  const [opened, setOpened] = useState(defaultOpened)
  const [shown, setShown] = useState(INITIAL_PAGES)
  return (
    <section className={classes.sources}>
      <h2 className={classes.heading}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls="sources"
          onClick={() => setOpened(!opened)}
        >
          <IconChevronRight size={18} aria-hidden className={classes.chevron} />
          {t('foundPages.sources')}
          <span className={classes.number}>{formatNumber(pages.length)}</span>
        </button>
      </h2>
      <div id="sources" hidden={!opened}>
        {pages.length === 0 && <p className={classes.none}>{t('foundPages.noneSelected')}</p>}
        <ul className={classes.list}>
          {pages.slice(0, shown).map((page) => (
            <Source key={page.id} page={page} onOpenPage={onOpenPage} />
          ))}
        </ul>
        {pages.length > shown && (
          <Button variant="subtle" size="compact-sm" m="xs" onClick={() => setShown(pages.length)}>
            {t('common.showAllCount', { n: pages.length })}
          </Button>
        )}
      </div>
    </section>
  )
}

function Source({ page, onOpenPage }: { page: PageSummary; onOpenPage: (pageId: string) => void }) {
  const [opened, setOpened] = useState(false)
  const shortTitle = useShortTitle()
  const { origin = '' } = URL.parse(page.url) ?? {}
  return (
    <li className={classes.source}>
      <button type="button" className={classes.page} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        <span className={classes.text}>
          <span className={classes.title} title={page.title}>
            {shortTitle(page)}
          </span>
          <span className={classes.url}>
            <span>{origin}</span>
            <span>{page.url.slice(origin.length)}</span>
          </span>
          {page.goneAt && (
            <span className={classes.gone}>
              {t('foundPages.goneSince', { day: day(page.goneAt, { dateStyle: 'medium' }) })}
            </span>
          )}
        </span>
      </button>
      <a
        className={classes.open}
        href={page.url}
        target="_blank"
        rel="noreferrer"
        aria-label={t('foundPages.openInNewTab', { title: shortTitle(page) })}
      >
        {t('common.open')}
        <IconExternalLink size={12} aria-hidden />
      </a>
      {opened && (
        <div className={classes.details}>
          <PageDetails page={page} onOpenPage={onOpenPage} />
        </div>
      )}
    </li>
  )
}
