import { Anchor, Box, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { clearPendingEmail, pendingEmail } from '#web/features/sign-in/pending-email.ts'
import { readIntent } from '#web/features/sign-in/intent.ts'
import { OutboxHint } from '#web/features/sign-in/outbox-hint.tsx'
import { useSignInGate } from '#web/features/sign-in/sign-in-gate.tsx'
import { VerifyForm } from '#web/features/sign-in/verify-form.tsx'
import { rich, t } from '#web/messages/t.ts'
import { instanceQuery } from '#web/queries/session/session.ts'
import { Screen } from '#web/ui/screen.tsx'

export function VerifyScreen() {
  const [email] = useState(pendingEmail)
  const gate = useSignInGate()
  const navigate = useNavigate()

  async function verified() {
    clearPendingEmail()
    const inside = await gate.completeSignIn()
    // If verification does not sign in, the user signs in with the confirmed address.
    if (!inside) gate.requestSignIn({ path: '/', ...readIntent(), signUp: false })
  }

  /** To the main screen, because this one keeps the address that it was opened with. */
  async function leave({ signUp }: { signUp: boolean }) {
    await navigate({ to: '/' })
    gate.requestSignIn({ path: '/', ...readIntent(), signUp })
  }

  return (
    <Screen title={t('signIn.verifyEmailTitle')} width="narrow">
      <Title order={1} fz="2rem" mb="xs">
        {t('signIn.verifyEmailTitle')}
      </Title>
      {email && <SentTo email={email} />}
      {email && <OutboxHint kind="code" />}
      <Box mt="md">
        <VerifyForm email={email} onVerified={verified} />
      </Box>
      <Text size="sm" ta="center" mt="sm">
        {t('signIn.haveAccount')} {link(t('common.signIn'), () => leave({ signUp: false }))}
      </Text>
      {email && (
        <Text size="sm" ta="center" mt="xs">
          {t('signIn.wrongAddress')} {link(t('signIn.changeAddress'), () => leave({ signUp: true }))}
        </Text>
      )}
    </Screen>
  )
}

const link = (words: string, onClick: () => Promise<void>) => (
  <Anchor component="button" type="button" inherit onClick={() => void onClick()}>
    {words}
  </Anchor>
)

function SentTo({ email }: { email: string }) {
  const { data: instance } = useQuery(instanceQuery)
  return (
    <Text c="dimmed" mb="md">
      {rich(instance?.mail === 'outbox' ? 'signIn.enterUnsentCode' : 'signIn.enterCode', {
        email,
        b: (words) => <b>{words}</b>,
      })}
      {instance?.mail === 'smtp' && ` ${t('signIn.emailDelay')}`}
    </Text>
  )
}
