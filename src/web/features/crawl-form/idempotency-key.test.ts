import { expect, it } from 'vitest'
import { createIdempotencyKeys } from './idempotency-key.ts'

it('gives a request the same key until it changes', () => {
  const keyOf = createIdempotencyKeys()
  const key = keyOf({ url: 'https://example.org', maxPages: 10 })
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(keyOf({ url: 'https://example.org', maxPages: 10 })).toBe(key)
  expect(keyOf({ url: 'https://example.org', maxPages: 9 })).not.toBe(key)
  expect(createIdempotencyKeys()({ url: 'https://example.org', maxPages: 10 })).not.toBe(key)
})
