import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import type { MyAccount } from '#shared/account.ts'
import { deleteAccount } from '#web/api/client.ts'
import { rich, t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AccountSection } from './account-section.tsx'
import { passwordSchema, ConfirmPassword, passwordError } from './confirm-password.tsx'
import { useCredentialsForm } from '#web/features/sign-in/use-credentials-form.ts'
import { useFields } from '#web/ui/hooks/use-fields.ts'

type DeleteAccountProps = { user: MyAccount['user']; onDeleted: () => void }

export function DeleteAccount({ user, onDeleted }: DeleteAccountProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <AccountSection title={t('account.delete')} hint={t('account.deleteHint')}>
      <Button variant="outline" color="red" onClick={() => setIsConfirming(true)}>
        {t('account.delete')}
      </Button>
      {isConfirming && <ConfirmDeletion user={user} onDeleted={onDeleted} onClose={() => setIsConfirming(false)} />}
    </AccountSection>
  )
}

function ConfirmDeletion({ user, onDeleted, onClose }: DeleteAccountProps & { onClose: () => void }) {
  const { attempt, refresh } = useSession()
  const schema = z.object({ password: passwordSchema(user) })
  const form = useCredentialsForm(useFields({ password: '' }), schema, async (confirmed) => {
    const { error } = await attempt(() => deleteAccount(confirmed))
    if (error) return passwordError(error)
    onDeleted()
    await refresh('SIGNED_OUT')
  })
  return (
    <Dialog opened onClose={onClose} title={t('account.deleteQuestion')}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="sm">
          <Text>
            {rich('account.deleteWarning', {
              email: user.email,
              b: (text) => <b>{text}</b>,
            })}
          </Text>
          <ConfirmPassword user={user} data-autofocus {...form.field('password')} />
          {form.failure && <Notice tone="danger">{form.failure}</Notice>}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red" loading={form.busy}>
              {t('account.deleteEverything')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
