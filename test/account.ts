/**
 * An account as the sign-up leaves it, and a session of it: written into the database, since most tests only need
 * somebody. The steps by which a person comes there are enter.ts, and have tests of their own.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { grantListedAdmins } from '#server/account/grant-listed-admins.ts'
import { openAccount } from '#server/account/open-account.ts'
import { hashPassword } from '#server/account/passwords.ts'
import { accounts, sessions, users } from '#server/db/schema/index.ts'
import type { Services } from '#server/services.ts'

const DAY_MS = 24 * 60 * 60_000
/** Hashing takes a tenth of a second on purpose; one hash will do for everybody with the same one. */
const hashes = new Map<string, Promise<string>>()

/** Answers the new person's id, and the session's cookie as a browser would keep it. */
export async function writePerson({ db, config, appSecret }: Services, { email, password }: { email: string; password: string }) {
  const userId = randomUUID()
  await db.insert(users).values({ id: userId, name: 'A Person', email, emailVerified: true })
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  const way = { accountId: userId, providerId: 'credential', password: await hash }
  await db.insert(accounts).values({ id: randomUUID(), userId, ...way })
  await openAccount(db, userId, config.defaultTier)
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
