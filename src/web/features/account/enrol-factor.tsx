import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { FactorCode } from '#shared/account.ts'
import type { MyAccount } from '#shared/account.ts'
import { enrolFactor, verifyFactor } from '#web/auth-client.ts'
import type { Enrolment } from '#web/auth-client.ts'
import { t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { confirmation, ConfirmPassword, confirmationWords } from './confirm-password.tsx'
import classes from './enrol-factor.module.css'
import { QrCode } from './qr-code.tsx'
import { useCredentialsForm, useFields } from './use-credentials-form.ts'

type EnrolFactorProps = { user: MyAccount['user']; onEnrolled: (recoveryCodes: string[]) => void }

/** Password, then the secret for the app, then the app's first code; it counts only after that. */
export function EnrolFactor({ user, onEnrolled }: EnrolFactorProps) {
  const { attempt } = useSession()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const schema = z.object({ password: confirmation(user) })
  const fields = useFields({ password: '' })
  const form = useCredentialsForm(fields, schema, async ({ password }) => {
    const { data, error } = await attempt(() => enrolFactor(password))
    if (error) return confirmationWords(error)
    fields.setValues({ password: '' })
    setEnrolment(data)
  })
  if (enrolment) return <FirstCode enrolment={enrolment} onEnrolled={onEnrolled} onCancel={() => setEnrolment(null)} />
  return (
    <form onSubmit={form.onSubmit} noValidate aria-label={t('Set up a second factor')}>
      <Stack gap="sm" align="flex-start">
        <ConfirmPassword user={user} w="100%" {...form.field('password')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" variant="default" loading={form.busy}>
          {t('Set up second factor')}
        </Button>
      </Stack>
    </form>
  )
}

type FirstCodeProps = {
  enrolment: Enrolment
  onEnrolled: EnrolFactorProps['onEnrolled']
  onCancel: () => void
}

function FirstCode({ enrolment, onEnrolled, onCancel }: FirstCodeProps) {
  const { attempt, refresh } = useSession()
  const form = useCredentialsForm(useFields({ code: '' }), z.object({ code: FactorCode }), async ({ code }) => {
    const { error } = await attempt(() => verifyFactor(code))
    if (error) return failureWords(error, 'account.factor-code-wrong')
    onEnrolled(enrolment.backupCodes)
    await refresh('MFA_CHALLENGE_VERIFIED')
  })
  return (
    <form onSubmit={form.onSubmit} noValidate aria-label={t('Set up a second factor')}>
      <Stack gap="sm">
        <Text>{t('Scan this with your authenticator app, or type the secret into it.')}</Text>
        <QrCode text={enrolment.totpURI} label={t('QR code for your authenticator app')} />
        <Text size="sm">
          {t('Secret:')} <code className={classes.secret}>{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </Text>
        <TextInput
          label={t('Authentication code')}
          description={t('The six digits that the app shows now')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          {...form.field('code')}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Group gap="sm">
          <Button type="submit" loading={form.busy}>
            {t('Verify and turn on')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
