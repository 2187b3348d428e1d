import { useQuery } from '@tanstack/react-query'
import { rich, t } from '#web/languages/t.ts'
import { instanceQuery } from '#web/queries/session.ts'
import { Notice } from '#web/ui/notice.tsx'

const withoutOutbox = {
  code: 'This server sends no mail yet. The code is printed in its log.',
  link: 'This server sends no mail yet. The link is printed in its log.',
} as const
const withOutbox = {
  code: 'This server sends no mail yet. The code is printed in its log and stands in the newest file of {file}.',
  link: 'This server sends no mail yet. The link is printed in its log and stands in the newest file of {file}.',
} as const

/** Where to look for a code or link on a server that sends no mail. */
export function OutboxHint({ what }: { what: 'code' | 'link' }) {
  const { data: instance } = useQuery(instanceQuery)
  if (instance?.mail !== 'outbox') return null
  return (
    <Notice>
      {instance.outbox
        ? rich(withOutbox[what], { file: <code>{instance.outbox}</code> })
        : t(withoutOutbox[what])}
    </Notice>
  )
}
