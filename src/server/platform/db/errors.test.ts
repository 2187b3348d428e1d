import { describe, expect, test } from 'vitest'
import { EngineRestartError, IdleTransactionError } from './embedded/engine-failures.ts'
import { cannotStoreNow, isDatabaseBusy, isDiskFull, isForeignKeyViolation, isUniqueViolation } from './errors.ts'

const wrapped = (fields: object) => new Error('Failed query', { cause: Object.assign(new Error('refused'), fields) })

describe('a constraint violation', () => {
  test.each([
    ['unique', isUniqueViolation, '23505'],
    ['foreign key', isForeignKeyViolation, '23503'],
  ])('%s is recognized through what wraps it, with and without its name', (_, recognize, code) => {
    expect(recognize(wrapped({ code, constraint: 'the_rule' }))).toBe(true)
    expect(recognize(wrapped({ code, constraint: 'the_rule' }), 'the_rule')).toBe(true)
    expect(recognize(wrapped({ code, constraint: 'the_rule' }), 'another')).toBe(false)
    expect(recognize(wrapped({ code: '42601' }))).toBe(false)
    expect(recognize('not an error')).toBe(false)
  })
})

describe('a full disk', () => {
  test.each([
    ['under a table', wrapped({ code: '53100' })],
    ['of this server', wrapped({ code: 'ENOSPC' })],
    ['that ends a new connection', wrapped({ code: 'XX000', message: 'could not write init file' })],
  ])('%s is recognized, and may be free later', (_, error) => {
    expect([isDiskFull(error), cannotStoreNow(error)]).toEqual([true, true])
  })
})

describe('an unavailable database', () => {
  test.each([
    ['a restarted engine', new EngineRestartError('is restarting.')],
    ['a silent transaction', new IdleTransactionError('select 1')],
    ['a statement that took too long', wrapped({ code: '57014' })],
    ['a server that is not there', wrapped({ code: 'ECONNREFUSED' })],
    ['a connection that broke under a statement', new Error('Connection terminated unexpectedly')],
  ])('%s', (_, error) => expect(isDatabaseBusy(new Error('outer', { cause: error }))).toBe(true))

  test('is not reported for an invalid statement', () => {
    expect(isDatabaseBusy(wrapped({ code: '23505' }))).toBe(false)
  })

  test('ends the search when causes form a cycle', () => {
    const circle = new Error('a')
    circle.cause = new Error('b', { cause: circle })
    expect(isDatabaseBusy(circle)).toBe(false)
  })
})
