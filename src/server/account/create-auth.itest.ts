import { expect, it } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { silentLog as log } from '#test/silent-log.ts'
import { CLIENT_ADDRESS_HEADER } from './auth-limits.ts'
import { createAuth } from './create-auth.ts'
import type { Letter } from './queue-mail.ts'

it('under https sends the cookie over https alone, and trusts no other origin', async () => {
  const { db } = await openTestDatabase()
  const letters: Letter[] = []
  const auth = createAuth({
    db,
    log,
    config: { appUrl: 'https://readback.example.org', adminEmails: [], defaultTier: 'pro', oidc: undefined },
    appSecret: 'an app secret of forty-eight letters for a test',
    postLetter: async (_tx, letter) => void letters.push(letter),
  })
  const post = (path: string, form: object, origin = 'https://readback.example.org', cookie = '') =>
    auth.handler(
      new Request(`http://127.0.0.1:3000/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, cookie, [CLIENT_ADDRESS_HEADER]: '203.0.113.9' },
        body: JSON.stringify(form),
      }),
    )

  const form = { email: 'ada@example.org', password: 'a-long-enough-password', name: 'Ada' }
  for (const origin of ['http://readback.example.org', 'https://readback.example.org.evil.example', 'null']) {
    expect((await post('/sign-up/start', form, origin)).status).toBe(403)
  }
  const signedUp = await post('/sign-up/start', form)
  expect(signedUp.status).toBe(200)
  const [waiting = ''] = signedUp.headers.getSetCookie()
  expect(waiting).toMatch(/^__Secure-readback\.sign_up=.*HttpOnly; Secure; SameSite=Lax/)
  const [otp] = /\d{7}/.exec(letters[0]?.toNobody?.essence ?? '') ?? []
  const verified = await post('/sign-up/verify', { email: form.email, otp }, undefined, waiting.split(';')[0])
  const cookie = verified.headers.getSetCookie().find((each) => each.includes('session_token')) ?? ''
  expect(cookie).toMatch(/^__Secure-readback\.session_token=/)
  expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Lax']))
})
