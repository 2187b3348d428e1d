/** Prepares the data directory that the servers of the browser tests copy. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEMPLATE_VARIABLE } from '#test/running-server.ts'

export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'readback-e2e-template-'))
  const template = join(folder, 'template')
  // In a separate process: Playwright would compile all modules of the server.
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'test/embedded-template.ts', template])
  // The workers inherit the environment of this process.
  process.env[TEMPLATE_VARIABLE] = template
  return () => rmSync(folder, { recursive: true, force: true })
}
