/**
 * The engine's program, compiled once a process. V8 keeps what it makes of it while it runs, so that the next engine,
 * after a restart by the watchdog or in the next test, opens in a fifth of the first one's time.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

let compiling: Promise<WebAssembly.Module> | undefined

/** The same module for every caller; one that could not be read is read again by the next. */
export function compiledEngine(): Promise<WebAssembly.Module> {
  compiling ??= compile().catch((error) => {
    compiling = undefined
    throw error
  })
  return compiling
}

async function compile() {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return WebAssembly.compile(await readFile(join(dirname(entry), 'pglite.wasm')))
}
