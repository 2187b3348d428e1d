import { Anchor } from '@mantine/core'
import { digits } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { TableFrame } from '#web/ui/charts/table-frame.tsx'
import type { MapNode } from './site-map.ts'

/** All folders and pages of a node as a table. */
export function SiteMapTable({ node, onOpen }: { node: MapNode; onOpen: (id: string) => void }) {
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
            <td>{digits(child.read)}</td>
            <td>{digits(child.skipped)}</td>
            <td>{child.deepest === null ? '–' : digits(child.deepest)}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
