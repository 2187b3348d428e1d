import { Box, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#shared/errors.ts'
import { forgetPendingEmail, pendingEmail } from '#web/features/account/pending-email.ts'
import { peekIntent } from '#web/features/account/intent.ts'
import { useSignInGate } from '#web/features/account/sign-in-gate.tsx'
import { VerifyForm } from '#web/features/account/verify-form.tsx'
import { instanceQuery } from '#web/queries/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Screen } from '#web/ui/screen.tsx'

export function VerifyScreen() {
  const [email] = useState(pendingEmail)
  const { data: instance } = useQuery(instanceQuery)
  const gate = useSignInGate()

  async function verified() {
    forgetPendingEmail()
    const inside = await gate.entered()
    // Where verifying does not sign in as well, the person signs in with what was just confirmed.
    if (!inside) gate.ask(peekIntent())
  }

  return (
    <Screen title="Verify your email" width="narrow">
      <Title order={1} fz="2rem" mb="xs">
        Verify your email
      </Title>
      {email ? (
        <Text c="dimmed" mb="md">
          Enter the 7-digit code we sent to <b>{email}</b>.
        </Text>
      ) : (
        <Notice tone="danger">{errorMessage('account.email-not-found')}</Notice>
      )}
      {instance?.mail === 'outbox' && (
        <Notice>
          This server sends no mail yet. The code is printed in its log
          {instance.outbox && (
            <>
              {' '}
              and stands in the newest file of <code>{instance.outbox}</code>
            </>
          )}
          .
        </Notice>
      )}
      <Box mt="md">
        <VerifyForm email={email} onVerified={verified} />
      </Box>
    </Screen>
  )
}
