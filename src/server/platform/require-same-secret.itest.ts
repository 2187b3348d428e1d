import { expect, it } from 'vitest'
import { systemSettings } from '#server/platform/db/schema/index.ts'
import { openTestDatabase } from '#test/database.ts'
import { requireSameSecret } from './require-same-secret.ts'
import { OperatorError } from './operator-error.ts'

const SECRET = 'the secret that the database was opened with'
const OTHER = 'another secret of more than thirty-two characters'

it('lets processes with the same APP_SECRET join, also when several start concurrently', async () => {
  const { db } = await openTestDatabase()
  await Promise.all([1, 2, 3].map(() => requireSameSecret(db, SECRET)))
  await requireSameSecret(db, SECRET)
  expect(await db.select().from(systemSettings)).toHaveLength(1)
})

it('refuses a process with another APP_SECRET and says where to find the right one', async () => {
  const { db } = await openTestDatabase()
  await requireSameSecret(db, SECRET)
  const refused = requireSameSecret(db, OTHER)
  await expect(refused).rejects.toThrow(OperatorError)
  await expect(refused).rejects.toThrow(/^APP_SECRET must be the one .* Set APP_SECRET to that value/)
  await requireSameSecret(db, SECRET)
})
