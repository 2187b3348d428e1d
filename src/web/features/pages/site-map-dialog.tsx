import { Anchor, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import { skipReasonWords } from '#shared/crawls.ts'
import type { CrawlOnScreen } from '#web/client.ts'
import { t } from '#web/languages/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { BarRows } from './bar-rows.tsx'
import { SiteMapPicture, countWords } from './site-map-picture.tsx'
import { SiteMapTable } from './site-map-table.tsx'
import { mapSite, pagesByDepth, pathTo, sizeOf } from './site-map.ts'
import type { MapNode } from './site-map.ts'
import { reasonsOf } from './skipped-filter.ts'
import classes from './site-map.module.css'

/** What of a site was read, what was skipped, and how deep the pages lie, as pictures and as tables. */
export function SiteMapDialog({ crawl, onClose }: { crawl: CrawlOnScreen; onClose: () => void }) {
  const hosts = useMemo(() => mapSite(crawl.pages, crawl.skipped), [crawl.pages, crawl.skipped])
  const [at, setAt] = useState('')
  const [asTable, setAsTable] = useState(false)
  const roomy = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const trail = useRef<HTMLUListElement>(null)
  const [top] = hosts
  // Several hosts are rare (a move from the bare name to www): together they are the site.
  const site = hosts.length === 1 && top ? top : wholeSite(hosts)
  const path = pathTo(hosts, at)
  const steps = hosts.length === 1 && path.length > 0 ? path : [site, ...path]
  const here = steps.at(-1) ?? site

  function open(id: string) {
    setAt(id)
    // What was pressed is gone; the way back stands here.
    trail.current?.focus()
  }
  return (
    <Dialog opened onClose={onClose} title={t('Site map')} size="64rem">
      <div className={classes.bar}>
        <ul className={classes.trail} ref={trail} tabIndex={-1} aria-label={t('Folder')}>
          {steps.map((node, index) => (
            <li key={node.id}>
              {index === steps.length - 1 ? (
                <b>{node.label}</b>
              ) : (
                <Anchor component="button" type="button" onClick={() => open(node.id)}>
                  {node.label}
                </Anchor>
              )}
            </li>
          ))}
        </ul>
        <Button size="compact-sm" variant="default" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('As a table')}
        </Button>
      </div>
      {asTable ? (
        <SiteMapTable node={here} onOpen={open} />
      ) : (
        <SiteMapPicture node={here} levels={roomy ? 3 : 2} onOpen={open} />
      )}
      <p className={classes.legend}>
        <span role="status">{countWords(here)}</span>
        {!asTable && (
          <>
            <span>
              <i /> {t('read')}
            </span>
            <span>
              <i>
                <span className={classes.skipped} />
              </i>{' '}
              {t('skipped')}
            </span>
          </>
        )}
        {crawl.skipped.length < crawl.skippedTotal && (
          <span>
            {t('Of {all, number} skipped addresses the map shows the first {shown, number}.', {
              all: crawl.skippedTotal,
              shown: crawl.skipped.length,
            })}
          </span>
        )}
      </p>
      <div className={classes.charts}>
        <BarRows
          caption={t('Pages by their clicks from the start page')}
          rows={pagesByDepth(crawl.pages).map((value, clicks) => ({
            words: t('{clicks, plural, =0 {The start page} one {# click} other {# clicks}}', { clicks }),
            value,
          }))}
        />
        {crawl.skippedTotal > 0 && (
          <BarRows
            caption={t('Skipped addresses by reason')}
            rows={reasonsOf(crawl.skippedByReason).map(([reason, value]) => ({ words: t(skipReasonWords[reason]), value }))}
          />
        )}
      </div>
    </Dialog>
  )
}

function wholeSite(hosts: MapNode[]): MapNode {
  const sum = (of: (node: MapNode) => number) => hosts.reduce((all, host) => all + of(host), 0)
  return {
    id: '',
    label: t('All hosts'),
    read: sum(({ read }) => read),
    skipped: sum(({ skipped }) => skipped),
    deepest: null,
    children: hosts.toSorted((a, b) => sizeOf(b) - sizeOf(a)),
  }
}
