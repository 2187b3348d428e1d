import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importsIn, serverPackages } from './keep-server-packages.mjs'
import { root } from './run.mjs'

it('finds the packages that a file names, whichever way', () => {
  const source = `import { a } from 'one/deep/file'
import 'two'
import type { B } from '@scope/three/part'
const c = await import('four')
const entry = createRequire(import.meta.url).resolve('@scope/five')
import { join } from 'node:path'
import { d } from '#shared/d.ts'
import { e } from './e.ts'`
  expect(importsIn(source).toSorted()).toEqual(['@scope/five', '@scope/three', 'four', 'one', 'two'])
})

it('keeps what the server stands on and what that needs, and nothing of the screens', () => {
  const kept = serverPackages(root)
  for (const name of ['hono', 'pg', 'pg-protocol', '@electric-sql/pglite', 'playwright-core', 'zod']) expect(kept).toContain(name)
  for (const name of ['react', '@mantine/core', 'vite', 'vitest', 'node']) expect(kept).not.toContain(name)
  expect([...kept].filter((name) => !existsSync(join(root, 'node_modules', name)))).toEqual([])
})
