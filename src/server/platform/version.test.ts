import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VERSION } from './version.ts'

it('equals the version in package.json', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(VERSION)
})
