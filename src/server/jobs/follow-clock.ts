/** Looks every few seconds whether the database's clock was set back; each process does, and one of them mends it. */
import { mendClock } from '#server/db/mend-clock.ts'
import type { Services } from '#server/services.ts'

const LOOK_EVERY_MS = 5_000

/** Answers the function that ends it, once what is under way is over. */
export function followClock({ db, log }: Pick<Services, 'db' | 'log'>): () => Promise<void> {
  let looking = look()
  const timer = setInterval(() => (looking = look()), LOOK_EVERY_MS)

  async function look() {
    try {
      const seconds = await mendClock(db)
      if (seconds > 0) log.warn({ seconds: Math.round(seconds) }, "The database's clock was set back; what waited for a later time was brought forward")
    } catch (error) {
      log.warn({ err: error }, "whether the database's clock was set back is looked at later")
    }
  }

  return async () => {
    clearInterval(timer)
    await looking
  }
}
