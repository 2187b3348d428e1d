import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createStatementWatch, textOf } from './statement-watch.ts'

function listen(slowMs: number) {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { base: null },
    new Writable({ write: (line, _, done) => done(void lines.push(JSON.parse(String(line)))) }),
  )
  return { lines, watch: createStatementWatch({ log, slowMs }) }
}

it('counts every statement and logs slow ones, including failed ones', async () => {
  const { lines, watch } = listen(200)
  const slow = Promise.withResolvers<string>()
  const following = watch.measure('select 1', slow.promise)
  setTimeout(() => slow.resolve('done'), 220)
  expect(await following).toBe('done')
  await watch.measure('select 2', Promise.resolve())
  await expect(watch.measure('select 3', Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(watch.totals()).toMatchObject({ ended: 3, failed: 1, slow: 1 })
  expect(lines).toMatchObject([{ msg: 'slow statement', statement: 'select 1', failed: false }])
})

it('logs nothing when slowMs is 0', async () => {
  const { lines, watch } = listen(0)
  await watch.measure('select 1', new Promise((resolve) => setTimeout(resolve, 5)))
  expect({ lines, slow: watch.totals().slow }).toEqual({ lines: [], slow: 0 })
})

it('logs the text of a statement on one line, without its values', () => {
  expect(textOf("select *\n  from users\n where email = 'ada@example.org' and name = 'O''Neil' and id = $1")).toBe(
    "select * from users where email = '…' and name = '…' and id = $1",
  )
  expect(textOf(`select ${'x'.repeat(5000)}`).length).toBe(1001)
})
