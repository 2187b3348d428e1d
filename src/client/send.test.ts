import { expect, it } from 'vitest'
import { send } from './send.ts'

it('sends nothing again when it is aborted while the refusal is read', async () => {
  const controller = new AbortController()
  let requests = 0
  const refuse: typeof fetch = async () => {
    requests += 1
    const body = new ReadableStream({
      pull(stream) {
        controller.abort()
        stream.close()
      },
    })
    return new Response(body, { status: 503 })
  }
  const options = { fetch: refuse, attempts: 2, repeatable: true }
  const sent = send(new URL('https://example.org/'), { signal: controller.signal }, options)
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  expect(requests).toBe(1)
})
