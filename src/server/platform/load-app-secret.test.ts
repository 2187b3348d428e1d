import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OperatorError } from './operator-error.ts'
import { loadAppSecret } from './load-app-secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readback-secret-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('creates a secret on the first start, readable only by its owner, and reuses it [load-app-secret-1]', async () => {
  const dataDir = join(folder, 'not', 'there', 'yet')
  const secret = await loadAppSecret(dataDir)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
  expect(await loadAppSecret(dataDir)).toBe(secret)
  expect(await readdir(dataDir)).toEqual(['secret'])
})

it('gives ten concurrent first starts the same secret', async () => {
  const secrets = await Promise.all(Array.from({ length: 10 }, () => loadAppSecret(folder)))
  expect(new Set(secrets).size).toBe(1)
})

it('removes access to the file for other users', async () => {
  await loadAppSecret(folder)
  await chmod(join(folder, 'secret'), 0o644)
  await loadAppSecret(folder)
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
})

it('refuses a damaged secret instead of creating a new one', async () => {
  await writeFile(join(folder, 'secret'), '')
  await expect(loadAppSecret(folder)).rejects.toThrow(/is damaged/)
})

it('names the data folder that cannot be used because a file has its name', async () => {
  const dataDir = join(folder, 'a-file')
  await writeFile(dataDir, '')
  await expect(loadAppSecret(dataDir)).rejects.toThrow(OperatorError)
  await expect(loadAppSecret(dataDir)).rejects.toThrow(dataDir)
})
