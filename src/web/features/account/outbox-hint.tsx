import { useQuery } from '@tanstack/react-query'
import { instanceQuery } from '#web/queries/session.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Where to look for a code or link on a server that sends no mail. */
export function OutboxHint({ what }: { what: 'code' | 'link' }) {
  const { data: instance } = useQuery(instanceQuery)
  if (instance?.mail !== 'outbox') return null
  return (
    <Notice>
      This server sends no mail yet. The {what} is printed in its log
      {instance.outbox && (
        <>
          {' '}
          and stands in the newest file of <code>{instance.outbox}</code>
        </>
      )}
      .
    </Notice>
  )
}
