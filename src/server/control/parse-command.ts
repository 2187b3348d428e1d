import { resolve } from 'node:path'
import { Command } from './run-command.ts'

export const usage = `Usage:
  npm run admin -- grant EMAIL                        make a verified account an administrator
  npm run admin -- revoke EMAIL                       take that right back
  npm run admin -- tier EMAIL free|pro|enterprise     change the plan; an upgrade fills the balance, a downgrade cuts it
  npm run admin -- credits EMAIL N                    set the balance
  npm run export -- FILE                              write the whole installation into one file
  npm run import -- FILE                              fill an empty installation from such a file`

/** The words after `npm run admin --` as a command; a string says what is wrong with them. */
export function parseCommand(words: string[]): Command | string {
  const [command, email, value, ...rest] = words
  if (!command) return 'Which command?'
  if (command === 'export' || command === 'import') return fileCommand(command, words.slice(1))
  if (!['grant', 'revoke', 'tier', 'credits'].includes(command)) return `"${command}" is not a command.`
  const wantsValue = command === 'tier' || command === 'credits'
  if (!email || (wantsValue && value === undefined))
    return `"${command}" needs ${wantsValue ? 'two words' : 'one word'} after it.`
  if (rest.length > 0 || (!wantsValue && value !== undefined)) return `There are too many words after "${command}".`

  const parsed = Command.safeParse({
    command,
    email,
    ...(command === 'tier' && { tier: value }),
    // Number('') and Number('1e3') are numbers too; a balance is written in digits.
    ...(command === 'credits' && { credits: /^\d+$/.test(value ?? '') ? Number(value) : value }),
  })
  if (parsed.success) return parsed.data
  switch (parsed.error.issues[0]?.path[0]) {
    case 'email':
      return `"${email}" is not an e-mail address.`
    case 'tier':
      return `"${value}" is not a plan: write free, pro or enterprise.`
    default:
      return `"${value}" is not a number of credits: write a whole number from 0 to 1000000000.`
  }
}

function fileCommand(command: 'export' | 'import', [file, ...rest]: string[]): Command | string {
  if (!file) return `"${command}" needs the name of a file after it.`
  if (rest.length > 0) return `There are too many words after "${command}".`
  // The server that carries it out stands in another folder.
  return { command, file: resolve(file) }
}
