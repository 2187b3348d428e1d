import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { suits } from '#shared/models.ts'
import { rich } from '#web/messages/t.ts'
import { localServersQuery } from '#web/queries/admin.ts'
import { describeServers } from './describe-servers.ts'
import classes from './models.module.css'

export function AdministratorHint() {
  const { data: servers = [] } = useQuery(localServersQuery)
  if (servers.length === 0) return null
  const found = describeServers(
    servers.map(({ name, models }) => ({ name, models: models.filter(suits('chat')).length })),
  )
  return (
    <p className={classes.hint}>
      {rich('models.hint', { found, link: (text) => <Link to="/admin/settings">{text}</Link> })}
    </p>
  )
}
