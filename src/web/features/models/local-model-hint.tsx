import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { rich } from '#web/messages/t.ts'
import { localServersQuery } from '#web/queries/admin.ts'
import { instanceQuery, useSession } from '#web/queries/session/session.ts'
import classes from './models.module.css'

/** For administrators of an installation without a language model: a model server on this machine could answer. */
export function LocalModelHint() {
  const { user } = useSession()
  const { data: instance } = useQuery(instanceQuery)
  const isOffered = user?.isAdmin === true && instance?.engine.kind === 'built-in'
  const { data: servers = [] } = useQuery({ ...localServersQuery, enabled: isOffered })
  const [server] = servers
  if (!isOffered || !server) return null
  return (
    <p className={classes.hint}>
      {rich('models.hint', {
        name: server.name,
        n: server.models.length,
        link: (text) => <Link to="/admin/settings">{text}</Link>,
      })}
    </p>
  )
}
