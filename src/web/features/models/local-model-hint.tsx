import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { rich } from '#web/messages/t.ts'
import { firstStepsQuery, instanceQuery, useSession } from '#web/queries/session/session.ts'
import { describeServers } from './describe-servers.ts'
import classes from './models.module.css'

/** Visitors need not load the queries of administrators. */
const AdministratorHint = lazy(async () => ({ default: (await import('./administrator-hint.tsx')).AdministratorHint }))

/**
 * While the built-in engine answers: model servers on this machine could. For administrators and, before there is one,
 * for the operator, whose browser runs on the machine of the server.
 */
export function LocalModelHint({ onSignUp }: { onSignUp: () => void }) {
  const { user, loading } = useSession()
  const { data: instance } = useQuery(instanceQuery)
  if (instance?.engine.kind !== 'built-in' || loading) return null
  if (!user?.isAdmin) return isOnThisMachine() ? <OperatorHint email={user?.email} onSignUp={onSignUp} /> : null
  return (
    <Suspense>
      <AdministratorHint />
    </Suspense>
  )
}

function OperatorHint({ email, onSignUp }: { email: string | undefined; onSignUp: () => void }) {
  const { data: steps } = useQuery(firstStepsQuery)
  if (!steps?.needsAdministrator || steps.servers.length === 0) return null
  const code = (command: ReactNode) => <code>{command}</code>
  const signUp = (text: ReactNode) => (
    <Anchor component="button" inherit onClick={onSignUp}>
      {text}
    </Anchor>
  )
  return (
    <p className={classes.hint}>
      {rich('models.hint', { found: describeServers(steps.servers), link: (text) => text })}{' '}
      {email ? rich('models.operatorStep', { email, code }) : rich('models.newOperatorStep', { code, link: signUp })}
    </p>
  )
}

const isOnThisMachine = () => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)
