/** A start after a kill, compared with one after an orderly stop. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it(
  'takes at most 1.5 times the processor time of a start after an orderly stop [restart-1]',
  { timeout: 900_000 },
  async ({ annotate }) => {
    // Exits with 1 beyond the ratio, which rejects.
    const { stdout } = await promisify(execFile)(process.execPath, ['bench/restart.ts', '--rounds=5'])
    await annotate(stdout.trim().split('\n').at(-1) ?? '')
    expect(stdout).toMatch(/ratio \d+\.\d+, at most 1\.5/)
  },
)
