import { expect, it } from 'vitest'
import { asJavaScript, packageManifest } from './build-package.mjs'

it('replaces types by nothing and the paths of TypeScript files by those of their JavaScript', () => {
  const source = `import type { A } from './a.ts'
import { b } from '../b.ts'
import { c } from '#shared/c.ts'
const program: string = join(here, 'kept.ts')
const worker = new URL('./worker.ts', import.meta.url)`
  const lines = asJavaScript(source).split('\n')
  expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    '',
    "import { b } from '../b.js'",
    "import { c } from '#shared/c.js'",
    "const program = join(here, 'kept.ts')",
    "const worker = new URL('./worker.js', import.meta.url)",
  ])
})

it('declares what the server imports in the published package, with the pinned versions', () => {
  const { dependencies, bin, engines } = packageManifest()
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(['@electric-sql/pglite', '@modelcontextprotocol/sdk', 'hono', 'pg', 'zod']),
  )
  for (const name of ['react', '@mantine/core', 'vite', 'node']) expect(dependencies).not.toHaveProperty(name)
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(bin).toEqual({ readback: 'scripts/readback.mjs' })
  expect(engines.node).toBe('>=24')
})
