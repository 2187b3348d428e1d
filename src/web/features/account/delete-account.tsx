import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import type { MyAccount } from '#shared/account.ts'
import { deleteAccount } from '#web/client.ts'
import { rich, t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AccountSection } from './account-section.tsx'
import { confirmation, ConfirmPassword, confirmationWords } from './confirm-password.tsx'
import { useCredentialsForm, useFields } from './use-credentials-form.ts'

type DeleteAccountProps = { user: MyAccount['user']; onDeleted: () => void }

export function DeleteAccount({ user, onDeleted }: DeleteAccountProps) {
  const [asking, setAsking] = useState(false)
  return (
    <AccountSection title={t('Delete account')} hint={t('With every crawl, page, chat and notebook that belongs to it.')}>
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        {t('Delete account')}
      </Button>
      {asking && <ConfirmDeletion user={user} onDeleted={onDeleted} onClose={() => setAsking(false)} />}
    </AccountSection>
  )
}

function ConfirmDeletion({ user, onDeleted, onClose }: DeleteAccountProps & { onClose: () => void }) {
  const { attempt, refresh } = useSession()
  const schema = z.object({ password: confirmation(user) })
  const form = useCredentialsForm(useFields({ password: '' }), schema, async (confirmed) => {
    const { error } = await attempt(() => deleteAccount(confirmed))
    if (error) return confirmationWords(error)
    onDeleted()
    await refresh('SIGNED_OUT')
  })
  return (
    <Dialog opened onClose={onClose} title={t('Delete your account?')}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="sm">
          <Text>
            {rich('The account of <b>{email}</b> and everything in it will be gone at once. This cannot be taken back.', {
              email: user.email,
              b: (words) => <b>{words}</b>,
            })}
          </Text>
          <ConfirmPassword user={user} data-autofocus {...form.field('password')} />
          {form.failure && <Notice tone="danger">{form.failure}</Notice>}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" color="red" loading={form.busy}>
              {t('Delete everything')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
