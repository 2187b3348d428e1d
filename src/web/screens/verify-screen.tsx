import { Box, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
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

  async function verified() {
    clearPendingEmail()
    const inside = await gate.completeSignIn()
    // If verification does not sign in, the user signs in with the confirmed address.
    if (!inside) gate.requestSignIn(readIntent())
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
    </Screen>
  )
}

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
