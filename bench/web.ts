/**
 * Bench: Lighthouse on the main screens as a phone and as a desk, and from a key or click to the next frame.
 *   CHROMIUM_PATH=… npm run bench -- web
 * `--only phone`, `--only desk` or `--only interactions` runs a third of it, `--screen 'My Chats'` one screen. Each screen
 * is looked at `--rounds` times (1) and the middle score counts. The web app must be built (npm run e2e builds it). Takes
 * about six minutes on a quiet machine, and nothing else should run meanwhile: Lighthouse reckons a slow processor from a
 * quick one, and a busy machine is slow twice.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { crawlManual, enter, saveChat } from '#e2e/person.ts'
import type { Client } from '#test/client.ts'
import { freePort, startServer } from '#test/running-server.ts'
import { measureInteractions } from './web-interactions.ts'
import { DEVICES, type Device, heading, scoreScreen } from './web-lighthouse.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '1' }, screen: { type: 'string' } },
})
const asked = <Part extends string>(parts: readonly Part[]) => parts.filter((part) => !values.only || values.only === part)

const server = await startServer()
try {
  await inBrowser(async (context, port) => {
    if (asked(DEVICES).length > 0) heading()
    for (const device of asked(DEVICES)) await scoreAll(device, { 'the first screen, a visitor': '/' }, port)
    const page = context.pages()[0] ?? (await context.newPage())
    const person = await enter(page, server, 'bench@example.org')
    await server.admin(['grant', 'bench@example.org'])
    const screens = asked(DEVICES).length > 0 ? await screensOf(person) : {}
    for (const device of asked(DEVICES)) await scoreAll(device, screens, port)
    if (asked(['interactions']).length > 0) await measureInteractions(page, person)
  })
  console.log(`\nLoad of the machine at the end: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await server.close()
}

/** With a folder of its own: Lighthouse opens its tabs in the browser's first context, with that one's cookies. */
async function inBrowser(act: (context: BrowserContext, port: number) => Promise<void>) {
  const profile = mkdtempSync(join(tmpdir(), 'readback-web-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
    ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  })
  try {
    await act(context, port)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** What a person has after a first afternoon: a crawl, a chat about it with an answer, a notebook that holds the chat. */
async function screensOf(person: Client): Promise<Record<string, string>> {
  const crawl = await crawlManual(person, 8)
  await person.post('/api/knowledge', { pageIds: crawl.pages.map(({ id }) => id) })
  const chat = await saveChat(person, 'What the free plan gives', crawl.pages)
  await person.stream(`/api${chat}/messages`, { question: 'How many pages does the free plan crawl?' })
  const { body } = await person.get(`/api${chat}`)
  return {
    'the first screen': '/',
    'a crawl': `/?crawl=${crawl.id}`,
    'My Chats': '/chats',
    'a chat': chat,
    'a notebook': `/notebooks/${body.notebook_id}`,
    account: '/account',
    usage: '/usage',
    connect: '/connect',
    administration: '/admin',
    'the manual': '/help',
  }
}

async function scoreAll(device: Device, screens: Record<string, string>, port: number) {
  for (const [name, path] of Object.entries(screens)) {
    if (values.screen && values.screen !== name) continue
    await scoreScreen(`${name}, ${device}`, server.url + path, { device, port, rounds: Number(values.rounds) })
  }
}
