/**
 * Bench: Lighthouse scores of the main screens on phone and desktop, and interaction latency.
 *   npm ci --prefix bench/peers && CHROMIUM_PATH=… npm run bench -- web
 * `--only phone`, `desktop`, `cpu` or `interactions` runs a part, `--screen 'My Chats'` one screen, `--slowdown 4` the
 * interactions on a processor four times slower. The result is the median of `--rounds` runs (default 1). Build the web
 * app first (node scripts/build-web.mjs). Takes about six minutes on an idle machine; other load distorts the scores,
 * because Lighthouse derives its CPU slowdown from the machine's speed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { crawlManual, signUp, saveChat } from '#e2e/support/user.ts'
import type { Client } from '#test/client.ts'
import { freePort, startServer } from '#test/running-server.ts'
import { measureCpu, printCpuHeading } from './web-cpu.ts'
import { measureInteractions } from './web-interactions.ts'
import { DEVICES, type Device, printHeading, scoreScreen } from './web-lighthouse.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    screen: { type: 'string' },
    slowdown: { type: 'string', default: '1' },
  },
})
const selectedParts = <Part extends string>(parts: readonly Part[]) =>
  parts.filter((part) => !values.only || values.only === part)

const server = await startServer()
try {
  await inBrowser(async (context, port) => {
    if (selectedParts(DEVICES).length > 0) printHeading()
    for (const device of selectedParts(DEVICES)) await scoreAll(device, { 'the first screen, a visitor': '/' }, port)
    const page = context.pages()[0] ?? (await context.newPage())
    const person = await signUp(page, server, 'bench@example.org')
    await server.admin(['grant', 'bench@example.org'])
    const screens = selectedParts([...DEVICES, 'cpu']).length > 0 ? await screensOf(person) : {}
    for (const device of selectedParts(DEVICES)) await scoreAll(device, screens, port)
    if (selectedParts(['cpu']).length > 0) {
      printCpuHeading()
      for (const [name, path] of selectedScreens(screens)) {
        await measureCpu(name, server.url + path, context, Number(values.rounds))
      }
    }
    if (selectedParts(['interactions']).length > 0) await measureInteractions(page, person, Number(values.slowdown))
  })
  console.log(`\nLoad average at the end: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await server.close()
}

/**
 * Uses a persistent context, because Lighthouse opens its tabs in the browser's default context and needs its cookies.
 */
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

/** Creates a crawl, a chat with an answer and a notebook, and returns the paths of the screens to measure. */
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

function selectedScreens(screens: Record<string, string>) {
  return Object.entries(screens).filter(([name]) => !values.screen || values.screen === name)
}

async function scoreAll(device: Device, screens: Record<string, string>, port: number) {
  for (const [name, path] of selectedScreens(screens)) {
    await scoreScreen(`${name}, ${device}`, server.url + path, { device, port, rounds: Number(values.rounds) })
  }
}
