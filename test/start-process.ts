import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type TestProcess = {
  /** The complete lines of its output so far. */
  lines(): string[]
  errors(): string
  kill(): Promise<void>
  ended: Promise<number | null>
}

/** Starts a script of this folder as a separate process. */
export function startProcess(script: string, ...args: string[]): TestProcess {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args])
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    lines: () => output.split('\n').slice(0, -1),
    errors: () => errors,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}
