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
])('understands %j', (words, command) => {
  expect(parseCommand(words)).toEqual(command)
})

it.each([
  [[], 'Which command?'],
  [['promote', 'ada@example.org'], '"promote" is not a command.'],
  [['export'], '"export" needs the name of a file after it.'],
  [['import', 'a', 'b'], 'There are too many words after "import".'],
  [['grant'], '"grant" needs one word after it.'],
  [['grant', 'ada'], '"ada" is not an e-mail address.'],
  [['grant', 'ada@example.org', 'now'], 'There are too many words after "grant".'],
  [['tier', 'ada@example.org'], '"tier" needs two words after it.'],
  [['tier', 'ada@example.org', 'gold'], '"gold" is not a plan: write free, pro or enterprise.'],
  [['credits', 'ada@example.org', '-5'], '"-5" is not a number of credits: write a whole number from 0 to 1000000000.'],
  [
    ['credits', 'ada@example.org', '1e3'],
    '"1e3" is not a number of credits: write a whole number from 0 to 1000000000.',
  ],
  [
    ['credits', 'ada@example.org', '99999999999'],
    '"99999999999" is not a number of credits: write a whole number from 0 to 1000000000.',
  ],
  [['credits', 'ada@example.org', '5', '6'], 'There are too many words after "credits".'],
])('says what is wrong with %j', (words, sentence) => {
  expect(parseCommand(words)).toBe(sentence)
})
