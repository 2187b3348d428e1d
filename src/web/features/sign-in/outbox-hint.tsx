import { useQuery } from '@tanstack/react-query'
import { rich, t } from '#web/messages/t.ts'
import { instanceQuery } from '#web/queries/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'

const logKeys = {
  code: 'signIn.codeInLog',
  link: 'signIn.linkInLog',
} as const
const fileKeys = {
  code: 'signIn.codeInFile',
  link: 'signIn.linkInFile',
} as const

/** On a server without SMTP: where to find the code or link. */
export function OutboxHint({ kind }: { kind: 'code' | 'link' }) {
  const { data: instance } = useQuery(instanceQuery)
  if (instance?.mail !== 'outbox') return null
  return (
    <Notice>
      {instance.outbox ? rich(fileKeys[kind], { file: <code>{instance.outbox}</code> }) : t(logKeys[kind])}
    </Notice>
  )
}
