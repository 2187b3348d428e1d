/** `readback check`: run-check.ts says what it does. */
import { runCheck } from './run-check.ts'

process.exitCode = await runCheck(process.argv.slice(2), {
  // Where the command was typed: npm changes the working directory.
  // eslint-disable-next-line node/no-process-env
  typedIn: process.env['INIT_CWD'] ?? process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
})
