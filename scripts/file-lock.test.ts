import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'readback-lock-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a process that acquires the lock and logs the start and end of its work. */
function startWorker(name: string) {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    const { withFileLock } = await import(${JSON.stringify(resolve('scripts/file-lock.mjs'))})
    await withFileLock(${JSON.stringify(join(folder, 'lock'))}, async () => {
      appendFileSync(${JSON.stringify(join(folder, 'log'))}, '${name} starts\\n')
      await sleep(100)
      appendFileSync(${JSON.stringify(join(folder, 'log'))}, '${name} ends\\n')
    })`
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
}

/** Expects that each worker started only after the previous one ended. */
function expectSequentialRuns(count: number) {
  const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')
  expect(lines).toHaveLength(count * 2)
  for (let line = 0; line < lines.length; line += 2) {
    expect(lines[line + 1]).toBe(lines[line]?.replace('starts', 'ends'))
  }
}

test('lets only one process hold the lock at a time', async () => {
  const workers = ['a', 'b', 'c', 'd'].map(startWorker)
  await Promise.all(workers.map((each) => once(each, 'close')))
  expectSequentialRuns(4)
  expect(existsSync(join(folder, 'lock'))).toBe(false)
}, 20_000)

test('lets one waiting process take over the lock of a dead process', async () => {
  const dead = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(join(folder, 'lock'), `${dead.pid} ${dead.pid}`)
  const workers = ['a', 'b', 'c'].map(startWorker)
  await Promise.all(workers.map((each) => once(each, 'close')))
  expectSequentialRuns(3)
}, 20_000)

test('keeps the lock of a dead process while its npm child is still running', async () => {
  const dead = spawnSync(process.execPath, ['-e', ''])
  const npm = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 1000)'], { stdio: 'ignore' })
  const ended = once(npm, 'close').then(() => writeFileSync(join(folder, 'log'), 'npm starts\nnpm ends\n'))
  writeFileSync(join(folder, 'lock'), `${dead.pid} ${npm.pid}`)
  await Promise.all([ended, once(startWorker('a'), 'close')])
  expectSequentialRuns(2)
}, 20_000)
