import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cleanText } from '#shared/clean-text.ts'
import { databaseKind, shareTestDatabase } from '#test/database.ts'
import { adminAuditLogs, users } from './schema/index.ts'

const database = shareTestDatabase(users)

const person = { id: 'u1', name: 'Ada', email: 'ada@example.com' }

test('refuses a value of more than 10 MB, in a transaction too, and returns smaller ones unchanged', async () => {
  const { db } = database()
  const tooLarge = { ...person, name: 'ö'.repeat(5 * 1024 * 1024 + 1) }
  const refusal = { cause: expect.objectContaining({ name: 'ValueTooLargeError' }) }
  await expect(db.insert(users).values(tooLarge)).rejects.toMatchObject(refusal)
  await expect(db.transaction((tx) => tx.insert(users).values(tooLarge))).rejects.toMatchObject(refusal)

  const large = 'ö'.repeat(1024 * 1024)
  const [stored] = await db
    .insert(users)
    .values({ ...person, name: large })
    .returning()
  expect(stored?.name === large).toBe(true)
})

test('stores cleaned text and JSON unchanged and refuses NUL', async () => {
  const { db } = database()
  const wild = 'Wörld 👋 \u{10ffff} \u202e "quotes" \\ \r\n\t\0\ud800'
  await expect(db.insert(users).values({ ...person, name: wild })).rejects.toThrow()
  const [stored] = await db
    .insert(users)
    .values({ ...person, name: cleanText(wild) })
    .returning()
  expect(stored?.name).toBe(cleanText(wild))

  const metadata = { text: cleanText(wild), nested: [{ number: 1.5, nothing: null, yes: true }] }
  const [row] = await db.insert(adminAuditLogs).values({ adminId: 'u1', action: 'test', metadata }).returning()
  expect(row?.metadata).toEqual(metadata)
  expect(row?.createdAt.getTime()).toBeCloseTo(Date.now(), -5)
})

test('does not spend the time of PostgreSQL’s default compression on page texts', async () => {
  const { db } = database()
  const stored = await db.execute(
    sql`select attcompression, attstorage from pg_attribute where attrelid = 'pages'::regclass and attname = 'content'`,
  )
  expect(stored).toMatchObject({
    rows: [databaseKind() === 'embedded' ? { attstorage: 'e' } : { attcompression: 'l' }],
  })
})
