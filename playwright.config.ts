import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'

/** Set by `npm test` and `npm run e2e`, which find or install a browser; Playwright's own is not downloaded. */
const executablePath = process.env.CHROMIUM_PATH

const args = [
  // Chromium's own requests would wait for a network that tests do not need.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  // Chromium has no sandbox for root, and containers often have a small /dev/shm.
  ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : []),
]

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup.ts',
  outputDir: 'test-results',
  // Each worker starts a browser and a server, about eleven seconds of CPU time before their code is warm. One more
  // than there are cores keeps them busy.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Long enough for a machine that does other work too: most tests take a twentieth of it.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { ...(executablePath && { executablePath }), args },
    screenshot: 'only-on-failure',
    // Requests of a service worker bypass `page.route`.
    serviceWorkers: 'block',
    // Animations cost CPU time and waits, and no test is about them.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a tenth of the suite's time: `npm run e2e -- --trace on PATH`.
    trace: 'off',
  },
})
