import { Anchor, Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Branch } from '#shared/crawl/crawl-settings.ts'
import type { PreviewSite, Preview, PreviewedAddress } from '#shared/crawl/previews.ts'
import { siteSuffixes, titleShortener } from '#shared/crawl/short-titles.ts'
import { rich, t } from '#web/messages/t.ts'
import { deselectedKey } from '#web/queries/previews.ts'
import { previewCost } from './preview-cost.ts'
import { collapsiblePaths } from './preview-rows.ts'
import { branchesOf, countSelected, pathsBelow, setBranch, selectOnly, toggleBranch } from './preview-selection.ts'
import type { Selection } from './preview-selection.ts'
import { buildPreviewTree, type PreviewNode, treePathOf } from './preview-tree.ts'
import { PreviewTreeView } from './preview-tree-view.tsx'
import classes from './preview-picker.module.css'

/** The limit of `StartCrawl`. */
const MAX_BRANCHES = 2000
const NONE: ReadonlySet<string> = new Set()

export type PreviewRequest = PreviewSite & { url: string }

export type PreviewPickerProps = {
  request: PreviewRequest
  preview: Preview
  /** The crawl's page limit. */
  maxPages: number
  /** The highest page limit that plan and credits allow. */
  mostPages: number
  onMaxPagesChange: (maxPages: number) => void
  /** Whether the plan can crawl the addresses of sitemaps. */
  canUseSitemaps: boolean
  /** A crawl is starting or running. */
  busy: boolean
  onCrawl: (request: PreviewRequest, branches: Branch[]) => void
  /** Undefined on the highest plan. */
  onUpgrade?: () => void
}

/** The found addresses as a tree to select from, the cost of the selection, and a button to crawl it. */
export function PreviewPicker({
  preview,
  request,
  maxPages,
  mostPages,
  onMaxPagesChange,
  canUseSitemaps,
  busy,
  onCrawl,
  onUpgrade,
}: PreviewPickerProps) {
  const { total, pauseMs, sitemaps } = preview
  const addresses = useMemo(() => withShortTitles(preview.addresses), [preview.addresses])
  const tree = useMemo(() => buildPreviewTree(addresses), [addresses])
  const [selection, select] = useSelection(tree, preview.url)
  const [collapsed, setCollapsed] = useState(NONE)
  const [filter, setFilter] = useState('')
  const query = useDeferredValue(filter.trim().toLowerCase())
  // A filter rebuilds the tree from its matches, so that selecting a branch never selects hidden addresses.
  const shownTree = useMemo(
    () => (query ? buildPreviewTree(addresses.filter((address) => searchText(address).includes(query))) : tree),
    [addresses, query, tree],
  )
  const counts = useMemo(() => (tree ? countSelected(tree, selection) : null), [tree, selection])
  const branches = useMemo(() => (tree ? branchesOf(tree, selection) : []), [tree, selection])
  if (!tree || !counts) return null

  const selected = counts.get(tree.path) ?? 0
  const addsStartPage = !selection.has(treePathOf(preview.url))
  // The start page is always crawled: links to the other pages are found there.
  const crawled = selected + (addsStartPage ? 1 : 0)
  const tooMany = branches.length > MAX_BRANCHES
  const raisedLimit = Math.min(crawled, mostPages)

  function crawl() {
    // Pages of a sitemap may not be linked from the start page.
    const usesSitemaps = canUseSitemaps && sitemaps.length > 0
    const withSitemaps = { ...request, settings: { ...request.settings, sitemap: true } }
    onCrawl(usesSitemaps ? withSitemaps : request, branches)
  }
  function selectShown(on: boolean) {
    if (shownTree) select(setBranch(shownTree, selection, on))
  }

  return (
    <>
      <p className={classes.found}>{foundText({ total, shown: addresses.length, sitemaps: sitemaps.length })}</p>
      <div className={classes.bar}>
        <TextInput
          size="xs"
          type="search"
          className={classes.filter}
          aria-label={t('preview.filter')}
          placeholder={t('preview.filterPlaceholder')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <span className={classes.all}>
          <Button variant="subtle" size="compact-sm" onClick={() => selectShown(true)}>
            {t('preview.selectAll')}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => selectShown(false)}>
            {t('preview.selectNone')}
          </Button>
          <CollapseButton paths={collapsiblePaths(shownTree ?? tree)} collapsed={collapsed} onChange={setCollapsed} />
        </span>
      </div>
      {shownTree ? (
        <PreviewTreeView
          root={shownTree}
          selection={selection}
          collapsed={collapsed}
          onSelect={(node) => select(toggleBranch(node, selection))}
          onSelectOnly={(node) => select(selectOnly(node, selection))}
          onSelectPage={(node) => select(toggled(selection, node.path))}
          onToggleExpanded={(path) => setCollapsed((old) => toggled(old, path))}
        />
      ) : (
        <p className={classes.none} role="status">
          {t('preview.noMatches', { words: filter.trim() })}
        </p>
      )}
      <footer className={classes.footer}>
        <p className={classes.cost} role="status">
          {t('preview.selectedCount', { selected, n: addresses.length })}{' '}
          {selected > 0 && <Cost {...previewCost({ selected: crawled, maxPages, pauseMs })} />}{' '}
          {selected > 0 && addsStartPage && `${t('preview.startPageIncluded')} `}
          {crawled > maxPages && t('preview.limitReached', { n: maxPages })}{' '}
          {raisedLimit > maxPages && (
            <Anchor component="button" type="button" inherit onClick={() => onMaxPagesChange(raisedLimit)}>
              {t('preview.raiseLimit', { n: raisedLimit })}
            </Anchor>
          )}
          {crawled > maxPages && onUpgrade && (
            <Anchor component="button" type="button" inherit onClick={onUpgrade}>
              {t('common.upgrade')}
            </Anchor>
          )}
          {tooMany && t('preview.tooManySelected')}
        </p>
        <Button className={classes.crawl} disabled={busy || selected === 0 || tooMany} onClick={crawl}>
          {t('preview.crawlSelected')}
        </Button>
      </footer>
    </>
  )
}

/** All addresses, except those that the last preview of the site left deselected: closing it loses nothing. */
function useSelection(tree: PreviewNode | null, url: string) {
  const queryClient = useQueryClient()
  const queryKey = deselectedKey(url)
  const [selection, setSelection] = useState<Selection>(
    () => new Set(pathsWithout(tree, queryClient.getQueryData<Selection>(queryKey) ?? NONE)),
  )
  function select(selected: Selection) {
    setSelection(selected)
    queryClient.setQueryDefaults(queryKey, { gcTime: Infinity })
    queryClient.setQueryData<Selection>(queryKey, new Set(pathsWithout(tree, selected)))
  }
  return [selection, select] as const
}

const pathsWithout = (tree: PreviewNode | null, without: Selection) =>
  tree ? pathsBelow(tree).filter((path) => !without.has(path)) : []

type CollapseButtonProps = {
  /** Those that can be collapsed. */
  paths: readonly string[]
  collapsed: ReadonlySet<string>
  onChange: (collapsed: ReadonlySet<string>) => void
}

function CollapseButton({ paths, collapsed, onChange }: CollapseButtonProps) {
  if (paths.length === 0) return null
  const isAnyCollapsed = collapsed.size > 0
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => onChange(isAnyCollapsed ? NONE : new Set(paths))}>
      {isAnyCollapsed ? t('preview.expandAll') : t('preview.collapseAll')}
    </Button>
  )
}

const Cost = (cost: ReturnType<typeof previewCost>) =>
  rich('preview.cost', { ...cost, b: (text) => <strong>{text}</strong> })

function foundText({ total, shown, sitemaps }: { total: number; shown: number; sitemaps: number }): string {
  const found = { n: total, shown, sitemaps }
  if (sitemaps === 0) {
    return total > shown ? t('preview.foundByLinksFirst', found) : t('preview.foundByLinks', found)
  }
  return total > shown ? t('preview.foundInSitemapsFirst', found) : t('preview.foundInSitemaps', found)
}

function withShortTitles(addresses: readonly PreviewedAddress[]): PreviewedAddress[] {
  const shortTitle = titleShortener(siteSuffixes(addresses))
  return addresses.map((address) => ({ ...address, title: shortTitle(address) }))
}

const searchText = ({ url, title }: { url: string; title: string }) => `${title} ${url}`.toLowerCase()

function toggled(set: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(path)) next.add(path)
  return next
}
