import { Button, Divider, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enterThroughIssuer } from '#web/auth-client.ts'
import { t } from '#web/languages/t.ts'
import { instanceQuery, useSession } from '#web/queries/session.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { peekIntent } from './intent.ts'

/** Entering through the outside issuer, on a server that has one. What the person wanted goes on after the way back. */
export function IssuerButton({ failed }: { failed: boolean }) {
  const { data: instance } = useQuery(instanceQuery)
  const { attempt } = useSession()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const issuer = instance?.oidc
  if (!issuer) return null

  async function go() {
    setBusy(true)
    const here = location.pathname.startsWith('/auth/') ? '/' : location.pathname
    const { data, error } = await attempt(() => enterThroughIssuer(peekIntent()?.path ?? here))
    if (error) setFailure(failureWords(error, 'server.unexpected'))
    else location.assign(data)
    setBusy(false)
  }
  const words = failure || (failed && t('Signing in through {issuer} did not succeed. Please try again.', { issuer }))
  return (
    <Stack gap="sm" mt="md">
      <Divider label={t('or')} />
      {words && <Notice tone="danger">{words}</Notice>}
      <Button variant="default" loading={busy} onClick={() => void go()}>
        {t('Continue with {issuer}', { issuer })}
      </Button>
    </Stack>
  )
}
