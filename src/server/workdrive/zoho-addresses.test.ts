import { expect, it } from 'vitest'
import { accountsBaseOf, apiBaseOf, wireOf } from './zoho-addresses.ts'

it.each([
  ['https://accounts.zoho.com', 'https://accounts.zoho.com', 'https://www.zohoapis.com'],
  ['https://www.zohoapis.eu/', 'https://accounts.zoho.eu', 'https://www.zohoapis.eu'],
  ['https://accounts.zoho.com.au', 'https://accounts.zoho.com.au', 'https://www.zohoapis.com.au'],
  ['https://workdrive.zoho.in', 'https://accounts.zoho.in', 'https://www.zohoapis.in'],
  ['https://accounts.zohocloud.ca', 'https://accounts.zohocloud.ca', 'https://www.zohoapis.ca'],
  ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  [
    'https://accounts.zoho.com.evil.example',
    'https://accounts.zoho.com.evil.example',
    'https://accounts.zoho.com.evil.example',
  ],
])('derives from %s the accounts server %s and the API %s', (stored, accounts, api) => {
  expect([accountsBaseOf(stored), apiBaseOf(stored)]).toEqual([accounts, api])
})

it("uses the wire format of Zoho's manual at Zoho's addresses, and the specified one elsewhere", () => {
  expect(wireOf('https://www.zohoapis.eu')).toBe('documented')
  expect(wireOf('http://127.0.0.1:4000')).toBe('specified')
  expect(wireOf('https://storage.example.org')).toBe('specified')
})
