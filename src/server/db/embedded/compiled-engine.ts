/**
 * The engine's program, compiled once a process. V8 keeps what it makes of it while it runs, so that the next engine,
 * after a restart by the watchdog or in the next test, opens in a fifth of the first one's time.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { engineFolder } from './engine-package.ts'

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
  return WebAssembly.compile(await readFile(join(engineFolder(), 'pglite.wasm')))
}
