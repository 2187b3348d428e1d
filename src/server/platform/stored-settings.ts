/**
 * The settings that administrators store: sealed one by one in the row `api_keys`, and cached decrypted in every
 * process. A change is notified, so all processes refresh.
 */
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { ModelChoice, ModelRole } from '#shared/models.ts'
import { SettingName } from '#shared/settings.ts'
import type { Database, Db } from './db/database.ts'
import { notify } from './db/notify.ts'
import { systemSettings } from './db/schema/index.ts'
import type { Log } from './log.ts'
import { type SecretBox, secretPurposes } from './secret-box.ts'

/** Notified after the stored settings have changed. */
export const SETTINGS_CHANNEL = 'readback_settings'

/** The chosen models are stored as JSON beside the settings. */
const StoredName = z.enum([...SettingName.options, 'model_chat', 'model_embedding', 'model_reranking'])
type StoredName = z.infer<typeof StoredName>
const SealedSettings = z.partialRecord(StoredName, z.string())

export type SettingValues = Readonly<Partial<Record<StoredName, string>>>

export type StoredSettings = {
  values(): SettingValues
  /** The model that an administrator chose. */
  model(role: ModelRole): ModelChoice | undefined
  /** Stored settings that cannot be decrypted because they were sealed under another APP_SECRET. */
  unreadable(): StoredName[]
  /** Within `tx`: stores the given settings, removes those that are null and keeps the others. */
  save(tx: Db, changes: Partial<Record<StoredName, string | null>>): Promise<void>
  /** Reloads now, for callers that cannot wait for the notification after a commit. */
  refresh(): Promise<void>
  close(): Promise<void>
}

export async function openStoredSettings(
  { db, listen }: Pick<Database, 'db' | 'listen'>,
  secrets: SecretBox,
  log: Pick<Log, 'error'>,
): Promise<StoredSettings> {
  let values: SettingValues = {}
  let models: Partial<Record<ModelRole, ModelChoice>> = {}
  let unreadable: StoredName[] = []
  let startedLoads = 0
  let latestApplied = 0

  async function refresh() {
    const load = ++startedLoads
    const opened = openAll(await readSealed(db), secrets)
    // Loads may finish out of order: never overwrite the result of one that started later.
    if (load < latestApplied) return
    latestApplied = load
    ;({ values, unreadable } = opened)
    models = Object.assign({}, ...ModelRole.options.map((role) => parseModel(role, values[`model_${role}`])))
  }

  const onChange = () =>
    void refresh().catch((error: unknown) => log.error({ err: error }, 'Could not load the stored settings'))
  const unlisten = await listen(SETTINGS_CHANNEL, onChange, onChange)
  await refresh()
  if (unreadable.length > 0) {
    log.error(
      `Stored settings could not be decrypted and are ignored: ${unreadable.join(', ')}. They were stored under another APP_SECRET; store them again.`,
    )
  }

  return {
    values: () => values,
    model: (role) => models[role],
    unreadable: () => unreadable,
    refresh,
    async save(tx, changes) {
      await tx.insert(systemSettings).values({ key: 'api_keys', value: {} }).onConflictDoNothing()
      const sealed = await readSealed(tx, { forUpdate: true })
      for (const [name, value] of Object.entries(changes)) {
        const key = StoredName.parse(name)
        if (value === null) delete sealed[key]
        else if (value !== undefined) sealed[key] = secrets.seal(value, secretPurposes.setting(key))
      }
      await tx
        .update(systemSettings)
        .set({ value: sealed, updatedAt: new Date() })
        .where(eq(systemSettings.key, 'api_keys'))
      await notify(tx, SETTINGS_CHANNEL, '')
    },
    close: unlisten,
  }
}

async function readSealed(db: Db, { forUpdate = false } = {}) {
  const query = db
    .select({ value: systemSettings.value })
    .from(systemSettings)
    .where(eq(systemSettings.key, 'api_keys'))
  const [row] = await (forUpdate ? query.for('update') : query)
  return SealedSettings.parse(row?.value ?? {})
}

function openAll(sealed: z.infer<typeof SealedSettings>, secrets: SecretBox) {
  const values: Partial<Record<StoredName, string>> = {}
  const unreadable: StoredName[] = []
  for (const name of StoredName.options) {
    const text = sealed[name]
    if (text === undefined) continue
    try {
      values[name] = secrets.open(text, secretPurposes.setting(name))
    } catch {
      unreadable.push(name)
    }
  }
  return { values, unreadable }
}

const parseModel = (role: ModelRole, json: string | undefined) =>
  json === undefined ? {} : { [role]: ModelChoice.parse(JSON.parse(json)) }
