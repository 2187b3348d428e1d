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
  // It asks for nobody's name and answers whatever it is asked for.
  for (const address of addresses()) proxy.set(address, '<p>through the proxy')
  const program = join(folder, 'chromium')
  const path = findBrowser({ chromiumPath: process.env['CHROMIUM_PATH'], programFolders })
  writeFileSync(program, `#!/bin/sh\nenv > '${join(folder, 'environment')}'\nexec '${path}' "$@"\n`)
  chmodSync(program, 0o755)
  process.env['A_SECRET_OF_OURS'] = 'never-told'
  browser = await launchBrowser({ executablePath: program, proxyOrigin: proxy.origin, programFolders })
}, 60_000)
afterAll(async () => {
  delete process.env['A_SECRET_OF_OURS']
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

describe('the browser that is launched', { timeout: 60_000 }, () => {
  it('reaches everything through the proxy alone: loopback, link-local addresses and names', async () => {
    const page = await browser.newPage()
    for (const address of addresses()) {
      await page.goto(address)
      expect(await page.textContent('p')).toBe('through the proxy')
    }
    expect(proxy.requests.map(({ path }) => path)).toEqual(expect.arrayContaining(addresses()))
    expect(site.requests).toEqual([])
    await page.close()
  })

  it('knows nothing of our environment', () => {
    const environment = readFileSync(join(folder, 'environment'), 'utf8')
    expect(environment).toContain('LANG=C.UTF-8')
    expect(environment).not.toContain('never-told')
  })
})
