import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { PageSummary } from '#shared/pages.ts'
import { digits } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import { TableFrame } from '#web/ui/table-frame.tsx'
import { FoldOut } from './fold-out.tsx'
import { countTopics } from './topics.ts'
import classes from './topics-glance.module.css'

const AT_FIRST = 12

type TopicsGlanceProps = {
  pages: readonly PageSummary[]
  selected: ReadonlySet<string>
  /** The topic that the tree is narrowed to; null for none. */
  chosen: string | null
  onChoose: (topic: string | null) => void
}

/** What the ticked pages are about, or all of them while none is ticked. A topic narrows the tree to its pages. */
export function TopicsGlance({ pages, selected, chosen, onChoose }: TopicsGlanceProps) {
  if (!pages.some(({ topics }) => topics.length > 0)) return null
  return (
    <FoldOut
      id="topics-glance"
      className={classes.topics}
      title={selected.size > 0 ? t('Topics of the selection') : t('Topics of these pages')}
      beside={
        chosen !== null && (
          <Button variant="subtle" size="compact-sm" className={classes.every} onClick={() => onChoose(null)}>
            {t('Every topic')}
          </Button>
        )
      }
    >
      <Topics pages={pages} selected={selected} chosen={chosen} onChoose={onChoose} />
    </FoldOut>
  )
}

function Topics({ pages, selected, chosen, onChoose }: TopicsGlanceProps) {
  const [all, setAll] = useState(false)
  const [asTable, setAsTable] = useState(false)
  const topics = useMemo(() => {
    const ticked = pages.filter(({ id }) => selected.has(id))
    return countTopics(ticked.length > 0 ? ticked : pages)
  }, [pages, selected])
  const shown = all || asTable ? topics : topics.slice(0, AT_FIRST)
  return (
    <div className={classes.body}>
      {asTable ? (
        <TableFrame label={t('Topics')} height="14rem">
            <thead>
              <tr>
                <th scope="col">{t('Topic')}</th>
                <th scope="col">{t('Pages')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ topic, pageIds }) => (
                <tr key={topic}>
                  <th scope="row">{topic}</th>
                  <td>{digits(pageIds.length)}</td>
                </tr>
              ))}
            </tbody>
        </TableFrame>
      ) : (
        <ul className={classes.chips} aria-label={t('Topics')}>
          {shown.map(({ topic, pageIds }) => (
            <li key={topic}>
              <button
                type="button"
                className={classes.chip}
                aria-pressed={topic === chosen}
                onClick={() => onChoose(topic === chosen ? null : topic)}
              >
                {topic} <span className={classes.count}>{digits(pageIds.length)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.ways}>
        {!asTable && topics.length > AT_FIRST && (
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(!all)}>
            {all ? t('Show fewer') : t('Show all {n, number}', { n: topics.length })}
          </Button>
        )}
        <Button variant="subtle" size="compact-sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('As a table')}
        </Button>
      </div>
    </div>
  )
}
