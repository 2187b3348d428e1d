import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { childrenToDraw, sizeOf } from './site-map.ts'
import type { DrawnNode, MapNode } from './site-map.ts'
import classes from './site-map.module.css'

/** Height of the chart in lines of text. */
const LINES = 18

type SiteMapChartProps = { node: MapNode; levels: number; onOpen: (id: string) => void }

/** An icicle chart of a folder: heights show the number of addresses, the strip in a cell the skipped share. */
export function SiteMapChart({ node, levels, onOpen }: SiteMapChartProps) {
  return (
    <div className={classes.chart} role="group" aria-label={t('siteMap.mapOf', { folder: node.label })}>
      {childrenToDraw(node, LINES).map((child) => (
        <Branch key={child.id} node={child} levels={levels} onOpen={onOpen} />
      ))}
    </div>
  )
}

function Branch({ node, levels, onOpen }: { node: DrawnNode; levels: number; onOpen: (id: string) => void }) {
  const children = levels > 1 ? childrenToDraw(node, node.lines) : []
  return (
    <div className={classes.branch} style={{ flexGrow: sizeOf(node) }}>
      <Cell node={node} onOpen={node.children.length === 0 ? undefined : onOpen} />
      {children.length > 0 && (
        <div className={classes.children}>
          {children.map((child) => (
            <Branch key={child.id} node={child} levels={levels - 1} onOpen={onOpen} />
          ))}
        </div>
      )}
    </div>
  )
}

function Cell({ node, onOpen }: { node: DrawnNode; onOpen: ((id: string) => void) | undefined }) {
  const label = node.mergedCount > 1 ? t('siteMap.more', { n: node.mergedCount }) : node.label
  const text = countText(node)
  const skippedShare: CSSProperties = { width: `${(100 * node.skipped) / sizeOf(node)}%` }
  const content = (
    <>
      <span className={classes.skipped} style={skippedShare} />
      <span className={classes.label}>
        {label}
        <VisuallyHidden component="span">: {text}</VisuallyHidden>
      </span>
      <span className={classes.count} aria-hidden>
        {formatNumber(sizeOf(node))}
      </span>
    </>
  )
  if (!onOpen) {
    return (
      <span className={classes.cell} data-crawled={node.read > 0} title={`${label}: ${text}`}>
        {content}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={classes.cell}
      data-crawled={node.read > 0}
      title={text}
      onClick={() => onOpen(node.id)}
    >
      {content}
    </button>
  )
}

/** "12 pages crawled, 3 not crawled": skipped, failed or not crawled yet */
export const countText = ({ read, skipped }: MapNode) =>
  skipped === 0 ? t('siteMap.pagesCrawled', { read }) : t('siteMap.pagesCrawledSkipped', { read, skipped })
