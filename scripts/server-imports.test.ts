import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run.mjs'
import { importedPackages, serverImports } from './server-imports.mjs'

const manifest = (folder: string): Record<string, Record<string, unknown> | undefined> =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

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

it('declares what the server imports as dependencies, and only that and its peers [package-6]', () => {
  const { dependencies = {}, devDependencies = {} } = manifest('.')
  const imported = new Set(serverImports(root))
  expect([...imported].filter((name) => name in devDependencies)).toEqual([])
  const peers = Object.keys(dependencies).flatMap((name) =>
    Object.keys(manifest(`node_modules/${name}`)['peerDependencies'] ?? {}),
  )
  expect(Object.keys(dependencies).filter((name) => !imported.has(name) && !peers.includes(name))).toEqual([])
})
