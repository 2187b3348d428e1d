import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { currentLocale } from '#web/messages/language.ts'
import { rich, t } from '#web/messages/t.ts'
import { firstStepsQuery, localServersQuery } from '#web/queries/admin.ts'
import { instanceQuery, useSession } from '#web/queries/session/session.ts'
import classes from './models.module.css'

/**
 * While the built-in engine answers: model servers on this machine could. For administrators and, before there is one,
 * for the operator, whose browser runs on the machine of the server.
 */
export function LocalModelHint({ onSignUp }: { onSignUp: () => void }) {
  const { user, loading } = useSession()
  const { data: instance } = useQuery(instanceQuery)
  const isBuiltIn = instance?.engine.kind === 'built-in' && !loading
  if (!isBuiltIn) return null
  if (user?.isAdmin) return <AdministratorHint />
  return isOnThisMachine() ? <OperatorHint email={user?.email} onSignUp={onSignUp} /> : null
}

function AdministratorHint() {
  const { data: servers = [] } = useQuery(localServersQuery)
  if (servers.length === 0) return null
  const found = listOf(servers.map(({ name, models }) => ({ name, models: models.length })))
  return <Hint>{rich('models.hint', { found, link: (text) => <Link to="/admin/settings">{text}</Link> })}</Hint>
}

function OperatorHint({ email, onSignUp }: { email: string | undefined; onSignUp: () => void }) {
  const { data: steps } = useQuery(firstStepsQuery)
  if (!steps?.needsAdministrator || steps.servers.length === 0) return null
  const found = listOf(steps.servers)
  const command = <code>npm run admin -- grant {email ?? 'EMAIL'}</code>
  if (email) return <Hint>{rich('models.operatorHint', { found, command })}</Hint>
  const signUp = (text: ReactNode) => (
    <Anchor component="button" inherit onClick={onSignUp}>
      {text}
    </Anchor>
  )
  return <Hint>{rich('models.newOperatorHint', { found, command, link: signUp })}</Hint>
}

const Hint = ({ children }: { children: ReactNode }) => <p className={classes.hint}>{children}</p>

/** "Ollama with 3 models and LM Studio with 1 model" */
const listOf = (servers: { name: string; models: number }[]) =>
  new Intl.ListFormat(currentLocale()).format(
    servers.map(({ name, models: n }) => t('models.foundServer', { name, n })),
  )

const isOnThisMachine = () => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)
