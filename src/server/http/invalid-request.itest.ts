import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'

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
