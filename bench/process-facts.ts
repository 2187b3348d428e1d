/** What the system knows of a running process (Linux: /proc). */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Resident memory now and at most, MB. */
export function memoryOf(pid: number) {
  const read = fieldsOf(pid)
  return { now: Math.round(read('VmRSS') / 1_000), peak: Math.round(read('VmHWM') / 1_000) }
}

/** Processor time of all its threads so far, ms. */
export function processorMsOf(pid: number): number {
  // Its name may hold spaces and stands between parentheses; user and system time follow as the 14th and 15th field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const TICK_MS = 10
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

export const threadsOf = (pid: number): number => fieldsOf(pid)('Threads')

/** Its processes of a browser, theirs included. */
export function browsersOf(pid: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) && quietly(() => readFileSync(`/proc/${name}/stat`, 'utf8'))
    if (stat && /\((chrom|headless)/.test(stat)) parents.set(Number(name), Number(stat.split(') ')[1]?.split(' ')[1]))
  }
  const isOwn = (parent: number | undefined): boolean => parent === pid || (parent !== undefined && isOwn(parents.get(parent)))
  return [...parents.values()].filter(isOwn).length
}

/** The files of a folder and below, MB; what is removed meanwhile counts nothing. */
export function sizeOf(folder: string): number {
  const entries = quietly(() => readdirSync(folder, { withFileTypes: true })) ?? []
  const sizes = entries.map((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? sizeOf(path) : (quietly(() => statSync(path).size) ?? 0) / 1e6
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

function fieldsOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
}

function quietly<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
