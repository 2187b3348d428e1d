/**
 * The settings that administrators store, sealed one by one in the row `api_keys`, and held open in memory by every
 * process: whoever saves tells all.
 */
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { SettingName } from '#shared/settings.ts'
import type { Database, Db } from '#server/db/database.ts'
import { notify } from '#server/db/notify.ts'
import { systemSettings } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'

/** Notified after a change to what is stored. */
export const SETTINGS_CHANNEL = 'readback_settings'

const Sealed = z.partialRecord(SettingName, z.string())

export type SettingValues = Readonly<Partial<Record<SettingName, string>>>

export type StoredSettings = {
  /** What is stored now. */
  values(): SettingValues
  /** Those that are stored and cannot be opened: sealed under another APP_SECRET. */
  unreadable(): SettingName[]
  /** Within `tx`: stores these, and forgets those that are null; the others stay. Every process follows the commit. */
  save(tx: Db, changes: Partial<Record<SettingName, string | null>>): Promise<void>
  /** Reads what is stored, for whoever cannot wait until the news of a commit arrives. */
  refresh(): Promise<void>
  close(): Promise<void>
}

type Sealer = { seal(text: string, purpose: string): string; open(sealed: string, purpose: string): string }

export async function openStoredSettings(
  { db, listen }: Pick<Database, 'db' | 'listen'>,
  sealer: Sealer,
  log: Pick<Log, 'error'>,
): Promise<StoredSettings> {
  let values: SettingValues = {}
  let unreadable: SettingName[] = []
  let reads = 0
  let known = 0

  async function refresh() {
    const read = ++reads
    const opened = openAll(await readSealed(db), sealer)
    // A read that began later knows more, once it is back: whoever waits for this one sees at least what it saw.
    if (read < known) return
    known = read
    ;({ values, unreadable } = opened)
  }

  const follow = () => void refresh().catch((error: unknown) => log.error({ err: error }, 'The stored settings cannot be read'))
  const unlisten = await listen(SETTINGS_CHANNEL, follow, follow)
  await refresh()
  if (unreadable.length > 0) {
    log.error(`Stored settings cannot be opened and are not used: ${unreadable.join(', ')}. They were stored under another APP_SECRET; store them again.`)
  }

  return {
    values: () => values,
    unreadable: () => unreadable,
    refresh,
    async save(tx, changes) {
      await tx.insert(systemSettings).values({ key: 'api_keys', value: {} }).onConflictDoNothing()
      const sealed = await readSealed(tx, { locked: true })
      for (const [name, value] of Object.entries(changes)) {
        const key = SettingName.parse(name)
        if (value === null) delete sealed[key]
        else if (value !== undefined) sealed[key] = sealer.seal(value, purposeOf(key))
      }
      await tx.update(systemSettings).set({ value: sealed, updatedAt: new Date() }).where(eq(systemSettings.key, 'api_keys'))
      await notify(tx, SETTINGS_CHANNEL, '')
    },
    close: unlisten,
  }
}

async function readSealed(db: Db, { locked = false } = {}) {
  const asked = db.select({ value: systemSettings.value }).from(systemSettings).where(eq(systemSettings.key, 'api_keys'))
  const [row] = await (locked ? asked.for('update') : asked)
  return Sealed.parse(row?.value ?? {})
}

function openAll(sealed: z.infer<typeof Sealed>, sealer: Sealer) {
  const values: Partial<Record<SettingName, string>> = {}
  const unreadable: SettingName[] = []
  for (const name of SettingName.options) {
    const text = sealed[name]
    if (text === undefined) continue
    try {
      values[name] = sealer.open(text, purposeOf(name))
    } catch {
      unreadable.push(name)
    }
  }
  return { values, unreadable }
}

/** One stored secret cannot be put in another's place. */
function purposeOf(name: SettingName): string {
  return `setting ${name}`
}
