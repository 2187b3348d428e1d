import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { PageSummary } from '#shared/crawl/pages.ts'
import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { TableFrame } from '#web/ui/charts/table-frame.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { countTopics } from './topics.ts'
import classes from './topic-overview.module.css'

const INITIAL_TOPICS = 12

type TopicOverviewProps = {
  pages: readonly PageSummary[]
  selected: ReadonlySet<string>
  /** The topic that filters the tree; null for none. */
  chosen: string | null
  onChoose: (topic: string | null) => void
}

type TopicsLineProps = TopicOverviewProps & { opened: boolean; onToggle: () => void }

/** Topics of the selected pages, or of all pages without a selection. Choosing one filters the tree. */
export function TopicOverview({ opened, onToggle, ...topics }: TopicsLineProps) {
  const { pages, selected, chosen, onChoose } = topics
  if (!pages.some(({ topics }) => topics.length > 0)) return null
  return (
    <Disclosure
      id="topic-overview"
      className={classes.topics}
      opened={opened}
      onToggle={onToggle}
      title={
        <>
          <span className={classes.long}>{selected.size > 0 ? t('topics.ofSelection') : t('topics.ofPages')}</span>
          <span className={classes.short}>{t('foundPages.topics')}</span>
        </>
      }
      beside={
        chosen !== null && (
          <Button variant="subtle" size="compact-sm" className={classes.every} onClick={() => onChoose(null)}>
            {t('topics.showAll')}
          </Button>
        )
      }
    >
      <Topics {...topics} />
    </Disclosure>
  )
}

function Topics({ pages, selected, chosen, onChoose }: TopicOverviewProps) {
  const [showAll, setShowAll] = useState(false)
  const [asTable, setAsTable] = useState(false)
  const topics = useMemo(() => {
    const selectedPages = pages.filter(({ id }) => selected.has(id))
    return countTopics(selectedPages.length > 0 ? selectedPages : pages)
  }, [pages, selected])
  const shown = showAll || asTable ? topics : topics.slice(0, INITIAL_TOPICS)
  return (
    <div className={classes.body}>
      {asTable ? (
        <TableFrame label={t('foundPages.topics')} height="14rem">
          <thead>
            <tr>
              <th scope="col">{t('topics.topic')}</th>
              <th scope="col">{t('common.pages')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ topic, pageIds }) => (
              <tr key={topic}>
                <th scope="row">{topic}</th>
                <td>{formatNumber(pageIds.length)}</td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      ) : (
        <ul className={classes.chips} aria-label={t('foundPages.topics')}>
          {shown.map(({ topic, pageIds }) => (
            <li key={topic}>
              <button
                type="button"
                className={classes.chip}
                aria-pressed={topic === chosen}
                onClick={() => onChoose(topic === chosen ? null : topic)}
              >
                {topic} <span className={classes.count}>{formatNumber(pageIds.length)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        {!asTable && topics.length > INITIAL_TOPICS && (
          <Button variant="subtle" size="compact-sm" onClick={() => setShowAll(!showAll)}>
            {showAll ? t('topics.showFewer') : t('common.showAllCount', { n: topics.length })}
          </Button>
        )}
        <Button variant="subtle" size="compact-sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('common.showAsTable')}
        </Button>
      </div>
    </div>
  )
}
