/** The installed package of the embedded engine. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** The folder of the package's entry file and its WebAssembly. */
export const engineFolder = () => dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

/** Such as 0.5.16. The package does not export its package.json, which is one folder above the entry file. */
export function engineVersion(): string {
  const manifest = readFileSync(join(engineFolder(), '..', 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version
}
