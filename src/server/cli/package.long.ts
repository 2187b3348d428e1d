/** The published package, installed in an empty folder as a user installs it. Needs a package registry. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, it, onTestFinished } from 'vitest'
import { connectMcpOver } from '#test/mcp-client.ts'
import { openWebsite } from '#test/website.ts'

const page = '<title>Lighthouses</title><main><p>The lighthouse of Hook Head was built by William Marshal.</p></main>'

it('installs, starts, crawls a site and answers with a quotation for a client of MCP over stdio', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readback-package-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const tarball = execFileSync(process.execPath, ['scripts/build-package.mjs'], { encoding: 'utf8' }).trim()
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, tarball.split('\n').at(-1) ?? ''])
  const typeOfClient = `import { createClient } from 'readback/client'; console.log(typeof createClient)`
  const run = ['--input-type=module', '--eval', typeOfClient]
  expect(execFileSync(process.execPath, run, { cwd: folder, encoding: 'utf8' })).toBe('function\n')
  const site = await openWebsite({ '/': page })
  onTestFinished(() => site.close())

  const { client, call, close } = await connectMcpOver(
    new StdioClientTransport({
      command: join(folder, 'node_modules', '.bin', 'readback'),
      args: ['mcp'],
      cwd: folder,
      env: { XDG_DATA_HOME: folder, ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    }),
  )
  onTestFinished(close)
  expect(client.getServerVersion()).toMatchObject({ name: 'readback' })
  const { answer: crawl } = await call('crawl_site', { url: site.origin, max_pages: 1 })
  const { answer } = await call('ask', { crawl_id: crawl['crawl_id'], question: 'Who built Hook Head?' })
  expect(JSON.stringify(answer)).toContain('The lighthouse of Hook Head was built by William Marshal.')
}, 300_000)
