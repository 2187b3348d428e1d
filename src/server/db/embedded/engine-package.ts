/** The package of the embedded engine, as it is installed. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Its folder of programs, in which its entry stands. */
export const engineFolder = () => dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

/** Such as 0.5.16. The package does not export its manifest, which lies one floor above its entry. */
export function engineVersion(): string {
  const manifest = readFileSync(join(engineFolder(), '..', 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version
}
