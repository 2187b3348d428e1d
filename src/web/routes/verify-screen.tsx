import { Box, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { forgetPendingEmail, pendingEmail } from '#web/features/account/pending-email.ts'
import { peekIntent } from '#web/features/account/intent.ts'
import { OutboxHint } from '#web/features/account/outbox-hint.tsx'
import { useSignInGate } from '#web/features/account/sign-in-gate.tsx'
import { VerifyForm } from '#web/features/account/verify-form.tsx'
import { rich, t } from '#web/languages/t.ts'
import { instanceQuery } from '#web/queries/session.ts'
import { Screen } from '#web/ui/screen.tsx'

export function VerifyScreen() {
  const [email] = useState(pendingEmail)
  const gate = useSignInGate()

  async function verified() {
    forgetPendingEmail()
    const inside = await gate.entered()
    // Where verifying does not sign in as well, the person signs in with what was just confirmed.
    if (!inside) gate.ask(peekIntent())
  }

  return (
    <Screen title={t('Verify your email')} width="narrow">
      <Title order={1} fz="2rem" mb="xs">
        {t('Verify your email')}
      </Title>
      {email && <SentTo email={email} />}
      {email && <OutboxHint what="code" />}
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
      {rich('Enter the 7-digit code we sent to <b>{email}</b>.', { email, b: (words) => <b>{words}</b> })}
      {instance?.mail === 'smtp' &&
        ` ${t('It may take a moment: while the mail server does not answer, we keep trying.')}`}
    </Text>
  )
}
