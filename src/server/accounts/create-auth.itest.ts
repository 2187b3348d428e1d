import { expect, it } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { testLog as log } from '#test/test-log.ts'
import { CLIENT_IP_HEADER } from './auth-limits.ts'
import { createAuth } from './create-auth.ts'
import type { AccountMail } from './enqueue-mail.ts'

it('sets secure cookies for an https APP_URL and rejects other origins', async () => {
  const { db } = await openTestDatabase()
  const mails: AccountMail[] = []
  const auth = createAuth({
    db,
    log,
    config: { appUrl: 'https://readback.example.org', adminEmails: [], defaultTier: 'pro', oidc: undefined },
    appSecret: 'an app secret of forty-eight letters for a test',
    enqueueMail: async (_tx, mail) => void mails.push(mail),
  })
  const post = (path: string, form: object, origin = 'https://readback.example.org', cookie = '') =>
    auth.handler(
      new Request(`http://127.0.0.1:3000/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, cookie, [CLIENT_IP_HEADER]: '203.0.113.9' },
        body: JSON.stringify(form),
      }),
    )

  const form = { email: 'ada@example.org', password: 'a-long-enough-password', name: 'Ada' }
  for (const origin of ['http://readback.example.org', 'https://readback.example.org.evil.example', 'null']) {
    expect((await post('/sign-up/start', form, origin)).status).toBe(403)
  }
  const signedUp = await post('/sign-up/start', form)
  expect(signedUp.status).toBe(200)
  const [signUpCookie = ''] = signedUp.headers.getSetCookie()
  expect(signUpCookie).toMatch(/^__Secure-readback\.sign_up=.*HttpOnly; Secure; SameSite=Lax/)
  const [otp] = /\d{7}/.exec(mails[0]?.ifNoAccount?.logText ?? '') ?? []
  const verified = await post('/sign-up/verify', { email: form.email, otp }, undefined, signUpCookie.split(';')[0])
  const cookie = verified.headers.getSetCookie().find((each) => each.includes('session_token')) ?? ''
  expect(cookie).toMatch(/^__Secure-readback\.session_token=/)
  expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Lax']))
})
