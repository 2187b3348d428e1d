import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import type { MyAccount } from '#shared/account.ts'
import { freshRecoveryCodes, removeFactor } from '#web/auth-client.ts'
import { t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { confirmation, ConfirmPassword, confirmationWords } from './confirm-password.tsx'
import { useCredentialsForm, useFields } from './use-credentials-form.ts'

type ManageFactorProps = { user: MyAccount['user']; onCodes: (codes: string[]) => void }

const wishes = {
  codes: { label: 'New recovery codes', hint: 'The codes you have now stop working.', color: undefined },
  remove: { label: 'Remove second factor', hint: 'Your password alone will let you in.', color: 'red' },
} as const

/** What can be done with a second factor that is set up; each is confirmed with the password. */
export function ManageFactor({ user, onCodes }: ManageFactorProps) {
  const [wish, setWish] = useState<keyof typeof wishes | null>(null)
  if (wish) return <Confirm key={wish} user={user} wish={wish} onCodes={onCodes} onCancel={() => setWish(null)} />
  return (
    <Group gap="sm">
      <Button variant="default" onClick={() => setWish('codes')}>
        {t(wishes.codes.label)}
      </Button>
      <Button variant="default" onClick={() => setWish('remove')}>
        {t(wishes.remove.label)}
      </Button>
    </Group>
  )
}

type ConfirmProps = ManageFactorProps & { wish: keyof typeof wishes; onCancel: () => void }

function Confirm({ user, wish, onCodes, onCancel }: ConfirmProps) {
  const { attempt, refresh } = useSession()
  const { label, hint, color } = wishes[wish]
  const schema = z.object({ password: confirmation(user) })
  const form = useCredentialsForm(useFields({ password: '' }), schema, async ({ password }) => {
    if (wish === 'codes') {
      const { data, error } = await attempt(() => freshRecoveryCodes(password))
      if (error) return confirmationWords(error)
      return onCodes(data)
    }
    const { error } = await attempt(() => removeFactor(password))
    if (error) return confirmationWords(error)
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
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
