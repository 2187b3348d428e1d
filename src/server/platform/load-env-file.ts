import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { OperatorError } from './operator-error.ts'

const UTF16_MARKS = ['fffe', 'feff']

/**
 * The settings in a file such as `.env`; none if there is no such file. Throws OperatorError for what Node's own reader
 * drops or changes without a word: a line that sets nothing, bytes that are not UTF-8, and a byte order mark inside the
 * file, which joining files leaves there and which would become part of a name. At the start, where Windows editors
 * write it, it is skipped.
 */
export function loadEnvFile(path: string): Record<string, string | undefined> {
  const bytes = readIfPresent(path)
  if (!bytes) return {}
  if (UTF16_MARKS.includes(bytes.subarray(0, 2).toString('hex'))) {
    throw new OperatorError(`${path} must be saved as UTF-8: your editor has saved it as UTF-16.`)
  }
  const text = decodeLines(path, bytes)
  const line = findLineWithoutSetting(text)
  if (line) {
    throw new OperatorError(
      `Line ${line} of ${path} must be a setting such as PORT=3000, or a comment that starts with #: it has no name before an equals sign.`,
    )
  }
  return parseEnv(text)
}

function decodeLines(path: string, bytes: Buffer): string {
  // Latin-1 keeps each byte, so that lines can be cut before they are decoded.
  const lines = bytes.toString('latin1').split('\n')
  const decoded = lines.map((line, index) => {
    const at = `Line ${index + 1} of ${path}`
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: index > 0 }).decode(Buffer.from(line, 'latin1'))
      if (text.includes('\uFEFF'))
        throw new OperatorError(`${at} has an invisible byte order mark. Write the line again.`)
      return text
    } catch (error) {
      if (error instanceof OperatorError) throw error
      throw new OperatorError(`${at} must be saved as UTF-8: it has a character in another encoding.`, { cause: error })
    }
  })
  return decoded.join('\n')
}

function readIfPresent(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return null
    throw new OperatorError(`${path} cannot be read (${String(code)}). Give this user access to it, or remove it.`, {
      cause: error,
    })
  }
}

/** The number of the first line that is neither a setting, a comment, blank, nor part of a quoted value; 0 if none. */
function findLineWithoutSetting(text: string): number {
  let openQuote = ''
  const lines = text.split(/\r?\n/)
  for (const [index, line] of lines.entries()) {
    if (openQuote) {
      if (line.includes(openQuote)) openQuote = ''
      continue
    }
    if (/^\s*(#.*)?$/.test(line)) continue
    const value = /^\s*(?:export\s+)?[^\s=#]+\s*=\s*(.*)$/.exec(line)?.[1]
    if (value === undefined) return index + 1
    const quote = /^["'`]/.exec(value)?.[0] ?? ''
    // A quote that is never closed belongs to the value itself.
    const isClosedBelow = lines.slice(index + 1).some((below) => below.includes(quote))
    if (quote && !value.includes(quote, 1) && isClosedBelow) openQuote = quote
  }
  return 0
}
