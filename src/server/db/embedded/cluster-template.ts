/**
 * Making an empty cluster takes the engine seconds and gives the same files each time. The first one made by an
 * installation is kept beside its modules, and the next directories begin as copies of it. A cache and no more: where
 * it cannot be written or does not open, clusters are made as if it were not there.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { engineVersion } from './engine-package.ts'

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/readback', import.meta.url))

/** Copies the template to `directory`, which must not be there. False when there is none, or it cannot be read. */
export function copyTemplate(directory: string): boolean {
  if (!existsSync(join(templateDirectory(), 'PG_VERSION'))) return false
  try {
    cpSync(templateDirectory(), directory, { recursive: true })
    return true
  } catch {
    rmSync(directory, { recursive: true, force: true })
    return false
  }
}

/** Keeps a copy of a cluster that was made and closed, and that nothing was stored in yet. */
export function keepTemplate(directory: string) {
  const draft = `${templateDirectory()}.${process.pid}`
  try {
    mkdirSync(CACHE, { recursive: true })
    cpSync(directory, draft, { recursive: true })
    renameSync(draft, templateDirectory()) // whole or not at all; refused when another process was first
  } catch {
    rmSync(draft, { recursive: true, force: true })
  }
}

export function forgetTemplate() {
  rmSync(templateDirectory(), { recursive: true, force: true })
}

/** Each exact version of the engine has its own. */
function templateDirectory(): string {
  return join(CACHE, `cluster-${engineVersion()}`)
}
