import { useQuery } from '@tanstack/react-query'
import { instanceQuery } from '#web/queries/session.ts'
import classes from './chat-box.module.css'

/** Which engine answers, what it can do, and where the pages and questions go. */
export function EngineLine() {
  const { data: instance } = useQuery(instanceQuery)
  if (!instance) return null
  const { kind, name, host } = instance.engine
  return (
    <p className={classes.engine}>
      {kind === 'built-in'
        ? `${name}: quotes sentences of your pages and writes none of its own. Nothing leaves this server.`
        : `${name}: writes in its own words, and each source is read back against your pages. Pages and questions are sent to ${host}.`}
    </p>
  )
}
