/** Resource usage of a running process, from /proc (Linux only). */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Current and peak resident memory in MB. */
export function residentMemoryMb(pid: number) {
  const read = fieldsOf(pid)
  return { now: Math.round(read('VmRSS') / 1_000), peak: Math.round(read('VmHWM') / 1_000) }
}

/** CPU time of all threads so far, in milliseconds. */
export function cpuTimeMs(pid: number): number {
  // User and system time are fields 14 and 15; count from after the name, which may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const TICK_MS = 10
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export const openFileCount = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

export const threadCount = (pid: number): number => fieldsOf(pid)('Threads')

/** The number of browser processes among its descendants. */
export function browserProcessCount(pid: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) && ignoreErrors(() => readFileSync(`/proc/${name}/stat`, 'utf8'))
    if (stat && /\((chrom|headless)/.test(stat)) parents.set(Number(name), Number(stat.split(') ')[1]?.split(' ')[1]))
  }
  const isDescendant = (parent: number | undefined): boolean =>
    parent === pid || (parent !== undefined && isDescendant(parents.get(parent)))
  return [...parents.values()].filter(isDescendant).length
}

/** The total size of a folder in MB. Ignores files that are removed while it counts. */
export function sizeOf(folder: string): number {
  const entries = ignoreErrors(() => readdirSync(folder, { withFileTypes: true })) ?? []
  const sizes = entries.map((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? sizeOf(path) : (ignoreErrors(() => statSync(path).size) ?? 0) / 1e6
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

function fieldsOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
}

function ignoreErrors<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
