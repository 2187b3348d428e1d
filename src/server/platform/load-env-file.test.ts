import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadEnvFile } from './load-env-file.ts'
import { OperatorError } from './operator-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'readback-env-'))
afterAll(() => rmSync(folder, { recursive: true }))

function load(content: string | Buffer) {
  const path = join(folder, '.env')
  writeFileSync(path, content)
  return loadEnvFile(path)
}

it('reads settings, comments, exports and values in quotes that span lines', () => {
  const text = `# a comment\n\n  PORT = 8080 # why\nexport ROLE=all\r\nOPENAI_MODEL="one\ntwo words\n"\nEMPTY=\nAPOSTROPHE='s\n`
  expect(load(text)).toEqual({
    PORT: '8080',
    ROLE: 'all',
    OPENAI_MODEL: 'one\ntwo words\n',
    EMPTY: '',
    APOSTROPHE: "'s",
  })
})

it('reads nothing when there is no file', () => {
  expect(loadEnvFile(join(folder, 'absent'))).toEqual({})
})

it('skips a byte order mark, which would become part of the first name', () => {
  expect(load('\uFEFFPORT=8080\n')).toEqual({ PORT: '8080' })
})

it('refuses a file in UTF-16 and says how to save it', () => {
  expect(() => load(Buffer.from('\uFEFFPORT=8080\n', 'utf16le'))).toThrow('.env must be saved as UTF-8')
})

it.each([
  ['in Latin-1', Buffer.from('PORT=8080\nMAIL_FROM="Bücher <a@example.org>"\n', 'latin1'), 'must be saved as UTF-8'],
  ['with a byte order mark inside', Buffer.from('PORT=8080\n\uFEFFROLE=web\n'), 'has an invisible byte order mark'],
])('refuses a line %s and says what to do [load-env-file-1]', (_, content, sentence) => {
  expect(() => load(content)).toThrow(OperatorError)
  expect(() => load(content)).toThrow(new RegExp(`^Line 2 of \\S+ ${sentence}`))
  expect(load(Buffer.from('MAIL_FROM="Bücher <a@example.org>"'))).toEqual({ MAIL_FROM: 'Bücher <a@example.org>' })
})

it.each([
  ['PORT=8080\nDEFAULT_TIER pro\n', 2],
  ['OPENAI_API_KEY: sk-secret\n', 1],
  ['=8080\n', 1],
  ['A="x\ny"\nROLE\n', 3],
])('refuses %j with the number of the line, not its text', (text, line) => {
  expect(() => load(text)).toThrow(OperatorError)
  expect(() => load(text)).toThrow(new RegExp(`^Line ${line} of \\S+ must be a setting such as PORT=3000`))
  expect(() => load(text)).not.toThrow(/sk-secret/)
})
