/**
 * Creating an empty cluster takes seconds and always gives the same files, so the first one is cached beside
 * node_modules and later directories start as copies of it. When the cache cannot be written or opened, clusters are
 * created without it.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { engineVersion } from './engine-package.ts'

const CACHE = fileURLToPath(new URL('../../../../../node_modules/.cache/readback', import.meta.url))

/** Copies the template to `directory`, which must not exist. Returns false when there is no readable template. */
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

/** Caches a copy of `directory`, a closed cluster in which nothing has been stored. */
export function saveTemplate(directory: string) {
  const draft = `${templateDirectory()}.${process.pid}`
  try {
    mkdirSync(CACHE, { recursive: true })
    cpSync(directory, draft, { recursive: true })
    renameSync(draft, templateDirectory()) // atomic; fails when another process was first
  } catch {
    rmSync(draft, { recursive: true, force: true })
  }
}

export function deleteTemplate() {
  rmSync(templateDirectory(), { recursive: true, force: true })
}

/** One template for each exact engine version. */
function templateDirectory(): string {
  return join(CACHE, `cluster-${engineVersion()}`)
}
