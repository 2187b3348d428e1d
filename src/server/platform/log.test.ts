import { describe, expect, it } from 'vitest'
import { describeError, removeQuotedData } from './log.ts'

describe('logged errors', () => {
  it('contain the reason and the stack of a failed query but none of its parameters', () => {
    const cause = Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), { code: '22021' })
    const error = new Error(
      'Failed query: insert into accounts (password) values ($1)\nparams: salt:hash-of-a-password',
      { cause },
    )
    const written = JSON.stringify(describeError(error))
    expect(written).not.toContain('hash-of-a-password')
    expect(written).toContain('22021')
    expect(written).toContain('log.test.ts')
  })

  it('keep the message of any other error', () => {
    expect(describeError(new TypeError('x is not a function'))).toMatchObject({
      type: 'TypeError',
      message: 'x is not a function',
    })
  })

  it.each([
    ['550 5.1.1 <ada@example.org>: Recipient address rejected', '550 5.1.1 <[address]>: Recipient address rejected'],
    ['fetch failed: https://example.org/private?token=abc', 'fetch failed: https://example.org/…'],
    [`Unexpected token 'I', "I asked about"... is not valid JSON`, `Unexpected token 'I', … is not valid JSON`],
    ['invalid input syntax for type uuid: "my question"', 'invalid input syntax for type uuid'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ])('drop quoted user data: %s', (message, logged) => {
    expect(removeQuotedData(message)).toBe(logged)
  })
})
