/** Starts a script of this folder as a separate process. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Child = {
  /** The first line it prints. Rejects when it exits before. */
  line: Promise<string>
  stop(): void
}

export function startChild(name: string, args: readonly string[], env: Record<string, string> = {}): Child {
  const script = fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = new Promise<string>((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`${name} exited with ${code}`)))
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      if (output.endsWith('\n')) resolve(output.trim())
    })
  })
  line.catch(() => {}) // A rejection is reported when `line` is awaited.
  return { line, stop: () => void child.kill() }
}
