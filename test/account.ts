/** Accounts and sessions written directly to the database. Tests of sign-up itself use auth-requests.ts. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { grantListedAdmins } from '#server/accounts/grant-listed-admins.ts'
import { provisionAccount } from '#server/accounts/provision-account.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { accounts, sessions, users } from '#server/platform/db/schema/index.ts'
import type { Services } from '#server/services.ts'

const DAY_MS = 24 * 60 * 60_000
/** A hash takes a tenth of a second: users with the same password share it. */
const hashes = new Map<string, Promise<string>>()

/** Answers the new person's id, and the session's cookie as a browser would keep it. */
export async function writePerson(
  { db, config, appSecret }: Services,
  { email, password }: { email: string; password: string },
) {
  const userId = randomUUID()
  await db.insert(users).values({ id: userId, name: 'A Person', email, emailVerified: true })
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  const way = { accountId: userId, providerId: 'credential', password: await hash }
  await db.insert(accounts).values({ id: randomUUID(), userId, ...way })
  await provisionAccount(db, userId, config.defaultTier)
  await grantListedAdmins(db, config.adminEmails)
  const token = randomBytes(24).toString('base64url')
  await db.insert(sessions).values({ id: randomUUID(), userId, token, expiresAt: new Date(Date.now() + 30 * DAY_MS) })
  return { userId, cookie: cookieOf(token, { config, appSecret }) }
}

function cookieOf(token: string, { config, appSecret }: Pick<Services, 'config' | 'appSecret'>): [string, string] {
  const name = `${config.appUrl.startsWith('https:') ? '__Secure-' : ''}readback.session_token`
  const signature = createHmac('sha256', appSecret).update(token).digest('base64')
  return [name, encodeURIComponent(`${token}.${signature}`)]
}
