import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const E2E = join(import.meta.dirname, '..', 'e2e')

describe('accounts of browser tests', () => {
  // Which tests share a server depends on how fast the workers are, so an address used twice fails only now and then.
  it('signs up with each address in one test only', () => {
    const addresses = globSync('*.spec.ts', { cwd: E2E }).flatMap((file) => {
      const source = readFileSync(join(E2E, file), 'utf8')
      return Array.from(source.matchAll(/(?:signUp|createUser)\w*\([^()]*'([^'@]+@[^']+)'/g), ([, address]) => address)
    })

    expect(addresses.length).toBeGreaterThan(100)
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })
})
