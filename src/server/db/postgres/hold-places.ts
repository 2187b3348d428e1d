/**
 * Places as advisory locks of this process' own session: counted by PostgreSQL, written nowhere, and given back by it
 * the moment the connection ends, however the process dies. No clock has a part in it.
 */
import { z } from 'zod'
import type { Places, WantedPlace } from '#server/db/places.ts'
import type { KeptConnection } from './keep-connection.ts'

type Place = { name: string; number: number }

const LEFT_CHANNEL = 'readback_place_left'

/** A machine that vanished without a word is believed to hold its places for half a minute. */
const SHORT_KEEPALIVE = `select set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false)`

export function holdPlaces(connection: KeptConnection): Places {
  /** The numbers this session holds: it would be given them again, since a session never locks itself out. */
  const held = new Map<string, Set<number>>()
  const listeners = new Set<() => void>()
  let turn: Promise<unknown> = Promise.resolve()

  connection.atBeginning(async (say) => {
    await say(SHORT_KEEPALIVE)
    await say(`listen ${LEFT_CHANNEL}`)
    // What others took while the connection was gone is theirs too, until it is left.
    for (const { name, number } of allHeld()) await say('select pg_try_advisory_lock(hashtext($1), $2)', [name, number])
  })
  connection.onNotification((channel) => {
    if (channel === LEFT_CHANNEL) listeners.forEach((called) => called())
  })

  return {
    take: (wanted) => inTurn(() => take(wanted)),
    onLeft(called) {
      listeners.add(called)
      return () => void listeners.delete(called)
    },
  }

  async function take(wanted: WantedPlace[]) {
    const [row] = await connection.say(statementFor(wanted), wanted.flatMap(({ name, most }) => [name, most, [...(held.get(name) ?? [])]]))
    const numbers = Object.values(Numbers.parse(row))
    const taken = wanted.flatMap(({ name }, index) => ({ name, number: numbers[index] ?? null })).filter(isTaken)
    for (const { name, number } of taken) held.set(name, (held.get(name) ?? new Set()).add(number))
    const full = wanted[taken.length]
    if (!full) return { leave: () => inTurn(() => leave(taken)) }
    if (taken.length > 0) await leave(taken)
    return { full: full.name }
  }

  async function leave(places: Place[]) {
    for (const { name, number } of places) {
      const numbers = held.get(name)
      numbers?.delete(number)
      if (numbers?.size === 0) held.delete(name)
    }
    const unlocks = places.map((_, index) => `pg_advisory_unlock(hashtext($${2 * index + 1}), $${2 * index + 2})`)
    // A connection that breaks here has given them back.
    await connection
      .say(`select ${unlocks.join(', ')}, pg_notify('${LEFT_CHANNEL}', '')`, places.flatMap(({ name, number }) => [name, number]))
      .catch(() => undefined)
  }

  /** What is held must be known before the next statement is written. */
  function inTurn<T>(action: () => Promise<T>): Promise<T> {
    const done = turn.then(action)
    turn = done.catch(() => undefined)
    return done
  }

  function allHeld(): Place[] {
    return [...held].flatMap(([name, numbers]) => [...numbers].map((number) => ({ name, number })))
  }
}

const Numbers = z.record(z.string(), z.number().nullable())
const isTaken = (place: { name: string; number: number | null }): place is Place => place.number !== null

/**
 * Takes the first free number of each name, and of a later name only when the one before had one. A `case` keeps its
 * order, which the conditions of a `where` do not: what is not to be locked is not tried.
 */
function statementFor(wanted: WantedPlace[]): string {
  const parts = wanted.map((_, index) => {
    const [name, most, mine] = [3 * index + 1, 3 * index + 2, 3 * index + 3]
    const before = index === 0 ? 'true' : `exists (select from place_${index - 1})`
    return `place_${index} as materialized (
      select number from generate_series(1, $${most}::int) as number
       where case when not ${before} or number = any($${mine}::int[]) then false
                  else pg_try_advisory_lock(hashtext($${name}), number) end
       limit 1)`
  })
  return `with ${parts.join(', ')} select ${wanted.map((_, index) => `(select number from place_${index}) as number_${index}`).join(', ')}`
}
