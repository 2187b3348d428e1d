// Terminal output and error handling of the scripts. Every .mjs file in this folder runs on Node 20 before anything is
// installed, so it imports only node: modules.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const PROGRESS_INTERVAL_MS = 15_000

/** An expected failure: its message is printed without a stack trace. */
export class ScriptError extends Error {
  /**
   * @param {string} message what happened and what to do about it
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** @param {string} line */
export function print(line) {
  process.stdout.write(`${line}\n`)
}

/**
 * Writes the full output of a failed program to `file` and returns `file`.
 * @param {string} file
 * @param {string} output
 */
export function writeLogFile(file, output) {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, output)
  } catch {
    // A full disk may be the original error, which matters more than the log.
  }
  return file
}

/** @param {number} startedAt milliseconds, from Date.now() */
export function elapsedSince(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`
}

/**
 * Prints the step's name, a progress line every 15 seconds, and the duration at the end.
 * @template T
 * @param {string} name such as 'Installing the dependencies'
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const startedAt = Date.now()
  print(`${name} …`)
  const progress = setInterval(() => print(`  still running after ${elapsedSince(startedAt)}`), PROGRESS_INTERVAL_MS)
  try {
    const result = await work()
    print(`  done in ${elapsedSince(startedAt)}`)
    return result
  } finally {
    clearInterval(progress)
  }
}

/**
 * Runs a script's main function, prints its error and sets the exit code.
 * @param {() => Promise<number | void>} main resolves to the exit code
 */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`)
    process.exitCode = error instanceof ScriptError ? error.exitCode : 1
  }
}

function describeError(error) {
  if (error instanceof ScriptError) return error.message
  if (error?.code === 'ENOSPC') return 'The disk is full. Free some space and start again.'
  if (['EACCES', 'EPERM', 'EROFS'].includes(error?.code) && error.path) {
    return `Cannot write to ${error.path}. Give your user write permission and start again.`
  }
  return error?.stack ?? String(error)
}
