import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { Email } from '#shared/account.ts'
import { requestPasswordReset } from '#web/api/auth-client.ts'
import { errorText } from '#web/messages/error-text.ts'
import { rich, t } from '#web/messages/t.ts'
import { instanceQuery, useSession } from '#web/queries/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { OutboxHint } from './outbox-hint.tsx'
import { useCredentialsForm } from './use-credentials-form.ts'
import { useFields } from '#web/ui/hooks/use-fields.ts'

const RequestReset = z.object({ email: Email })

/** Requests a password reset link. Shows the same text whether or not the account exists. */
export function RequestResetForm({ email }: { email: string }) {
  const { attempt } = useSession()
  const isMailSent = useQuery(instanceQuery).data?.mail !== 'outbox'
  const [sentTo, setSentTo] = useState('')
  const form = useCredentialsForm(useFields({ email }), RequestReset, async (values) => {
    setSentTo('')
    const { error } = await attempt(() => requestPasswordReset(values.email))
    if (error?.code === 'account.too-many-mails') return error.words
    if (error) return errorText(error.status === 429 ? 'request.too-many' : 'server.unexpected')
    setSentTo(values.email)
  })

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('signIn.resetIntro')}
        </Text>
        <TextInput label={t('common.email')} type="email" autoComplete="email" autoFocus {...form.field('email')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        {sentTo && (
          <Notice>
            {rich(isMailSent ? 'signIn.resetSent' : 'signIn.resetUnsent', {
              email: sentTo,
              b: (text) => <b>{text}</b>,
            })}
          </Notice>
        )}
        {sentTo && <OutboxHint kind="link" />}
        <Button type="submit" loading={form.busy} mt="xs">
          {t('signIn.sendLink')}
        </Button>
      </Stack>
    </form>
  )
}
