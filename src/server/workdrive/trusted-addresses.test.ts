import { expect, it } from 'vitest'
import { isTrustedApiAddress, isTrustedRedirect } from './trusted-addresses.ts'

const config = {
  zoho: { accountsBaseUrl: 'http://127.0.0.1:4000', apiBaseUrl: undefined },
  allowPrivateHosts: ['localhost:5000', 'storage.intranet'],
}

it.each([
  ['https://accounts.zoho.com', true],
  ['https://www.zohoapis.eu/', true],
  ['https://accounts.zohocloud.ca', true],
  ['http://accounts.zoho.com', false],
  ['https://accounts.zoho.com:8443', false],
  ['https://accounts.zoho.com.evil.example', false],
  ['https://evil.example/accounts.zoho.com', false],
  ['https://zoho.example', false],
  ['http://127.0.0.1:4000/oauth', true],
  ['http://127.0.0.1:4001', false],
  ['http://localhost:5000', true],
  ['http://localhost', false],
  ['https://storage.intranet:9443', true],
])('trusts the API address %s: %s [trusted-addresses-1]', (address, trusted) => {
  expect(isTrustedApiAddress(address, config)).toBe(trusted)
})

it.each([
  ['https://readback.example.org/auth/zoho/callback', true],
  ['https://readback.example.org:443/auth/zoho/callback', true],
  ['http://readback.example.org/auth/zoho/callback', false],
  ['https://readback.example.org.evil.example/auth/zoho/callback', false],
  ['https://accounts.zoho.com/callback', false],
  ['http://localhost:5000/auth/zoho/callback', true],
])('trusts the redirect address %s: %s [trusted-addresses-2]', (address, trusted) => {
  expect(isTrustedRedirect(address, config, 'https://readback.example.org')).toBe(trusted)
})
