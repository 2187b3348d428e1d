import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { FactorCode } from '#shared/account.ts'
import { spendRecoveryCode, verifyFactor } from '#web/auth-client.ts'
import { t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useCredentialsForm, useFields } from './use-credentials-form.ts'

type ChallengeFormProps = { onEntered: () => Promise<unknown> }

const kinds = {
  app: {
    schema: z.object({ code: FactorCode }),
    send: verifyFactor,
    label: 'Authentication code',
    hint: 'Open your authenticator app and type the six digits it shows.',
    other: 'Use a recovery code',
  },
  recovery: {
    schema: z.object({ code: z.string().trim().min(1, 'Type a recovery code.') }),
    send: spendRecoveryCode,
    label: 'Recovery code',
    hint: 'Type one of the codes you kept when you set up the second factor. Each works once.',
    other: 'Use the authenticator app',
  },
} as const

/** The second factor at sign-in. */
export function ChallengeForm({ onEntered }: ChallengeFormProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const { other } = kinds[kind]
  return (
    <Stack gap="sm">
      <CodeForm key={kind} kind={kind} onEntered={onEntered} />
      <Anchor component="button" type="button" size="sm" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
        {t(other)}
      </Anchor>
    </Stack>
  )
}

function CodeForm({ kind, onEntered }: ChallengeFormProps & { kind: keyof typeof kinds }) {
  const { attempt } = useSession()
  const { schema, send, label, hint } = kinds[kind]
  const form = useCredentialsForm(useFields({ code: '' }), schema, async ({ code }) => {
    const { error } = await attempt(() => send(code))
    if (error) return failureWords(error, 'server.unexpected')
    await onEntered()
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(hint)}
        </Text>
        <TextInput
          label={t(label)}
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          {...form.field('code')}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" loading={form.busy} mt="xs">
          {t('Verify')}
        </Button>
      </Stack>
    </form>
  )
}
