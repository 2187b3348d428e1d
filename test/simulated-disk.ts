/**
 * Simulates the disk after a power cut: everything synced is kept, and a random half of everything else. Files are
 * identified by inode. A file name is durable after a sync of its directory or, as on ext4, after the first sync of a
 * new file.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { DurableFs } from '#server/platform/db/embedded/durable-fs.ts'

const BLOCK_BYTES = 8192

export class SimulatedDisk extends DurableFs {
  readonly #root: string
  readonly #contents = new Map<string, Buffer>()
  readonly #names = new Map<string, Map<string, string>>()

  /** The current content of `root` counts as synced. */
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

  /** Writes the surviving files to `target`. `chance` returns random numbers from 0 to 1. */
  cutPower(target: string, chance: () => number) {
    for (const directory of directoriesUnder(this.#root)) {
      const to = join(target, relative(this.#root, directory))
      mkdirSync(to, { recursive: true, mode: 0o700 })
      const live = namesIn(directory)
      const durable = this.#namesOf(directory)
      for (const name of new Set([...live.keys(), ...durable.keys()])) {
        const kept = live.get(name) === durable.get(name) || chance() < 0.5 ? durable.get(name) : live.get(name)
        if (kept === undefined) continue
        const current = live.get(name) === kept ? readFileSync(join(directory, name)) : undefined
        writeFileSync(join(to, name), mix(this.#contents.get(kept) ?? Buffer.alloc(0), current, chance), {
          mode: 0o600,
        })
      }
    }
  }

  #namesOf(directory: string) {
    const names = this.#names.get(directory) ?? new Map<string, string>()
    this.#names.set(directory, names)
    return names
  }
}

/** Picks each block at random from the synced content and the content written since. */
function mix(synced: Buffer, current: Buffer | undefined, chance: () => number) {
  if (!current || current.equals(synced)) return synced
  const mixed = Buffer.alloc(chance() < 0.5 ? synced.length : current.length)
  for (let at = 0; at < mixed.length; at += BLOCK_BYTES) {
    const source = chance() < 0.5 ? synced : current
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

/** Inodes are reused, so the id includes the file's creation time. */
function idOf(path: string) {
  const { ino, birthtimeMs } = statSync(path)
  return `${ino}@${birthtimeMs}`
}
