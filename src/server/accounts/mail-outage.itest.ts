import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { startMailServer, type MailServer } from '#test/mail-server.ts'
import { waitFor } from '#test/wait-for.ts'

let mail: MailServer
let app: TestApp
beforeAll(async () => {
  mail = await startMailServer()
  app = await openTestApp({ smtpUrl: mail.url, mailFrom: 'Readback <post@example.org>' })
})
afterAll(async () => {
  await app.close()
  await mail.close()
})

/** The result of a raw statement, from both drivers. */
const Rows = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })
const states = async () => {
  const { rows } = Rows.parse(await app.services.db.execute(sql`select state from pgboss.job where name = 'send-mail'`))
  return rows.map((row) => row['state'])
}

it('keeps the sign-up and retries the mail when the mail server defers it [mail-is-down-1]', async () => {
  mail.refusing = true
  const form = { email: 'ada@example.org', password: PASSWORD }
  expect((await app.visitor.post('/api/auth/sign-up/email', form)).status).toBe(200)
  await waitFor('the job to be put back', async () => (await states()).includes('retry'))
  expect(mail.received).toEqual([])
  const { rows: jobs } = Rows.parse(
    await app.services.db.execute(sql`select data, output from pgboss.job where name = 'send-mail'`),
  )
  expect(JSON.stringify(jobs)).not.toContain('ada@example.org')

  mail.refusing = false
  // The retry is at least ten seconds away: make it due now.
  await app.services.db.execute(sql`update pgboss.job set start_after = now() where name = 'send-mail'`)
  const [message = ''] = await waitFor('the mail', () => mail.received.length > 0 && mail.received)
  const [code] = /\b\d{7}\b/.exec(message) ?? []
  const answer = await app.visitor.post('/api/auth/email-otp/verify-email', { email: 'ada@example.org', otp: code })
  expect(answer.status).toBe(200)
  await waitFor('the job to be gone', async () => (await states()).every((state) => state === 'completed'))
})
