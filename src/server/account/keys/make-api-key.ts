import { createHash, randomBytes } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import { API_KEY_MARK, API_KEYS_MAX, type ApiScope, type MadeApiKey } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import { plans } from '#shared/plans.ts'
import type { Db } from '#server/db/database.ts'
import { apiKeys, users, userSettings } from '#server/db/schema/index.ts'
import { presentKey } from './list-api-keys.ts'

/** 256 bits: nobody finds one by trying, so a plain hash of it is enough. */
const SECRET_BYTES = 32
/** Of the key, with its mark: tells keys apart and gives none away. */
const PREFIX_LENGTH = 10

/** The key itself is in the answer and nowhere else. Throws 'key.needs-plan' and 'key.too-many'. */
export async function makeApiKey(
  db: Db,
  { userId, name, scopes }: { userId: string; name: string; scopes: ApiScope[] },
): Promise<MadeApiKey> {
  const secret = API_KEY_MARK + randomBytes(SECRET_BYTES).toString('base64url')
  return db.transaction(async (tx) => {
    // Locked, or two at once would both find room for the last one.
    const [account] = await tx
      .select({ tier: userSettings.tier })
      .from(users)
      .innerJoin(userSettings, eq(userSettings.userId, users.id))
      .where(eq(users.id, userId))
      .for('update')
    if (!account || !plans[account.tier].apiAccess) throw new AppError('key.needs-plan')
    const [live] = await tx
      .select({ keys: count() })
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    if (live && live.keys >= API_KEYS_MAX) throw new AppError('key.too-many', { n: live.keys })
    const [made] = await tx
      .insert(apiKeys)
      .values({ userId, name, scopes, hash: hashApiKey(secret), prefix: secret.slice(0, PREFIX_LENGTH) })
      .returning()
    if (!made) throw new Error('an insert answered no row')
    return { ...presentKey(made), secret }
  })
}

/** What is stored of a key: its SHA-256, in hex. */
export const hashApiKey = (secret: string) => createHash('sha256').update(secret).digest('hex')
