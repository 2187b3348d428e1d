import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await openTestApp()
})

afterAll(() => app?.close())

it('the OpenAPI document describes API keys and the scope of each route', async () => {
  const { body } = await app.visitor.get('/api/openapi.json')
  expect(body.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(body.paths['/api/crawls'].post.security).toEqual([{ session: [] }, { key: ['crawl'] }])
  expect(body.paths['/api/chats/{id}/messages'].post.security).toEqual([{ session: [] }, { key: ['ask'] }])
  expect(body.paths['/api/keys'].post.security).toEqual([{ session: [] }])
  expect(body.paths['/api/instance'].get.security).toEqual([])
  expect(body.paths['/api/crawls'].post.requestBody.content['application/json'].schema).toMatchObject({
    type: 'object',
  })
})

it('the API page explains how to use a key', async () => {
  const { status, body } = await app.visitor.get('/api/docs')
  expect(status).toBe(200)
  expect(body).toContain('Authorization: Bearer rb_YOUR_KEY')
  expect(body).toContain('href="/connect"')
  expect(body).toMatch(/<code>\/api\/answers<\/code><\/td>\s*<td>[^<]*<\/td>\s*<td><code>ask<\/code>/)
})
