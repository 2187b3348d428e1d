import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lets the process's other threads have the processor before the calling one. Linux gives each thread a priority of its
 * own, by the number that /proc/thread-self ends with; elsewhere the number would be taken for the whole process, so
 * nothing is done.
 */
export function yieldProcessor() {
  if (process.platform !== 'linux') return
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    if (thread) setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Without /proc, or where priorities may not be set, the thread keeps the one it has.
  }
}
