import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { PageSummary } from '#shared/pages.ts'
import { day, digits } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import panel from '#web/ui/panel.module.css'
import { PageDetails } from './page-details.tsx'
import classes from './sources.module.css'

type SourcesProps = { pages: PageSummary[]; defaultOpened: boolean; onRead: (pageId: string) => void }

/** A thousand rows are drawn when somebody wants them. */
const SHOWN_AT_FIRST = 100

/** The pages that a saved chat's answers draw on. */
export function Sources({ pages, defaultOpened, onRead }: SourcesProps) {
  const [opened, setOpened] = useState(defaultOpened)
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  return (
    <section className={panel.panel}>
      <h2 className={classes.heading}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls="sources"
          onClick={() => setOpened(!opened)}
        >
          <IconChevronRight size={18} aria-hidden className={classes.chevron} />
          {t('Sources')}
          <span className={classes.number}>{digits(pages.length)}</span>
        </button>
      </h2>
      <div id="sources" hidden={!opened}>
        {pages.length === 0 && <p className={classes.none}>{t('No page is selected. Add pages to ask about them.')}</p>}
        <ul className={classes.list}>
          {pages.slice(0, shown).map((page) => (
            <Source key={page.id} page={page} onRead={onRead} />
          ))}
        </ul>
        {pages.length > shown && (
          <Button variant="subtle" size="compact-sm" m="xs" onClick={() => setShown(pages.length)}>
            {t('Show all {n, number}', { n: pages.length })}
          </Button>
        )}
      </div>
    </section>
  )
}

function Source({ page, onRead }: { page: PageSummary; onRead: (pageId: string) => void }) {
  const [opened, setOpened] = useState(false)
  return (
    <li className={classes.source}>
      <button type="button" className={classes.page} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        <span className={classes.words}>
          <span className={classes.title}>{page.title}</span>
          <span className={classes.url}>{page.url}</span>
          {page.goneAt && (
            <span className={classes.gone}>
              {t('Gone from the site since {day}', { day: day(page.goneAt, { dateStyle: 'medium' }) })}
            </span>
          )}
        </span>
      </button>
      <a
        className={classes.open}
        href={page.url}
        target="_blank"
        rel="noreferrer"
        aria-label={t('Open {title} in a new tab', { title: page.title })}
      >
        {t('Open')}
      </a>
      {opened && (
        <div className={classes.details}>
          <PageDetails page={page} onRead={onRead} />
        </div>
      )}
    </li>
  )
}
