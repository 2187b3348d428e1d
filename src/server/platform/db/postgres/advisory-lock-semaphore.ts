/**
 * A semaphore made of advisory locks of this process's session. PostgreSQL counts them and releases them when the
 * connection ends, however the process dies; nothing is stored and no clock is involved.
 */
import { z } from 'zod'
import type { Semaphore, SlotRequest } from '#server/platform/semaphore.ts'
import type { PersistentConnection } from './persistent-connection.ts'

type Slot = { name: string; number: number }

const RELEASE_CHANNEL = 'readback_slot_released'

/** The server notices within half a minute that a machine vanished, and releases its slots. */
const SHORT_KEEPALIVE = `select set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false)`

export function createAdvisoryLockSemaphore(connection: PersistentConnection): Semaphore {
  /** Slot numbers that this session holds: a session can lock its own locks again, so they must be excluded. */
  const held = new Map<string, Set<number>>()
  const listeners = new Set<() => void>()
  let previous: Promise<unknown> = Promise.resolve()

  connection.onConnect(async (query) => {
    await query(SHORT_KEEPALIVE)
    await query(`listen ${RELEASE_CHANNEL}`)
    // A slot that another process took during the reconnect is held twice until one of them releases it.
    for (const { name, number } of allHeld())
      await query('select pg_try_advisory_lock(hashtext($1), $2)', [name, number])
  })
  connection.onNotification((channel) => {
    if (channel === RELEASE_CHANNEL) listeners.forEach((callback) => callback())
  })

  return {
    acquire: (requests) => serialize(() => acquire(requests)),
    onRelease(callback) {
      listeners.add(callback)
      return () => void listeners.delete(callback)
    },
  }

  async function acquire(requests: SlotRequest[]) {
    const values = requests.flatMap(({ name, limit }) => [name, limit, [...(held.get(name) ?? [])]])
    const [row] = await connection.query(lockStatement(requests), values)
    const numbers = Object.values(Numbers.parse(row))
    const slots = requests.map(({ name }, index) => ({ name, number: numbers[index] ?? null })).filter(isAcquired)
    for (const { name, number } of slots) held.set(name, (held.get(name) ?? new Set()).add(number))
    const full = requests[slots.length]
    if (!full) return { release: () => serialize(() => release(slots)) }
    if (slots.length > 0) await release(slots)
    return { full: full.name }
  }

  async function release(slots: Slot[]) {
    for (const { name, number } of slots) {
      const numbers = held.get(name)
      numbers?.delete(number)
      if (numbers?.size === 0) held.delete(name)
    }
    const unlocks = slots.map((_, index) => `pg_advisory_unlock(hashtext($${2 * index + 1}), $${2 * index + 2})`)
    const statement = `select ${unlocks.join(', ')}, pg_notify('${RELEASE_CHANNEL}', '')`
    const values = slots.flatMap(({ name, number }) => [name, number])
    // If the connection breaks here, the server has released them.
    await connection.query(statement, values).catch(() => undefined)
  }

  /** Each statement depends on the slots held after the one before it. */
  function serialize<T>(action: () => Promise<T>): Promise<T> {
    const result = previous.then(action)
    previous = result.catch(() => undefined)
    return result
  }

  function allHeld(): Slot[] {
    return [...held].flatMap(([name, numbers]) => [...numbers].map((number) => ({ name, number })))
  }
}

const Numbers = z.record(z.string(), z.number().nullable())
const isAcquired = (slot: { name: string; number: number | null }): slot is Slot => slot.number !== null

/**
 * Locks the first free number of each name, and tries a name only if the one before it had a free number. The
 * conditions are in a `case` because a `where` may evaluate them in any order and would lock numbers it then rejects.
 */
function lockStatement(requests: SlotRequest[]): string {
  const parts = requests.map((_, index) => {
    const [name, limit, mine] = [3 * index + 1, 3 * index + 2, 3 * index + 3]
    const previousSucceeded = index === 0 ? 'true' : `exists (select from slot_${index - 1})`
    return `slot_${index} as materialized (
      select number from generate_series(1, $${limit}::int) as number
       where case when not ${previousSucceeded} or number = any($${mine}::int[]) then false
                  else pg_try_advisory_lock(hashtext($${name}), number) end
       limit 1)`
  })
  const numbers = requests.map((_, index) => `(select number from slot_${index}) as number_${index}`)
  return `with ${parts.join(', ')} select ${numbers.join(', ')}`
}
