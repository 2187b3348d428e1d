import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWebsite, type Website } from '#test/website.ts'
import { findBrowser } from './find-browser.ts'
import { launchBrowser } from './launch-browser.ts'

const programFolders = (process.env['PATH'] ?? '').split(delimiter)
const folder = mkdtempSync(join(tmpdir(), 'readback-launch-'))

let proxy: Website
let site: Website
let browser: Browser

beforeAll(async () => {
  site = await openWebsite({ '/': 'directly' })
  proxy = await openWebsite({})
  // This proxy needs no credentials and answers every request itself.
  for (const address of addresses()) proxy.set(address, '<p>through the proxy')
  const program = join(folder, 'chromium')
  // The installed browser as users have it: the other tests run in the headless shell that CHROMIUM_PATH names.
  const chromiumPath = process.env['CHROMIUM_PATH']
  const path = findBrowser({ chromiumPath: undefined, programFolders }) ?? findBrowser({ chromiumPath, programFolders })
  writeFileSync(program, `#!/bin/sh\nenv > '${join(folder, 'environment')}'\nexec '${path}' "$@"\n`)
  chmodSync(program, 0o755)
  process.env['SERVER_SECRET'] = 'server-secret'
  browser = await launchBrowser({ executablePath: program, proxyOrigin: proxy.origin, programFolders })
}, 60_000)
afterAll(async () => {
  delete process.env['SERVER_SECRET']
  await browser.close()
  await proxy.close()
  await site.close()
})

const port = () => new URL(site.origin).port
const addresses = () => [
  `http://127.0.0.1:${port()}/`,
  `http://localhost:${port()}/`,
  `http://anything.localhost:${port()}/`,
  `http://[::1]:${port()}/`,
  'http://169.254.169.254/',
  'http://unknown.example/',
]

describe('launchBrowser', { timeout: 60_000 }, () => {
  it('connects only to the proxy, also for loopback, link-local addresses and names', async () => {
    const page = await browser.newPage()
    for (const address of addresses()) {
      await page.goto(address)
      expect(await page.textContent('p')).toBe('through the proxy')
    }
    expect(proxy.requests.map(({ path }) => path)).toEqual(expect.arrayContaining(addresses()))
    expect(site.requests).toEqual([])
    await page.close()
  })

  it('does not inherit the server’s environment', () => {
    const environment = readFileSync(join(folder, 'environment'), 'utf8')
    expect(environment).toContain('LANG=C.UTF-8')
    expect(environment).not.toContain('server-secret')
  })
})
