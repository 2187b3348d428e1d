import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react'
import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { PageSummary } from '#shared/crawl/pages.ts'
import { useLanguage } from '#web/messages/language.ts'
import { t } from '#web/messages/t.ts'
import { useCommand } from '#web/ui/hooks/use-command.ts'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import { buildTree } from './build-tree.ts'
import { FilterField } from '#web/ui/fields/filter-field.tsx'
import { filterTree, buildSearchTexts } from './filter-tree.ts'
import { PageTree } from './page-tree.tsx'
import { TopicOverview } from './topic-overview.tsx'
import { countTopics } from './topics.ts'
import { branchIds } from './tree-rows.ts'
import classes from './page-picker.module.css'

type PagePickerProps = {
  pages: readonly PageSummary[]
  selected: ReadonlySet<string>
  onSelect: (pageIds: string[], on: boolean) => void
  onOpenPage: (pageId: string) => void
  topicsOpened: boolean
  onToggleTopics: () => void
}

const NONE: ReadonlySet<string> = new Set()

/** The page tree with its filter, topics and buttons to select, clear, expand and collapse. */
export const PagePicker = memo(function PagePicker(props: PagePickerProps) {
  const { pages, selected, onSelect, onOpenPage, topicsOpened, onToggleTopics } = props
  useLanguage()
  const [filterText, setFilterText] = useState('')
  const [topic, setTopic] = useState<string | null>(null)
  const [collapsed, setCollapsed] = useState(NONE)
  // A filter starts fully expanded; collapsing within it does not affect the unfiltered tree.
  const [collapsedMatches, setCollapsedMatches] = useState(NONE)
  const query = useDeferredValue(filterText)

  const shortTitle = useShortTitle()
  const tree = useMemo(() => buildTree(pages, shortTitle), [pages, shortTitle])
  const searchTexts = useMemo(() => buildSearchTexts(pages), [pages])
  const topicPages = useMemo(() => pageIdsWithTopic(pages, topic), [pages, topic])
  const filtered = useMemo(
    () => filterTree(tree, query, searchTexts, topicPages),
    [tree, query, searchTexts, topicPages],
  )
  const matches = filtered?.matches ?? null
  const selectedCount = useMemo(() => pages.filter((page) => selected.has(page.id)).length, [pages, selected])

  const isUserChange = useIsUserChange({ pages: pages.length, selectedCount, query })
  const isFiltering = filtered !== null
  const onCollapse = useCallback(
    (ids: string[], collapse: boolean) => {
      const change = isFiltering ? setCollapsedMatches : setCollapsed
      change((old) => {
        const next = new Set(old)
        for (const id of ids) {
          if (collapse) next.add(id)
          else next.delete(id)
        }
        return next
      })
    },
    [isFiltering],
  )
  function changeFilter(next: string) {
    setFilterText(next)
    setCollapsedMatches(NONE)
  }

  function chooseTopic(next: string | null) {
    setTopic(next)
    setCollapsedMatches(NONE)
  }

  const shown = filtered?.tree ?? tree
  const collapseAll = () => onCollapse(branchIds(shown), true)
  const expandAll = () => (isFiltering ? setCollapsedMatches : setCollapsed)(NONE)
  const selectableIds = () => (matches ? [...matches] : pages.map((page) => page.id))
  useCommand('foundPages.selectAll', () => onSelect(selectableIds(), true))
  useCommand('foundPages.clearSelection', () => onSelect(selectableIds(), false))
  return (
    <>
      <div className={classes.filter}>
        <FilterField
          label={t('foundPages.filter')}
          placeholder={t('preview.filterPlaceholder')}
          value={filterText}
          onChange={changeFilter}
        />
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('preview.expandAll')} onClick={expandAll}>
          <IconArrowsMaximize size={17} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('preview.collapseAll')} onClick={collapseAll}>
          <IconArrowsMinimize size={17} />
        </ActionIcon>
      </div>
      <div className={classes.bar}>
        <span role="status" aria-live={isUserChange ? 'polite' : 'off'}>
          {matches
            ? t('foundPages.matchCount', { found: matches.size, n: pages.length, selected: selectedCount })
            : t('foundPages.selectedCount', { selected: selectedCount, n: pages.length })}
        </span>
        {matches?.size !== 0 && (
          <span className={classes.all}>
            <Button variant="subtle" size="compact-xs" onClick={() => onSelect(selectableIds(), true)}>
              {matches ? t('foundPages.selectMatches', { n: matches.size }) : t('foundPages.selectAllButton')}
            </Button>
            <Button variant="subtle" size="compact-xs" onClick={() => onSelect(selectableIds(), false)}>
              {t('foundPages.clearSelection')}
            </Button>
          </span>
        )}
      </div>
      <TopicOverview
        pages={pages}
        selected={selected}
        chosen={topic}
        onChoose={chooseTopic}
        opened={topicsOpened}
        onToggle={onToggleTopics}
      />
      {matches?.size === 0 ? (
        <p className={classes.none}>{t('foundPages.noMatches')}</p>
      ) : (
        <PageTree
          tree={shown}
          pages={pages}
          matches={matches}
          selected={selected}
          onSelect={onSelect}
          collapsed={isFiltering ? collapsedMatches : collapsed}
          onCollapse={onCollapse}
          onOpenPage={onOpenPage}
        />
      )}
    </>
  )
})

type ShownCounts = { pages: number; selectedCount: number; query: string }

/** True after the user selected or filtered; false after a running crawl added a page, which is not announced. */
function useIsUserChange({ pages, selectedCount, query }: ShownCounts): boolean {
  const [announced, setAnnounced] = useState({ pages, selectedCount, query, isUserChange: false })
  if (announced.pages !== pages || announced.selectedCount !== selectedCount || announced.query !== query) {
    setAnnounced({ pages, selectedCount, query, isUserChange: announced.pages === pages })
  }
  return announced.isUserChange
}

/** The ids of the pages about `topic`; null when no topic was chosen. */
function pageIdsWithTopic(pages: readonly PageSummary[], topic: string | null): ReadonlySet<string> | null {
  if (topic === null) return null
  const wanted = topic.toLocaleLowerCase()
  return new Set(countTopics(pages).find((each) => each.topic.toLocaleLowerCase() === wanted)?.pageIds)
}
