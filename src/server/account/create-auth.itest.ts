import { expect, it } from 'vitest'
import type { Message } from '#server/mail/messages.ts'
import { openTestDatabase } from '#test/database.ts'
import { silentLog as log } from '#test/silent-log.ts'
import { CLIENT_ADDRESS_HEADER } from './auth-limits.ts'
import { createAuth } from './create-auth.ts'

it('under https sends the cookie over https alone, and trusts no other origin', async () => {
  const { db } = await openTestDatabase()
  const mails: Message[] = []
  const auth = createAuth({
    db,
    log,
    config: { appUrl: 'https://readback.example.org', adminEmails: [], defaultTier: 'pro' },
    appSecret: 'an app secret of forty-eight letters for a test',
    sendMail: async (mail) => void mails.push(mail),
  })
  const post = (path: string, form: object, origin = 'https://readback.example.org') =>
    auth.handler(
      new Request(`http://127.0.0.1:3000/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, [CLIENT_ADDRESS_HEADER]: '203.0.113.9' },
        body: JSON.stringify(form),
      }),
    )

  const form = { email: 'ada@example.org', password: 'a-long-enough-password', name: 'Ada' }
  for (const origin of ['http://readback.example.org', 'https://readback.example.org.evil.example', 'null']) {
    expect((await post('/sign-up/email', form, origin)).status).toBe(403)
  }
  expect((await post('/sign-up/email', form)).status).toBe(200)
  const [otp] = /\d{7}/.exec(mails[0]?.essence ?? '') ?? []
  const verified = await post('/email-otp/verify-email', { email: form.email, otp })
  const [cookie = ''] = verified.headers.getSetCookie()
  expect(cookie).toMatch(/^__Secure-readback\.session_token=/)
  expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Lax']))
})
