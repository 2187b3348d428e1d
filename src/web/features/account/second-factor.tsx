import { Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { MyAccount } from '#shared/account.ts'
import { rich, t } from '#web/messages/t.ts'
import { AccountSection } from './account-section.tsx'
import { EnrollFactor } from './enroll-factor.tsx'
import { ManageFactor } from './manage-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Two-factor authentication: enrollment, recovery codes, removal. */
export function SecondFactor({ user }: { user: MyAccount['user'] }) {
  /** New recovery codes; never shown again after this. */
  const [codes, setCodes] = useState<string[] | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const verified = user.factors.some(({ status }) => status === 'verified')
  const hideCodes = () => {
    setCodes(null)
    content.current?.focus()
  }
  return (
    <AccountSection title={t('account.twoFactor')} hint={t('account.twoFactorHint')} content={content}>
      {verified && <Text>{rich('account.authenticatorOn', { b: (text) => <b>{text}</b> })}</Text>}
      {codes && <RecoveryCodes codes={codes} onDone={hideCodes} />}
      {!codes && verified && <ManageFactor user={user} onCodes={setCodes} />}
      {!codes && !verified && <EnrollFactor user={user} onEnrolled={setCodes} />}
    </AccountSection>
  )
}
