// The checks that take seconds: each is a program that ends with 0 when all is well.
import { productNode, bin, productEnv, root, runQuietly } from './run.mjs'
import { join } from 'node:path'

export const checks = [
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings', '-f', 'unix'] },
  { name: 'types', command: [bin('tsc'), '-b', '--pretty', 'false'] },
  { name: 'specification coverage', command: [productNode, join(root, 'scripts', 'check-spec-coverage.mjs')] },
  { name: 'message catalogue', command: [productNode, join(root, 'scripts', 'check-messages.mjs')] },
  { name: 'exports', command: [productNode, join(root, 'scripts', 'check-exports.mjs')] },
  { name: 'references', command: [productNode, join(root, 'scripts', 'docs.mjs'), '--check'] },
  { name: 'dependencies', command: [productNode, join(root, 'scripts', 'check-dependencies.mjs')] },
]

/**
 * Runs one check.
 * @returns {Promise<{ ok: boolean, output: string }>} what it said, for a person to read
 */
export async function runCheck({ command: [program, ...args] }) {
  const path = typeof program === 'function' ? program() : program
  const { code, output } = await runQuietly(path, args, { env: productEnv() })
  return { ok: code === 0, output: output.trim() }
}
