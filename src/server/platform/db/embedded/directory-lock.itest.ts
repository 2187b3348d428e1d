import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { OperatorError } from '#server/platform/operator-error.ts'
import { newTestDatabase, openTestDatabase } from '#test/database.ts'
import { fastestRun } from '#test/fastest-run.ts'
import { startProcess } from '#test/start-process.ts'

test('refuses a second process on the same directory with a sentence that names it', async () => {
  const { dataDir } = await openTestDatabase()
  const second = startProcess('row-writer.ts', dataDir)
  expect(await second.ended).toBe(1)
  expect(second.errors()).toContain(`${dataDir} is already in use`)
  expect(second.errors()).toContain('DATA_DIR')
  expect(second.lines()).toEqual([])
})

test('refuses within half a second and leaves the first process running', async () => {
  const { options, ping } = await openTestDatabase()
  const refuse = () => expect(openDatabase(options)).rejects.toBeInstanceOf(OperatorError)
  expect(await fastestRun(refuse)).toBeLessThan(500)
  await ping()
})

test('releases the lock when the process is killed', async () => {
  const options = await newTestDatabase()
  const first = startProcess('row-writer.ts', options.dataDir)
  await expect.poll(() => first.lines().length, { timeout: 60_000 }).toBeGreaterThan(1)
  await first.kill()
  const next = await openDatabase(options)
  await next.close()
  expect(existsSync(options.dataDir)).toBe(true)
})
