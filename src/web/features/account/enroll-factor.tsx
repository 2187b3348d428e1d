import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { FactorCode } from '#shared/account.ts'
import type { MyAccount } from '#shared/account.ts'
import { enrollFactor, verifyFactor } from '#web/api/auth-client.ts'
import type { Enrollment } from '#web/api/auth-client.ts'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { passwordSchema, ConfirmPassword, passwordError } from './confirm-password.tsx'
import classes from './enroll-factor.module.css'
import { QrCode } from './qr-code.tsx'
import { useCredentialsForm } from '#web/features/sign-in/use-credentials-form.ts'
import { useFields } from '#web/ui/hooks/use-fields.ts'

const inGroupsOfFour = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ')

type EnrollFactorProps = { user: MyAccount['user']; onEnrolled: (recoveryCodes: string[]) => void }

/**
 * Turns two-factor authentication on: confirms the password, shows the secret for the authenticator app, then verifies
 * the app's first code.
 */
export function EnrollFactor({ user, onEnrolled }: EnrollFactorProps) {
  const { attempt } = useSession()
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null)
  const schema = z.object({ password: passwordSchema(user) })
  const fields = useFields({ password: '' })
  const form = useCredentialsForm(fields, schema, async ({ password }) => {
    const { data, error } = await attempt(() => enrollFactor(password))
    if (error) return passwordError(error)
    fields.setValues({ password: '' })
    setEnrollment(data)
  })
  if (enrollment)
    return <VerifyFirstCode enrollment={enrollment} onEnrolled={onEnrolled} onCancel={() => setEnrollment(null)} />
  return (
    <form onSubmit={form.onSubmit} noValidate aria-label={t('account.twoFactorSetUpTitle')}>
      <Stack gap="sm" align="flex-start">
        <ConfirmPassword user={user} w="100%" {...form.field('password')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" variant="default" loading={form.busy}>
          {t('account.twoFactorSetUp')}
        </Button>
      </Stack>
    </form>
  )
}

type VerifyFirstCodeProps = {
  enrollment: Enrollment
  onEnrolled: EnrollFactorProps['onEnrolled']
  onCancel: () => void
}

function VerifyFirstCode({ enrollment, onEnrolled, onCancel }: VerifyFirstCodeProps) {
  const { attempt, refresh } = useSession()
  const fields = useFields({ code: '' })
  const schema = z.object({ code: FactorCode })
  const form = useCredentialsForm(fields, schema, async ({ code }) => {
    const { error } = await attempt(() => verifyFactor(code))
    if (error) return failureText(error, 'account.factor-code-wrong')
    onEnrolled(enrollment.recoveryCodes)
    await refresh('MFA_CHALLENGE_VERIFIED')
  })
  return (
    <form onSubmit={form.onSubmit} noValidate aria-label={t('account.twoFactorSetUpTitle')}>
      <Stack gap="sm">
        <Text>{t('account.scanCode')}</Text>
        <QrCode text={enrollment.totpURI} label={t('account.qrCode')} />
        <Text size="sm">
          {t('account.setupKey')} <code className={classes.secret}>{inGroupsOfFour(enrollment.secret)}</code>
        </Text>
        <TextInput
          label={t('signIn.authenticationCode')}
          description={t('account.appCodeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          {...form.field('code')}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Group gap="sm">
          <Button type="submit" loading={form.busy}>
            {t('account.verifyAndTurnOn')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
