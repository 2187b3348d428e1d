import { Anchor } from '@mantine/core'
import { digits } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import { TableFrame } from '#web/ui/table-frame.tsx'
import type { MapNode } from './site-map.ts'

/** The folders of the picture as rows, every one of them. */
export function SiteMapTable({ node, onOpen }: { node: MapNode; onOpen: (id: string) => void }) {
  return (
    <TableFrame label={t('Folders of {folder}', { folder: node.label })} height="30rem">
        <thead>
          <tr>
            <th scope="col">{t('Folder or page')}</th>
            <th scope="col">{t('Read')}</th>
            <th scope="col">{t('Skipped')}</th>
            <th scope="col">{t('Clicks away')}</th>
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
