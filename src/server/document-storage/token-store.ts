/** The row `zoho_tokens`: the tokens as one sealed text, so that each renewal is told from the one before. */
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { notify } from '#server/db/notify.ts'
import { systemSettings } from '#server/db/schema/index.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import type { Tokens } from '#server/workdrive/ask-tokens.ts'

/** The backup seals the text anew under this purpose. */
const PURPOSE = 'zoho tokens'
/** Tells every process that there are tokens now, or none any more. */
export const STORAGE_CHANNEL = 'readback_storage'

const Sealed: z.ZodType<Tokens> = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
  expires_at: z.string(),
})
const Row = z.object({
  tokens: z.string(),
  updated_at: z.string(),
  /** While one process asks the provider for new tokens, the others wait. */
  refreshing_until: z.string().optional(),
  /** The code of what went wrong when they were last asked for. */
  refresh_failed: z.string().optional(),
})

/** `sealed` names this version of them. */
export type StoredTokens = { tokens: Tokens; sealed: string; updatedAt: string }

const tokensRow = eq(systemSettings.key, 'zoho_tokens')
export const tokensAre = (sealed: string) => and(tokensRow, sql`${systemSettings.value}->>'tokens' = ${sealed}`)

/** Null without any, and when they were sealed under another APP_SECRET. */
export async function readTokens(db: Db, secrets: Pick<SecretBox, 'open'>): Promise<StoredTokens | null> {
  const row = await readRow(db)
  const tokens = row && opened(row.tokens, secrets)
  return row && tokens ? { tokens, sealed: row.tokens, updatedAt: row.updated_at } : null
}

export async function readRow(db: Db) {
  const [row] = await db.select({ value: systemSettings.value }).from(systemSettings).where(tokensRow)
  return Row.safeParse(row?.value).data ?? null
}

/** Stores what an administrator consented to, in place of whatever there was. */
export async function storeTokens(db: Db, secrets: SecretBox, tokens: Tokens) {
  const value = rowOf(tokens, secrets)
  await db.transaction(async (tx) => {
    await tx
      .insert(systemSettings)
      .values({ key: 'zoho_tokens', value })
      .onConflictDoUpdate({ target: systemSettings.key, set: { value, updatedAt: new Date() } })
    await notify(tx, STORAGE_CHANNEL, '')
  })
}

/** Stores renewed tokens in place of those they were made from; not in place of any that came meanwhile. */
export async function replaceTokens(db: Db, secrets: SecretBox, { sealed, tokens }: { sealed: string; tokens: Tokens }) {
  const value = rowOf(tokens, secrets)
  await db.update(systemSettings).set({ value, updatedAt: new Date() }).where(tokensAre(sealed))
  return { tokens, sealed: value.tokens, updatedAt: value.updated_at }
}

export async function forgetTokens(db: Db) {
  await db.transaction(async (tx) => {
    await tx.delete(systemSettings).where(tokensRow)
    await notify(tx, STORAGE_CHANNEL, '')
  })
}

function rowOf(tokens: Tokens, secrets: SecretBox) {
  return { tokens: secrets.seal(JSON.stringify(tokens), PURPOSE), updated_at: new Date().toISOString() }
}

function opened(sealed: string, secrets: Pick<SecretBox, 'open'>): Tokens | null {
  try {
    return Sealed.parse(JSON.parse(secrets.open(sealed, PURPOSE)))
  } catch {
    return null
  }
}
