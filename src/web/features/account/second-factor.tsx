import { Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { MyAccount } from '#shared/account.ts'
import { rich, t } from '#web/languages/t.ts'
import { AccountSection } from './account-section.tsx'
import { EnrolFactor } from './enrol-factor.tsx'
import { ManageFactor } from './manage-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** An authenticator app beside the password: set up, shown as verified, given fresh recovery codes, removed. */
export function SecondFactor({ user }: { user: MyAccount['user'] }) {
  /** Shown this once. */
  const [codes, setCodes] = useState<string[] | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const verified = user.factors.some(({ status }) => status === 'verified')
  const hideCodes = () => {
    setCodes(null)
    content.current?.focus()
  }
  return (
    <AccountSection
      title={t('Second factor')}
      hint={t('A code from an authenticator app, asked for after your password.')}
      content={content}
    >
      {verified && (
        <Text>
          {rich('<b>Authenticator app</b>: verified', { b: (words) => <b>{words}</b> })}
        </Text>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={hideCodes} />}
      {!codes && verified && <ManageFactor user={user} onCodes={setCodes} />}
      {!codes && !verified && <EnrolFactor user={user} onEnrolled={setCodes} />}
    </AccountSection>
  )
}
