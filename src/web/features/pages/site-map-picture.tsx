import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import { digits } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import { childrenToDraw, sizeOf } from './site-map.ts'
import type { DrawnNode, MapNode } from './site-map.ts'
import classes from './site-map.module.css'

/** How many lines of text the picture is high. */
const LINES = 18

type SiteMapPictureProps = { node: MapNode; levels: number; onOpen: (id: string) => void }

/** What is in a folder, from left to right: the more addresses, the higher; the strip below a name is what was skipped of it. */
export function SiteMapPicture({ node, levels, onOpen }: SiteMapPictureProps) {
  return (
    <div className={classes.picture} role="group" aria-label={t('Map of {folder}', { folder: node.label })}>
      {childrenToDraw(node, LINES).map((child) => (
        <Branch key={child.id} node={child} levels={levels} onOpen={onOpen} />
      ))}
    </div>
  )
}

function Branch({ node, levels, onOpen }: { node: DrawnNode; levels: number; onOpen: (id: string) => void }) {
  const below = levels > 1 ? childrenToDraw(node, node.lines) : []
  return (
    <div className={classes.branch} style={{ flexGrow: sizeOf(node) }}>
      <Cell node={node} onOpen={node.children.length === 0 ? undefined : onOpen} />
      {below.length > 0 && (
        <div className={classes.below}>
          {below.map((child) => (
            <Branch key={child.id} node={child} levels={levels - 1} onOpen={onOpen} />
          ))}
        </div>
      )}
    </div>
  )
}

function Cell({ node, onOpen }: { node: DrawnNode; onOpen: ((id: string) => void) | undefined }) {
  const label = node.of > 1 ? t('{n, number} more', { n: node.of }) : node.label
  const words = countWords(node)
  const share: CSSProperties = { width: `${(100 * node.skipped) / sizeOf(node)}%` }
  const content = (
    <>
      <span className={classes.skipped} style={share} />
      <span className={classes.label}>
        {label}
        <VisuallyHidden component="span">: {words}</VisuallyHidden>
      </span>
      <span className={classes.count} aria-hidden>
        {digits(sizeOf(node))}
      </span>
    </>
  )
  if (!onOpen) {
    return (
      <span className={classes.cell} title={`${label}: ${words}`}>
        {content}
      </span>
    )
  }
  return (
    <button type="button" className={classes.cell} title={words} onClick={() => onOpen(node.id)}>
      {content}
    </button>
  )
}

/** What happened to the addresses of a folder, in words. */
export const countWords = ({ read, skipped }: MapNode) =>
  skipped === 0
    ? t('{read, plural, one {# page} other {# pages}} read', { read })
    : t('{read, plural, one {# page} other {# pages}} read, {skipped, number} skipped', { read, skipped })
