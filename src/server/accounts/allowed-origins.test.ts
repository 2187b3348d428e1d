import { expect, it } from 'vitest'
import { allowedOrigins } from './allowed-origins.ts'

it('allows only its own origin for a public address', () => {
  expect(allowedOrigins('https://readback.example.org/somewhere')).toEqual(['https://readback.example.org'])
})

it('allows every loopback name on the same port and scheme', () => {
  expect(allowedOrigins('http://localhost:3000')).toEqual([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])
  expect(allowedOrigins('http://127.0.0.1:8080')).toContain('http://localhost:8080')
})
