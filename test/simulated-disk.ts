/**
 * What a disk holds after the power fails: all that was synced, and of everything else an arbitrary half. Files are
 * known by their inode; a name lives in its directory and is safe once the directory was synced, or with the first
 * sync of a file that is new, as on ext4.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { DurableFs } from '#server/db/embedded/durable-fs.ts'

const BLOCK_BYTES = 8192

export class SimulatedDisk extends DurableFs {
  readonly #root: string
  readonly #contents = new Map<string, Buffer>()
  readonly #names = new Map<string, Map<string, string>>()

  /** All that is in `root` now counts as written long ago. */
  constructor(root: string) {
    super(root)
    this.#root = root
    for (const directory of directoriesUnder(root)) {
      this.#names.set(directory, namesIn(directory))
      for (const [name, file] of namesIn(directory)) this.#contents.set(file, readFileSync(join(directory, name)))
    }
  }

  protected override sync(path: string, _file: number | undefined, isDirectory: boolean) {
    if (isDirectory) {
      this.#names.set(path, namesIn(path))
      return
    }
    const id = idOf(path)
    const isNew = !this.#contents.has(id)
    this.#contents.set(id, readFileSync(path))
    if (isNew) this.#namesOf(dirname(path)).set(basename(path), id)
  }

  /** Writes to `target` what is left. `chance` answers numbers from 0 to 1. */
  cutPower(target: string, chance: () => number) {
    for (const directory of directoriesUnder(this.#root)) {
      const to = join(target, relative(this.#root, directory))
      mkdirSync(to, { recursive: true, mode: 0o700 })
      const live = namesIn(directory)
      const safe = this.#namesOf(directory)
      for (const name of new Set([...live.keys(), ...safe.keys()])) {
        const kept = live.get(name) === safe.get(name) || chance() < 0.5 ? safe.get(name) : live.get(name)
        if (kept === undefined) continue
        const current = live.get(name) === kept ? readFileSync(join(directory, name)) : undefined
        writeFileSync(join(to, name), mix(this.#contents.get(kept) ?? Buffer.alloc(0), current, chance), { mode: 0o600 })
      }
    }
  }

  #namesOf(directory: string) {
    const names = this.#names.get(directory) ?? new Map<string, string>()
    this.#names.set(directory, names)
    return names
  }
}

/** Block by block what was synced or what was written since. */
function mix(safe: Buffer, current: Buffer | undefined, chance: () => number) {
  if (!current || current.equals(safe)) return safe
  const mixed = Buffer.alloc(chance() < 0.5 ? safe.length : current.length)
  for (let at = 0; at < mixed.length; at += BLOCK_BYTES) {
    const source = chance() < 0.5 ? safe : current
    if (at < source.length) source.copy(mixed, at, at, Math.min(at + BLOCK_BYTES, mixed.length))
  }
  return mixed
}

function directoriesUnder(root: string): string[] {
  const below = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [root, ...below.flatMap((entry) => directoriesUnder(join(root, entry.name)))]
}

function namesIn(directory: string) {
  const files = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(files.map((entry) => [entry.name, idOf(join(directory, entry.name))]))
}

/** An inode may be used again for another file; its birth tells them apart. */
function idOf(path: string) {
  const { ino, birthtimeMs } = statSync(path)
  return `${ino}@${birthtimeMs}`
}
