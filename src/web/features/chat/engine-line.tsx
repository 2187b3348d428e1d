import { useQuery } from '@tanstack/react-query'
import { wholeSentence } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { instanceQuery } from '#web/queries/session.ts'
import classes from './chat-box.module.css'

/** Which engine answers, what it can do, and where the pages and questions go. */
export function EngineLine() {
  const { data: instance } = useQuery(instanceQuery)
  const { kind, name, host } = instance?.engine ?? unknownYet
  return (
    <p className={classes.engine} data-unknown={!instance || undefined}>
      {kind === 'built-in'
        ? t('{name}: quotes sentences of your pages and writes none of its own. Nothing leaves this server.', {
            name: wholeSentence(name),
          })
        : t(
            '{name}: writes in its own words, and each source is read back against your pages. Pages and questions are sent to {host}.',
            { name, host: host ?? '' },
          )}
    </p>
  )
}

/** Keeps the room of its words while they are on their way, so that the chat above does not move. */
const unknownYet = { kind: 'built-in', name: 'Built-in engine', host: null }
