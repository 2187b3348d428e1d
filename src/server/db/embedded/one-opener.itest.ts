import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { StartError } from '#server/start-error.ts'
import { newTestDatabase, openTestDatabase } from '#test/database.ts'
import { startProcess } from '#test/start-process.ts'

test('a second process on the same directory is refused with a sentence that names it', async () => {
  const { dataDir } = await openTestDatabase()
  const second = startProcess('row-writer.ts', dataDir)
  expect(await second.ended).toBe(1)
  expect(second.errors()).toContain(`${dataDir} is already in use`)
  expect(second.errors()).toContain('DATA_DIR')
  expect(second.lines()).toEqual([])
})

test('the refusal takes no longer than a moment and leaves the first one as it is', async () => {
  const { options, ping } = await openTestDatabase()
  const started = performance.now()
  await expect(openDatabase(options)).rejects.toBeInstanceOf(StartError)
  expect(performance.now() - started).toBeLessThan(500)
  await ping()
})

test('a killed process leaves no lock behind', async () => {
  const options = await newTestDatabase()
  const first = startProcess('row-writer.ts', options.dataDir)
  await expect.poll(() => first.lines().length, { timeout: 60_000 }).toBeGreaterThan(1)
  await first.kill()
  const next = await openDatabase(options)
  await next.close()
  expect(existsSync(options.dataDir)).toBe(true)
})
