// What `npm test` runs for its arguments.
import { isSlow, suitesOf } from './test-files.mjs'
import { ScriptError } from './terminal.mjs'

const SUITES = ['checks', 'unit', 'embedded', 'postgres', 'browser']
const USAGE = `Usage: npm test -- [${SUITES.join(' | ')} | quick | PATH …]`

/**
 * @typedef {{ suite: string, files: string[] | null }} PlannedSuite `files` is null for the whole suite
 */

/**
 * Suites named in `args` run whole; paths run the tests below them in each suite they belong to. Both together run
 * the tests below the paths in the named suites only. `quick` runs checks, unit and the embedded suite without its slow
 * files. No arguments run everything.
 * @param {string[]} args
 * @param {string[]} testFiles every test file, below the repository root
 * @param {(path: string) => string} fromRoot resolves a path as it was typed to one below the repository root
 * @returns {PlannedSuite[]}
 * @throws {ScriptError} when an argument is neither a suite nor a path with tests
 */
export function planTests(args, testFiles, fromRoot = (path) => path) {
  const option = args.find((arg) => arg.startsWith('-'))
  if (option) throw new ScriptError(`npm test has no option ${option}. ${USAGE}`)
  if (args.join() === 'quick') {
    const files = testFiles.filter((file) => suitesOf(file).includes('embedded') && !isSlow(file))
    return [
      { suite: 'checks', files: null },
      { suite: 'unit', files: null },
      { suite: 'embedded', files },
    ]
  }
  const named = SUITES.filter((suite) => args.includes(suite))
  const paths = args.filter((arg) => !SUITES.includes(arg))
  if (paths.length === 0) return (named.length > 0 ? named : SUITES).map((suite) => ({ suite, files: null }))

  const files = [...new Set(paths.flatMap((path) => filesBelow(path, testFiles, fromRoot)))]
  const planned = SUITES.filter((suite) => named.length === 0 || named.includes(suite))
    .map((suite) => ({ suite, files: files.filter((file) => suitesOf(file).includes(suite)) }))
    .filter((each) => each.files.length > 0)
  const empty = named.find((suite) => planned.every((each) => each.suite !== suite))
  if (empty) throw new ScriptError(`The suite ${empty} has no test below ${paths.join(', ')}.`)
  return planned
}

function filesBelow(path, testFiles, fromRoot) {
  const wanted = fromRoot(path)
  const found = testFiles.filter((file) => file === wanted || wanted === '' || file.startsWith(`${wanted}/`))
  if (found.length === 0 && path.endsWith('.long.ts'))
    throw new ScriptError(`${path} takes minutes: run it with npm run test:long -- ${path}`)
  if (found.length === 0) throw new ScriptError(`${path} is neither a suite nor a file or folder with tests. ${USAGE}`)
  return found
}
