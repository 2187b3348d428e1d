/** A program of this folder as a process of its own. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Child = {
  /** The first whole line it prints. Rejects when it ends before. */
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
    let said = ''
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      if (said.endsWith('\n')) resolve(said.trim())
    })
  })
  line.catch(() => {}) // Told when somebody asks for it.
  return { line, stop: () => void child.kill() }
}
