/** Prepares the data directory that every test of the `embedded` project copies. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createTemplate } from './embedded-template.ts'

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'readback-tests-'))
  const template = join(folder, 'template')
  await createTemplate(template)
  project.provide('databases', { kind: 'embedded', folder, template })
  return () => rm(folder, { recursive: true, force: true })
}
