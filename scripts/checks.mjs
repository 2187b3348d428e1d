// The checks that take seconds. Each is a program that exits with 0 when it passes.
import { productNode, bin, productEnv, root, runCaptured } from './run.mjs'
import { join } from 'node:path'

export const checks = [
  { name: 'format', command: [bin('oxfmt'), '--check'] },
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings', '-f', 'unix'] },
  { name: 'types', command: [bin('tsc'), '-b', '--pretty', 'false'] },
  { name: 'specification coverage', command: [productNode, join(root, 'scripts', 'check-spec-coverage.mjs')] },
  { name: 'message catalog', command: [productNode, join(root, 'scripts', 'check-messages.mjs')] },
  { name: 'structure', command: [productNode, join(root, 'scripts', 'check-structure.mjs')] },
  { name: 'translations', command: [productNode, join(root, 'scripts', 'check-translations.mjs')] },
  { name: 'migrations', command: [productNode, join(root, 'scripts', 'check-migrations.mjs')] },
  { name: 'exports', command: [productNode, join(root, 'scripts', 'check-exports.mjs')] },
  { name: 'references', command: [productNode, join(root, 'scripts', 'docs.mjs'), '--check'] },
  { name: 'dependencies', command: [productNode, join(root, 'scripts', 'check-dependencies.mjs')] },
]

/**
 * Runs one check.
 * @returns {Promise<{ ok: boolean, output: string }>} `output` is the program's, both streams
 */
export async function runCheck({ command: [program, ...args] }) {
  const path = typeof program === 'function' ? program() : program
  const { code, output } = await runCaptured(path, args, { env: productEnv() })
  return { ok: code === 0, output: output.trim() }
}
