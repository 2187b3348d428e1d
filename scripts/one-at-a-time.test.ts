import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'readback-lock-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A process that takes the lock, notes when it begins and ends its work, and gives the lock back. */
function worker(name: string) {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    const { oneAtATime } = await import(${JSON.stringify(resolve('scripts/one-at-a-time.mjs'))})
    await oneAtATime(${JSON.stringify(join(folder, 'lock'))}, async () => {
      appendFileSync(${JSON.stringify(join(folder, 'notes'))}, '${name} begins\\n')
      await sleep(100)
      appendFileSync(${JSON.stringify(join(folder, 'notes'))}, '${name} ends\\n')
    })`
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
}

function notes() {
  return readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n')
}

/** Each begins only after the one before has ended. */
function expectTurns(count: number) {
  const lines = notes()
  expect(lines).toHaveLength(count * 2)
  for (let line = 0; line < lines.length; line += 2) {
    expect(lines[line + 1]).toBe(lines[line]?.replace('begins', 'ends'))
  }
}

test('starts in one clone take turns', async () => {
  const workers = ['a', 'b', 'c', 'd'].map(worker)
  await Promise.all(workers.map((each) => once(each, 'close')))
  expectTurns(4)
  expect(existsSync(join(folder, 'lock'))).toBe(false)
}, 20_000)

test('the lock of a killed start is taken over, by one of those who wait', async () => {
  const dead = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(join(folder, 'lock'), `${dead.pid} ${dead.pid}`)
  const workers = ['a', 'b', 'c'].map(worker)
  await Promise.all(workers.map((each) => once(each, 'close')))
  expectTurns(3)
}, 20_000)

test('a lock is kept while npm still works for a start that was killed', async () => {
  const dead = spawnSync(process.execPath, ['-e', ''])
  const npm = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 1000)'], { stdio: 'ignore' })
  const ended = once(npm, 'close').then(() => writeFileSync(join(folder, 'notes'), 'npm begins\nnpm ends\n'))
  writeFileSync(join(folder, 'lock'), `${dead.pid} ${npm.pid}`)
  await Promise.all([ended, once(worker('a'), 'close')])
  expectTurns(2)
}, 20_000)
