import { Anchor, Button, TextInput } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Branch } from '#shared/crawl-settings.ts'
import type { AskPreview, Preview } from '#shared/previews.ts'
import { rich, t } from '#web/languages/t.ts'
import { previewCost } from './preview-cost.ts'
import { collapsible } from './preview-rows.ts'
import { branchesOf, countTicks, pathsBelow, tickAll, tickOnly, toggleBranch } from './preview-ticks.ts'
import type { Ticks } from './preview-ticks.ts'
import { buildPreviewTree, pathOf } from './preview-tree.ts'
import { PreviewTree } from './preview-tree-view.tsx'
import classes from './preview-choice.module.css'

/** A crawl takes no more branches than this (`StartCrawl`). */
const MAX_BRANCHES = 2000
const nothing: ReadonlySet<string> = new Set()

export type PreviewAsk = AskPreview & { url: string }

export type PreviewChoiceProps = {
  ask: PreviewAsk
  preview: Preview
  /** The limit of the crawl that would follow. */
  maxPages: number
  /** The plan may have what a sitemap names read from the start. */
  seedable: boolean
  /** A crawl is being started or runs. */
  busy: boolean
  onCrawl: (ask: PreviewAsk, branches: Branch[]) => void
  /** Undefined where there is nothing to upgrade to. */
  onUpgrade?: () => void
}

/** The found addresses as a tree to tick in, what the ticked ones would take, and the crawl of them. */
export function PreviewChoice({ preview, ask, maxPages, seedable, busy, onCrawl, onUpgrade }: PreviewChoiceProps) {
  const { addresses, total, pauseMs, sitemaps } = preview
  const whole = useMemo(() => buildPreviewTree(addresses), [addresses])
  const [ticks, setTicks] = useState<Ticks>(() => new Set(whole ? pathsBelow(whole) : []))
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(nothing)
  const [filter, setFilter] = useState('')
  const wanted = useDeferredValue(filter.trim().toLowerCase())
  // With a filter the tree is that of what it finds, so that a tick takes nothing along that cannot be seen.
  const shown = useMemo(
    () => (wanted ? buildPreviewTree(addresses.filter((each) => textOf(each).includes(wanted))) : whole),
    [addresses, wanted, whole],
  )
  const counts = useMemo(() => (whole ? countTicks(whole, ticks) : null), [whole, ticks])
  const branches = useMemo(() => (whole ? branchesOf(whole, ticks) : []), [whole, ticks])
  if (!whole || !counts) return null

  const ticked = counts.get(whole.path) ?? 0
  const startUnticked = !ticks.has(pathOf(preview.url))
  // The start page is read in any case, since the others are found from there.
  const read = ticked + (startUnticked ? 1 : 0)
  const cost = previewCost({ ticked: read, maxPages, pauseMs })
  const tooMany = branches.length > MAX_BRANCHES
  const parts = collapsible(shown ?? whole)

  function crawl() {
    // What the site's own index names may be linked from nowhere near the start.
    const seed = seedable && sitemaps.length > 0
    onCrawl(seed ? { ...ask, settings: { ...ask.settings, sitemap: true } } : ask, branches)
  }
  return (
    <>
      <p className={classes.found}>
        {foundWords({ total, shown: addresses.length, sitemaps: sitemaps.length })}
      </p>
      <div className={classes.bar}>
        <TextInput
          size="xs"
          type="search"
          className={classes.filter}
          aria-label={t('Filter the preview')}
          placeholder={t('Filter by title or path')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <span className={classes.all}>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => shown && setTicks((old) => tickAll(shown, old, true))}
          >
            {t('Tick all')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => shown && setTicks((old) => tickAll(shown, old, false))}
          >
            {t('Tick none')}
          </Button>
          {parts.length > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => setCollapsed(collapsed.size > 0 ? nothing : new Set(parts))}
            >
              {collapsed.size > 0 ? t('Expand all') : t('Collapse all')}
            </Button>
          )}
        </span>
      </div>
      {shown ? (
        <PreviewTree
          root={shown}
          ticks={ticks}
          collapsed={collapsed}
          onTick={(node) => setTicks((old) => toggleBranch(node, old))}
          onTickOnly={(node) => setTicks((old) => tickOnly(node, old))}
          onToggle={(path) => setCollapsed((old) => toggled(old, path))}
        />
      ) : (
        <p className={classes.none} role="status">
          {t('Nothing in this preview has “{words}” in its title or path.', { words: filter.trim() })}
        </p>
      )}
      <footer className={classes.footer}>
        <p className={classes.cost} role="status">
          {t('{ticked, number} of {n, plural, one {# page} other {# pages}} ticked.', { ticked, n: addresses.length })}{' '}
          {ticked > 0 &&
            rich(
              'Crawling them takes <b>{credits, plural, one {# credit} other {# credits}}</b> and about <b>{minutes, plural, one {# minute} other {# minutes}}</b>.',
              { ...cost, b: (words) => <strong>{words}</strong> },
            )}{' '}
          {ticked > 0 && startUnticked && `${t('The start page is read in any case.')} `}
          {read > maxPages &&
            t('It stops after {n, plural, one {# page} other {# pages}}, the limit above.', { n: maxPages })}{' '}
          {read > maxPages && onUpgrade && (
            <Anchor component="button" type="button" inherit onClick={onUpgrade}>
              {t('Upgrade')}
            </Anchor>
          )}
          {tooMany && t('Tick or untick whole parts of the site: these are too many single pages to tell apart.')}
        </p>
        <Button className={classes.crawl} disabled={busy || ticked === 0 || tooMany} onClick={crawl}>
          {t('Crawl the ticked pages')}
        </Button>
      </footer>
    </>
  )
}

function foundWords({ total, shown, sitemaps }: { total: number; shown: number; sitemaps: number }): string {
  const found = { n: total, shown, sitemaps }
  if (sitemaps === 0) {
    return total > shown
      ? t('{n, plural, one {# page} other {# pages}} found; the first {shown, number} are shown by following links from the start.', found)
      : t('{n, plural, one {# page} other {# pages}} found by following links from the start.', found)
  }
  return total > shown
    ? t('{n, plural, one {# page} other {# pages}} found; the first {shown, number} are shown, also in {sitemaps, plural, one {# sitemap} other {# sitemaps}}.', found)
    : t('{n, plural, one {# page} other {# pages}} found, also in {sitemaps, plural, one {# sitemap} other {# sitemaps}}.', found)
}

const textOf = ({ url, title }: { url: string; title: string }) => `${title} ${url}`.toLowerCase()

function toggled(set: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(path)) next.add(path)
  return next
}
