import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importedPackages, serverPackages } from './prune-server-packages.mjs'
import { root } from './run.mjs'

it('finds packages in every form of import', () => {
  const source = `import { a } from 'one/deep/file'
import 'two'
import type { B } from '@scope/three/part'
const c = await import('four')
const entry = createRequire(import.meta.url).resolve('@scope/five')
import { join } from 'node:path'
import { d } from '#shared/d.ts'
import { e } from './e.ts'`
  expect(importedPackages(source).toSorted()).toEqual(['@scope/five', '@scope/three', 'four', 'one', 'two'])
})

it('keeps the dependencies of the server and drops those of the web app and the build', () => {
  const kept = serverPackages(root)
  for (const name of ['hono', 'pg', 'pg-protocol', '@electric-sql/pglite', 'playwright-core', 'zod'])
    expect(kept).toContain(name)
  for (const name of ['react', '@mantine/core', 'vite', 'vitest', 'node']) expect(kept).not.toContain(name)
  expect([...kept].filter((name) => !existsSync(join(root, 'node_modules', name)))).toEqual([])
})
