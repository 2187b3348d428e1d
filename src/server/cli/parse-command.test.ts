import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parseCommand } from './parse-command.ts'

it.each([
  [['grant', 'ada@example.org'], { command: 'grant', email: 'ada@example.org' }],
  [['revoke', 'ada@example.org'], { command: 'revoke', email: 'ada@example.org' }],
  [['tier', 'ada@example.org', 'pro'], { command: 'tier', email: 'ada@example.org', tier: 'pro' }],
  [['credits', 'ada@example.org', '0'], { command: 'credits', email: 'ada@example.org', credits: 0 }],
  [['credits', 'ada@example.org', '1200'], { command: 'credits', email: 'ada@example.org', credits: 1200 }],
  [['export', '/tmp/all.backup'], { command: 'export', file: '/tmp/all.backup' }],
  [['import', 'all.backup'], { command: 'import', file: resolve('all.backup') }],
])('parses %j', (args, command) => {
  expect(parseCommand(args)).toEqual(command)
})

it.each([
  [[], 'Missing command.'],
  [['promote', 'ada@example.org'], 'Unknown command "promote".'],
  [['export'], '"export" needs a file name.'],
  [['import', 'a', 'b'], 'Too many arguments for "import".'],
  [['grant'], '"grant" needs one argument.'],
  [['grant', 'ada'], '"ada" is not an email address.'],
  [['grant', 'ada@example.org', 'now'], 'Too many arguments for "grant".'],
  [['tier', 'ada@example.org'], '"tier" needs two arguments.'],
  [['tier', 'ada@example.org', 'gold'], '"gold" is not a plan. Use free, pro or enterprise.'],
  [['credits', 'ada@example.org', '-5'], '"-5" is not a number of credits. Use a whole number from 0 to 1000000000.'],
  [['credits', 'ada@example.org', '1e3'], '"1e3" is not a number of credits. Use a whole number from 0 to 1000000000.'],
  [
    ['credits', 'ada@example.org', '99999999999'],
    '"99999999999" is not a number of credits. Use a whole number from 0 to 1000000000.',
  ],
  [['credits', 'ada@example.org', '5', '6'], 'Too many arguments for "credits".'],
])('rejects %j with a message', (args, message) => {
  expect(parseCommand(args)).toBe(message)
})
