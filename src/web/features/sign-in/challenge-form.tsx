import { invalid } from '#shared/errors.ts'
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { FactorCode } from '#shared/account.ts'
import { spendRecoveryCode, verifyFactor } from '#web/api/auth-client.ts'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useCredentialsForm } from './use-credentials-form.ts'
import { useFields } from '#web/ui/hooks/use-fields.ts'

type ChallengeFormProps = { onVerified: () => Promise<unknown> }

const methods = {
  app: {
    schema: z.object({ code: FactorCode }),
    verify: verifyFactor,
    label: 'signIn.authenticationCode',
    hint: 'signIn.authenticationCodeHint',
    switchLabel: 'signIn.useRecoveryCode',
  },
  recovery: {
    schema: z.object({ code: z.string().trim().min(1, invalid('account.recovery-code-required')) }),
    verify: spendRecoveryCode,
    label: 'signIn.recoveryCode',
    hint: 'signIn.recoveryCodeHint',
    switchLabel: 'signIn.useApp',
  },
} as const

/** Second factor at sign-in: a code from the app, or a recovery code. */
export function ChallengeForm({ onVerified }: ChallengeFormProps) {
  const [method, setMethod] = useState<keyof typeof methods>('app')
  const { switchLabel } = methods[method]
  return (
    <Stack gap="sm">
      <CodeForm key={method} method={method} onVerified={onVerified} />
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => setMethod(method === 'app' ? 'recovery' : 'app')}
      >
        {t(switchLabel)}
      </Anchor>
    </Stack>
  )
}

function CodeForm({ method, onVerified }: ChallengeFormProps & { method: keyof typeof methods }) {
  const { attempt } = useSession()
  const { schema, verify, label, hint } = methods[method]
  const form = useCredentialsForm(useFields({ code: '' }), schema, async ({ code }) => {
    const { error } = await attempt(() => verify(code))
    if (error) return failureText(error, 'server.unexpected')
    await onVerified()
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(hint)}
        </Text>
        <TextInput
          label={t(label)}
          inputMode={method === 'app' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          {...form.field('code')}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" loading={form.busy} mt="xs">
          {t('signIn.verify')}
        </Button>
      </Stack>
    </form>
  )
}
