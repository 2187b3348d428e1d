import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

describe('/metrics', () => {
  it('tells whoever asks from this machine how the process and the crawls are', async () => {
    const { status, headers, body } = await app.visitor.get('/metrics')
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toContain('text/plain')
    expect(body).toContain('process_resident_memory_bytes')
    expect(body).toContain('readback_pages_stored 0')
  })

  it('does not exist for whoever comes through a proxy', async () => {
    const { status } = await app.visitor.request('GET', '/metrics', undefined, { 'X-Forwarded-For': '203.0.113.7' })
    expect(status).toBe(404)
  })
})

describe('an address that is no screen', () => {
  it('is a 404, with the screen that says so where the web app is built', async () => {
    expect((await app.visitor.get('/no/such/screen')).status).not.toBe(200)
  })
})
