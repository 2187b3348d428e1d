/**
 * The row `zoho_tokens`. The tokens are one sealed text, which differs after every refresh and so identifies a version.
 */
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { systemSettings } from '#server/platform/db/schema/index.ts'
import { type SecretBox, secretPurposes } from '#server/platform/secret-box.ts'
import type { Tokens } from '#server/workdrive/request-tokens.ts'

/** Notified when tokens are stored or deleted. */
export const STORAGE_CHANNEL = 'readback_storage'

const TokensJson: z.ZodType<Tokens> = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
  expires_at: z.string(),
})
const Row = z.object({
  tokens: z.string(),
  updated_at: z.string(),
  /** The lease of the process that is refreshing the tokens. */
  refreshing_until: z.string().optional(),
  /** The error code of the last failed refresh. */
  refresh_failed: z.string().optional(),
})

/** `sealed` identifies the version. */
export type StoredTokens = { tokens: Tokens; sealed: string; updatedAt: string }

const isTokensRow = eq(systemSettings.key, 'zoho_tokens')
export const isVersion = (sealed: string) => and(isTokensRow, sql`${systemSettings.value}->>'tokens' = ${sealed}`)

/** Null when there are none, or when they were sealed under another APP_SECRET. */
export async function readTokens(db: Db, secrets: Pick<SecretBox, 'open'>): Promise<StoredTokens | null> {
  const row = await readRow(db)
  if (!row) return null
  const tokens = openTokens(row.tokens, secrets)
  if (!tokens) return null
  return { tokens, sealed: row.tokens, updatedAt: row.updated_at }
}

/** Throws 'storage.no-tokens'. */
export async function requireTokens(db: Db, secrets: Pick<SecretBox, 'open'>): Promise<StoredTokens> {
  const stored = await readTokens(db, secrets)
  if (!stored) throw new AppError('storage.no-tokens')
  return stored
}

export async function readRow(db: Db) {
  const [row] = await db.select({ value: systemSettings.value }).from(systemSettings).where(isTokensRow)
  return Row.safeParse(row?.value).data ?? null
}

/** Within `tx`: stores tokens from a new consent, replacing any others. */
export async function storeTokens(tx: Db, secrets: SecretBox, tokens: Tokens) {
  const value = toRow(tokens, secrets)
  await tx
    .insert(systemSettings)
    .values({ key: 'zoho_tokens', value })
    .onConflictDoUpdate({ target: systemSettings.key, set: { value, updatedAt: new Date() } })
  await notify(tx, STORAGE_CHANNEL, '')
}

/** Stores refreshed tokens. Null when the version they were refreshed from has been replaced or deleted since. */
export async function replaceTokens(
  db: Db,
  secrets: SecretBox,
  { sealed, tokens }: { sealed: string; tokens: Tokens },
): Promise<StoredTokens | null> {
  const value = toRow(tokens, secrets)
  const replaced = await db
    .update(systemSettings)
    .set({ value, updatedAt: new Date() })
    .where(isVersion(sealed))
    .returning({ key: systemSettings.key })
  if (replaced.length === 0) return null
  return { tokens, sealed: value.tokens, updatedAt: value.updated_at }
}

export async function deleteTokens(db: Db) {
  await db.transaction(async (tx) => {
    await tx.delete(systemSettings).where(isTokensRow)
    await notify(tx, STORAGE_CHANNEL, '')
  })
}

function toRow(tokens: Tokens, secrets: SecretBox) {
  return {
    tokens: secrets.seal(JSON.stringify(tokens), secretPurposes.zohoTokens),
    updated_at: new Date().toISOString(),
  }
}

function openTokens(sealed: string, secrets: Pick<SecretBox, 'open'>): Tokens | null {
  try {
    return TokensJson.parse(JSON.parse(secrets.open(sealed, secretPurposes.zohoTokens)))
  } catch {
    return null
  }
}
