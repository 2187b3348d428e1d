import { resolve } from 'node:path'
import { Command } from './run-command.ts'

/** The published package contains JavaScript, and its users have the command `readback`. */
const [admin, backup] = import.meta.filename.endsWith('.ts')
  ? ['npm run admin -- ', ['npm run export -- ', 'npm run import -- ']]
  : ['readback admin ', ['readback export ', 'readback import ']]

const lines = [
  [`${admin}grant EMAIL`, 'make a verified account an administrator'],
  [`${admin}revoke EMAIL`, 'remove the administrator role'],
  [`${admin}tier EMAIL free|pro|enterprise`, 'change the plan; the balance is raised or cut to the plan'],
  [`${admin}credits EMAIL N`, 'set the credit balance'],
  [`${backup[0]}FILE`, 'export all data to one file'],
  [`${backup[1]}FILE`, 'import such a file into an empty installation'],
]

export const usage = `Usage:\n${lines.map(([command = '', purpose]) => `  ${command.padEnd(51)} ${purpose}`).join('\n')}`

/** Parses the arguments after `npm run admin --`. Returns an error message if they are invalid. */
export function parseCommand(args: string[]): Command | string {
  const [command, email, value, ...rest] = args
  if (!command) return 'Missing command.'
  if (command === 'export' || command === 'import') return fileCommand(command, args.slice(1))
  if (!['grant', 'revoke', 'tier', 'credits'].includes(command)) return `Unknown command "${command}".`
  const needsValue = command === 'tier' || command === 'credits'
  if (!email || (needsValue && value === undefined))
    return `"${command}" needs ${needsValue ? 'two arguments' : 'one argument'}.`
  if (rest.length > 0 || (!needsValue && value !== undefined)) return `Too many arguments for "${command}".`

  const parsed = Command.safeParse({
    command,
    email,
    ...(command === 'tier' && { tier: value }),
    // Digits only: Number('') and Number('1e3') are numbers too.
    ...(command === 'credits' && { credits: /^\d+$/.test(value ?? '') ? Number(value) : value }),
  })
  if (parsed.success) return parsed.data
  switch (parsed.error.issues[0]?.path[0]) {
    case 'email':
      return `"${email}" is not an email address.`
    case 'tier':
      return `"${value}" is not a plan. Use free, pro or enterprise.`
    default:
      return `"${value}" is not a number of credits. Use a whole number from 0 to 1000000000.`
  }
}

function fileCommand(command: 'export' | 'import', [file, ...rest]: string[]): Command | string {
  if (!file) return `"${command}" needs a file name.`
  if (rest.length > 0) return `Too many arguments for "${command}".`
  // Absolute: the server that runs the command may have another working directory.
  return { command, file: resolve(file) }
}
