import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { Email } from '#shared/account.ts'
import { requestPasswordReset } from '#web/auth-client.ts'
import { errorWords } from '#web/languages/said-words.ts'
import { rich, t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { OutboxHint } from './outbox-hint.tsx'
import { useCredentialsForm, useFields } from './use-credentials-form.ts'

const AskReset = z.object({ email: Email })

/** Asks for a link to a new password. What it says is the same for every address. */
export function AskResetForm({ email }: { email: string }) {
  const { attempt } = useSession()
  const [sentTo, setSentTo] = useState('')
  const form = useCredentialsForm(useFields({ email }), AskReset, async (asked) => {
    setSentTo('')
    const { error } = await attempt(() => requestPasswordReset(asked.email))
    if (error) return errorWords(error.status === 429 ? 'request.too-many' : 'server.unexpected')
    setSentTo(asked.email)
  })

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('We send you a link to choose a new password.')}
        </Text>
        <TextInput label={t('Email')} type="email" autoComplete="email" autoFocus {...form.field('email')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        {sentTo && (
          <Notice>
            {rich('If there is an account for <b>{email}</b>, a link is on its way. It is good for one hour.', {
              email: sentTo,
              b: (words) => <b>{words}</b>,
            })}
          </Notice>
        )}
        {sentTo && <OutboxHint what="link" />}
        <Button type="submit" loading={form.busy} mt="xs">
          {t('Send link')}
        </Button>
      </Stack>
    </form>
  )
}
