import { afterAll, beforeAll, expect, it } from 'vitest'
import { setTier } from '#server/admin/set-tier.ts'
import { encodeCursor } from '#server/platform/db/cursor.ts'
import { openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'

const INVALID_CURSOR = 'Invalid cursor. Use the `next` of the previous response.'
const cursor = (fields: object) => encodeCursor({ id: '00000000-0000-4000-8000-000000000001', ...fields })

let app: TestApp
let person: Client
beforeAll(async () => {
  app = await openTestApp()
  person = await app.signUp()
})
afterAll(() => app?.close())

it.each([
  ['/api/auth/sign-up/email', { password: PASSWORD }, 'Invalid email address'],
  ['/api/auth/sign-up/email', { email: 'a@example.org' }, 'Password must be at least 8 characters'],
  ['/api/auth/email-otp/verify-email', { email: 'a@example.org' }, 'Verification code must be 7 digits'],
  ['/api/auth/sign-in/email', { email: 'a@example.org' }, 'Enter your password.'],
  ['/api/knowledge', {}, 'No pages selected for processing'],
  ['/api/answers', { pageIds: [] }, 'Enter a question first.'],
  ['/api/answers', { question: 'Why?' }, 'No context available. Please process pages first.'],
  ['/api/chats', { crawled_pages: [], selected_pages: [] }, 'Title cannot be empty'],
  ['/api/chats', { title: 'A chat', selected_pages: [] }, 'crawled_pages is missing.'],
  ['/api/chats', { title: 'A chat', crawled_pages: 5, selected_pages: [] }, 'crawled_pages must be an array.'],
  ['/api/knowledge', { pageIds: ['x'] }, 'pageIds.0 is not a valid id.'],
  ['/api/crawls', { url: 5 }, 'url must be a string.'],
  ['/api/crawls', { url: 'http://example.org', maxPages: {} }, 'maxPages has the wrong type.'],
  ['/api/answers', { question: 'Why?', pageIds: [], replaces: -1 }, 'replaces must be at least 0.'],
  ['/api/answers', { question: 'Why?', pageIds: [], replaces: 1.5 }, 'replaces must be an integer.'],
  ['/api/answers', { question: 'Why?', pageIds: [], replaces: 1e300 }, 'replaces must be at most 9007199254740991.'],
  [
    '/api/answers',
    { question: 'Why?', pageIds: [], history: [{ role: 'user', content: 'x'.repeat(100_001) }] },
    'history.0.content must have at most 100000 characters.',
  ],
  [
    '/api/answers',
    { question: 'Why?', pageIds: [], history: Array(201).fill({ role: 'user', content: '' }) },
    'history must have at most 200 items.',
  ],
  ['/api/auth/reset-password', { newPassword: PASSWORD, token: '' }, 'token must have at least 1 character.'],
  ['/api/answers', { question: '\u200B\u2060', pageIds: [] }, 'Enter a question first.'],
  ['/api/notebooks', { title: '\u200B \u3164' }, 'Title cannot be empty'],
  [
    '/api/answers',
    { question: 'Why?', pageIds: [], history: [{ role: 'system', content: '' }] },
    'history.0.role must be user or assistant.',
  ],
  ['/api/chats', [], 'The request must be an object.'],
])('POST %s with %j: %s', async (path, body, message) => {
  const answer = await person.post(path, body)
  expect([answer.status, answer.body.error.message]).toEqual([400, message])
})

it.each([
  ['/api/crawls?limit=0', 'limit must be at least 1.'],
  ['/api/crawls?limit=101', 'limit must be at most 100.'],
  ['/api/chats?limit=x', 'limit must be a number.'],
  ['/api/chats?limit=1e9', 'limit must be at most 1000.'],
  [`/api/chats?after=${'x'.repeat(2001)}`, 'after must have at most 2000 characters.'],
  ['/api/crawls?after=x', INVALID_CURSOR],
  [`/api/crawls?after=${cursor({ at: 'yesterday' })}`, INVALID_CURSOR],
  [`/api/crawls?after=${cursor({ at: '2026-02-30T00:00:00.000000Z' })}`, INVALID_CURSOR],
  [`/api/chats?after=${cursor({ sort: 'title', key: 'a chat', pinned: false })}`, INVALID_CURSOR],
  [`/api/crawls?after=${cursor({ at: '0000-01-01T00:00:00.000000Z' })}`, INVALID_CURSOR],
  [`/api/crawls?after=${cursor({ at: '+275760-09-13T00:00:00.000000Z' })}`, INVALID_CURSOR],
  [
    `/api/chats?after=${cursor({ sort: 'created', key: '0000-01-01T00:00:00.000000Z', pinned: false })}`,
    INVALID_CURSOR,
  ],
  [`/api/chats?sort=title&after=${cursor({ sort: 'title', key: 'a\0chat', pinned: false })}`, INVALID_CURSOR],
  [`/api/chats/search?q=bees&in=messages&after=${cursor({ position: 1e300 })}`, INVALID_CURSOR],
  ['/api/chats?title=%00', 'The request contains a NUL character, which isn’t allowed.'],
])('GET %s: %s', async (path, message) => {
  const answer = await person.get(path)
  expect([answer.status, answer.body.error.message]).toEqual([400, message])
})

it('replaces half of a surrogate pair in any text of a body, and leaves whole pairs and escaped backslashes [invalid-request-1]', async () => {
  const subscriber = await app.signUp()
  await setTier(app.services.db, { userId: subscriber.userId, tier: 'pro' })
  const include = ['/half \ud83d, \udc1d', '/whole 🐝', '/escaped \\ud83d']
  const started = await subscriber.post('/api/crawls', { url: 'http://site.invalid/', settings: { include } })
  expect(started).toMatchObject({
    status: 201,
    body: { settings: { include: ['/half \ufffd, \ufffd', '/whole 🐝', '/escaped \\ud83d'] } },
  })
})

it('names the code of an invalid field, its path and the limit', async () => {
  const { body } = await person.post('/api/chats', { title: 'x'.repeat(201), crawled_pages: [], selected_pages: [] })
  expect(body.error).toEqual({
    code: 'chat.title-too-long',
    message: 'Title must be at most 200 characters.',
    values: { n: 200 },
    field: 'title',
  })
  const custom = { url: 'http://example.org', settings: { include: ['blog'] } }
  expect((await person.post('/api/crawls', custom)).body.error).toEqual({
    code: 'crawl.pattern-slash',
    message: 'Pattern must start with a slash, e.g. /blog/*.',
    field: 'settings.include.0',
  })
})

it('PUT /api/crawls/{id}/selection without pageIds says that they are missing', async () => {
  const answer = await person.put('/api/crawls/00000000-0000-4000-8000-000000000000/selection', {})
  expect([answer.status, answer.body.error.message]).toEqual([400, 'pageIds is missing.'])
})
