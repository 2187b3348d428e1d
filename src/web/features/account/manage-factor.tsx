import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import type { MyAccount } from '#shared/account.ts'
import { freshRecoveryCodes, removeFactor } from '#web/api/auth-client.ts'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { passwordSchema, ConfirmPassword, passwordError } from './confirm-password.tsx'
import { useCredentialsForm } from '#web/features/sign-in/use-credentials-form.ts'
import { useFields } from '#web/ui/hooks/use-fields.ts'

type ManageFactorProps = { user: MyAccount['user']; onCodes: (codes: string[]) => void }

const actions = {
  codes: { label: 'account.newRecoveryCodes', hint: 'account.newRecoveryCodesHint', color: undefined },
  remove: { label: 'account.removeTwoFactor', hint: 'account.removeTwoFactorHint', color: 'red' },
} as const

/** Actions on an enabled second factor; each requires the password. */
export function ManageFactor({ user, onCodes }: ManageFactorProps) {
  const [action, setAction] = useState<keyof typeof actions | null>(null)
  if (action)
    return <ConfirmAction key={action} user={user} action={action} onCodes={onCodes} onCancel={() => setAction(null)} />
  return (
    <Group gap="sm">
      <Button variant="default" onClick={() => setAction('codes')}>
        {t(actions.codes.label)}
      </Button>
      <Button variant="default" onClick={() => setAction('remove')}>
        {t(actions.remove.label)}
      </Button>
    </Group>
  )
}

type ConfirmActionProps = ManageFactorProps & { action: keyof typeof actions; onCancel: () => void }

function ConfirmAction({ user, action, onCodes, onCancel }: ConfirmActionProps) {
  const { attempt, refresh } = useSession()
  const { label, hint, color } = actions[action]
  const schema = z.object({ password: passwordSchema(user) })
  const form = useCredentialsForm(useFields({ password: '' }), schema, async ({ password }) => {
    if (action === 'codes') {
      const { data, error } = await attempt(() => freshRecoveryCodes(password))
      if (error) return passwordError(error)
      return onCodes(data)
    }
    const { error } = await attempt(() => removeFactor(password))
    if (error) return passwordError(error)
    await refresh('USER_UPDATED')
  })
  return (
    <form onSubmit={form.onSubmit} noValidate aria-label={t(label)}>
      <Stack gap="sm">
        <Notice tone="warning">{t(hint)}</Notice>
        <ConfirmPassword user={user} autoFocus {...form.field('password')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Group gap="sm">
          <Button type="submit" color={color} loading={form.busy}>
            {t(label)}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
