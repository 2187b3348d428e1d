import { Anchor, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { t } from '#web/messages/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { BarRows } from '#web/ui/charts/bar-rows.tsx'
import { SiteMapChart, countText } from './site-map-chart.tsx'
import { buildSiteMap, pagesByDepth, pathTo, sizeOf, skippedRows } from './site-map.ts'
import type { MapNode } from './site-map.ts'
import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { TableFrame } from '#web/ui/charts/table-frame.tsx'
import classes from './site-map.module.css'

/** Crawled pages, skipped addresses and depth of a site, as charts and tables. */
export function SiteMapDialog({ crawl, onClose }: { crawl: CrawlOnScreen; onClose: () => void }) {
  const hosts = useMemo(() => buildSiteMap(crawl.pages, crawl.skipped), [crawl.pages, crawl.skipped])
  const [openId, setOpenId] = useState('')
  const [asTable, setAsTable] = useState(false)
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const { rows, otherSites } = skippedRows(crawl.skippedByReason)
  const trail = useRef<HTMLUListElement>(null)
  const [top] = hosts
  // Several hosts are rare, for example a redirect to www; they are shown under one root.
  const site = hosts.length === 1 && top ? top : wholeSite(hosts)
  const openPath = pathTo(hosts, openId)
  const breadcrumbs = hosts.length === 1 && openPath.length > 0 ? openPath : [site, ...openPath]
  const current = breadcrumbs.at(-1) ?? site

  function open(id: string) {
    setOpenId(id)
    // The clicked element is unmounted; the breadcrumbs lead back.
    trail.current?.focus()
  }
  return (
    <Dialog opened onClose={onClose} title={t('siteMap.title')} size="64rem">
      <div className={classes.bar}>
        <ul className={classes.trail} ref={trail} tabIndex={-1} aria-label={t('siteMap.folder')}>
          {breadcrumbs.map((node) => (
            <li key={node.id}>
              {node === current ? (
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
          {t('common.showAsTable')}
        </Button>
      </div>
      {asTable ? (
        <SiteMapTable node={current} onOpen={open} />
      ) : (
        <SiteMapChart node={current} levels={isWide ? 3 : 2} onOpen={open} />
      )}
      <p className={classes.legend}>
        <span role="status">{countText(current)}</span>
        {!asTable && <ColorKey />}
        {otherSites > 0 && <span>{t('skipped.otherSites', { n: otherSites })}</span>}
        {crawl.skipped.length < crawl.skippedTotal && (
          <span>{t('siteMap.skippedLimit', { all: crawl.skippedTotal, shown: crawl.skipped.length })}</span>
        )}
      </p>
      <div className={classes.charts}>
        <BarRows
          caption={t('siteMap.pagesByDepth')}
          rows={pagesByDepth(crawl.pages).map((value, clicks) => ({
            words: t('siteMap.clicks', { clicks }),
            value,
          }))}
        />
        {rows.length > 0 && (
          <BarRows
            caption={t('siteMap.skippedByReason')}
            rows={rows.map(([reason, value]) => ({
              words: t(`skipReasons.${reason}`),
              value,
            }))}
          />
        )}
      </div>
    </Dialog>
  )
}

function ColorKey() {
  return (
    <>
      <span>
        <i /> {t('siteMap.crawledState')}
      </span>
      <span>
        <i>
          <span className={classes.skipped} />
        </i>{' '}
        {t('siteMap.skippedState')}
      </span>
    </>
  )
}

function wholeSite(hosts: MapNode[]): MapNode {
  const sum = (valueOf: (node: MapNode) => number) => hosts.reduce((all, host) => all + valueOf(host), 0)
  return {
    id: '',
    label: t('siteMap.allHosts'),
    read: sum(({ read }) => read),
    skipped: sum(({ skipped }) => skipped),
    deepest: null,
    children: hosts.toSorted((a, b) => sizeOf(b) - sizeOf(a)),
  }
}

/** All folders and pages of a node as a table. */
function SiteMapTable({ node, onOpen }: { node: MapNode; onOpen: (id: string) => void }) {
  return (
    <TableFrame label={t('siteMap.foldersOf', { folder: node.label })} height="30rem">
      <thead>
        <tr>
          <th scope="col">{t('siteMap.folderOrPage')}</th>
          <th scope="col">{t('siteMap.crawledColumn')}</th>
          <th scope="col">{t('siteMap.skippedColumn')}</th>
          <th scope="col">{t('siteMap.clicksColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {node.children.map((child) => (
          <tr key={child.id}>
            <th scope="row">
              {child.children.length > 0 ? (
                <Anchor component="button" type="button" size="sm" onClick={() => onOpen(child.id)}>
                  {child.label}
                </Anchor>
              ) : (
                child.label
              )}
            </th>
            <td>{formatNumber(child.read)}</td>
            <td>{formatNumber(child.skipped)}</td>
            <td>{child.deepest === null ? '–' : formatNumber(child.deepest)}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
