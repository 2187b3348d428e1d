import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react'
import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { PageSummary } from '#shared/pages.ts'
import { useLanguage } from '#web/languages/language.ts'
import { t } from '#web/languages/t.ts'
import { useCommand } from '#web/ui/use-command.ts'
import { buildTree } from './build-tree.ts'
import { FilterField } from './filter-field.tsx'
import { filterTree, textsOf } from './filter-tree.ts'
import { PageTree } from './page-tree.tsx'
import { TopicsGlance } from './topics-glance.tsx'
import { countTopics } from './topics.ts'
import { idsOfBranches } from './tree-rows.ts'
import classes from './choose-pages.module.css'

type ChoosePagesProps = {
  pages: readonly PageSummary[]
  selected: ReadonlySet<string>
  onSelect: (pageIds: string[], on: boolean) => void
  onRead: (pageId: string) => void
}

const NONE: ReadonlySet<string> = new Set()

/** The tree of pages with what stands above it: how many are ticked, ticking all or none, the filter, unfolding. */
export const ChoosePages = memo(function ChoosePages({ pages, selected, onSelect, onRead }: ChoosePagesProps) {
  useLanguage()
  const [words, setWords] = useState('')
  const [topic, setTopic] = useState<string | null>(null)
  const [collapsed, setCollapsed] = useState(NONE)
  // A filter shows all that matches; what is folded meanwhile belongs to it alone.
  const [collapsedMatches, setCollapsedMatches] = useState(NONE)
  const wanted = useDeferredValue(words)

  const tree = useMemo(() => buildTree(pages), [pages])
  const texts = useMemo(() => textsOf(pages), [pages])
  const withTopic = useMemo(() => pagesWith(pages, topic), [pages, topic])
  const filtered = useMemo(() => filterTree(tree, wanted, texts, withTopic), [tree, wanted, texts, withTopic])
  const matches = filtered?.matches ?? null
  const ticked = useMemo(() => pages.filter((page) => selected.has(page.id)).length, [pages, selected])

  // Said aloud when the person ticks or filters, not again with every page that a crawl brings.
  const [counted, setCounted] = useState({ pages: pages.length, ticked, wanted, aloud: false })
  if (counted.pages !== pages.length || counted.ticked !== ticked || counted.wanted !== wanted) {
    setCounted({ pages: pages.length, ticked, wanted, aloud: counted.pages === pages.length })
  }

  const filtering = filtered !== null
  const onCollapse = useCallback(
    (ids: string[], fold: boolean) => {
      const change = filtering ? setCollapsedMatches : setCollapsed
      change((old) => {
        const next = new Set(old)
        for (const id of ids) {
          if (fold) next.add(id)
          else next.delete(id)
        }
        return next
      })
    },
    [filtering],
  )
  function filter(next: string) {
    setWords(next)
    setCollapsedMatches(NONE)
  }

  function choose(next: string | null) {
    setTopic(next)
    setCollapsedMatches(NONE)
  }

  const shown = filtered?.tree ?? tree
  const foldAll = () => onCollapse(idsOfBranches(shown), true)
  const unfoldAll = () => (filtering ? setCollapsedMatches : setCollapsed)(NONE)
  const all = () => (matches ? [...matches] : pages.map((page) => page.id))
  useCommand('Select all pages', () => onSelect(all(), true))
  useCommand('Select no page', () => onSelect(all(), false))
  return (
    <>
      <div className={classes.filter}>
        <FilterField label={t('Filter pages')} placeholder={t('Filter by title or path')} value={words} onChange={filter} />
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Expand all')} title={t('Expand all')} onClick={unfoldAll}>
          <IconArrowsMaximize size={17} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Collapse all')} title={t('Collapse all')} onClick={foldAll}>
          <IconArrowsMinimize size={17} />
        </ActionIcon>
      </div>
      <div className={classes.bar}>
        <span role="status" aria-live={counted.aloud ? 'polite' : 'off'}>
          {matches
            ? t('{found, number} of {n, plural, one {# page} other {# pages}} match, {ticked, number} selected', {
                found: matches.size,
                n: pages.length,
                ticked,
              })
            : t('{ticked, number} of {n, plural, one {# page} other {# pages}} selected', { ticked, n: pages.length })}
        </span>
        {matches?.size !== 0 && (
          <span className={classes.all}>
            <Button variant="subtle" size="compact-sm" onClick={() => onSelect(all(), true)}>
              {matches
                ? t('Select {n, plural, one {# match} other {# matches}}', { n: matches.size })
                : t('Select all')}
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => onSelect(all(), false)}>
              {matches ? t('Unselect them') : t('Select none')}
            </Button>
          </span>
        )}
      </div>
      <TopicsGlance pages={pages} selected={selected} chosen={topic} onChoose={choose} />
      {matches?.size === 0 ? (
        <p className={classes.none}>{t('No title or path has these words.')}</p>
      ) : (
        <PageTree
          tree={shown}
          pages={pages}
          matches={matches}
          selected={selected}
          onSelect={onSelect}
          collapsed={filtering ? collapsedMatches : collapsed}
          onCollapse={onCollapse}
          onRead={onRead}
        />
      )}
    </>
  )
})

/** The ids of the pages about `topic`; null when no topic was chosen. */
function pagesWith(pages: readonly PageSummary[], topic: string | null): ReadonlySet<string> | null {
  if (topic === null) return null
  return new Set(countTopics(pages).find((each) => each.topic.toLocaleLowerCase() === topic.toLocaleLowerCase())?.pageIds)
}
