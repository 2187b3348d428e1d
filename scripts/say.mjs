// What the scripts tell a person: calm lines, each stage with its seconds, one sentence when something fails.
// Like every .mjs file of this folder it runs on Node 20, before anything is installed, and imports only node: modules.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A failure with a sentence for the person at the terminal; everything else that rises is a bug of ours. */
export class Stop extends Error {
  /**
   * @param {string} sentence what happened and what to do about it
   * @param {number} [exitCode]
   */
  constructor(sentence, exitCode = 1) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/**
 * Keeps the whole output of a program that failed.
 * @param {string} file
 * @param {string} output
 */
export function keepLog(file, output) {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, output)
  } catch {
    // A full disk is likely the very reason; the sentence matters more than the log.
  }
  return file
}

/** @param {number} startedAt milliseconds, from Date.now() */
export function secondsSince(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`
}

/**
 * Announces a stage, says every 15 seconds that it still works, and ends with the seconds it took.
 * @template T
 * @param {string} what such as 'Installing the dependencies'
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function stage(what, work) {
  const startedAt = Date.now()
  say(`${what} …`)
  const stillWorking = setInterval(() => say(`  still at it after ${secondsSince(startedAt)}`), 15_000)
  try {
    const result = await work()
    say(`  done in ${secondsSince(startedAt)}`)
    return result
  } finally {
    clearInterval(stillWorking)
  }
}

/**
 * Runs a script's story and turns what rises into one sentence and an exit code.
 * @param {() => Promise<number | void>} story resolves to the exit code
 */
export async function tell(story) {
  try {
    process.exitCode = (await story()) ?? 0
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exitCode = error instanceof Stop ? error.exitCode : 1
  }
}

function sentenceOf(error) {
  if (error instanceof Stop) return error.message
  if (error?.code === 'ENOSPC') return 'The disk is full. Make room and start again.'
  if (['EACCES', 'EPERM', 'EROFS'].includes(error?.code) && error.path) {
    return `${error.path} cannot be written. Give your user the right to write there and start again.`
  }
  return error?.stack ?? String(error)
}
