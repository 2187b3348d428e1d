import { defineConfig, devices } from '@playwright/test'

/** `npm run e2e` and `npm test` find the browser and name it here; there is no download of Playwright's own. */
const executablePath = process.env.CHROMIUM_PATH

/** Chromium's own calls home would only wait for a network that tests must not need. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
]
/** Chromium refuses its sandbox to root, and many containers have nobody else; their /dev/shm is small. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : []

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each with a browser and a server, which its tests share: two cores are what the smallest machine has.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { ...(executablePath && { executablePath }), args: [...quiet, ...asRoot] },
    screenshot: 'only-on-failure',
    // A page that one takes over in the middle of a test asks the network past the test's own routes.
    serviceWorkers: 'block',
    // Recording every step costs a tenth of the suite's time: `npm run e2e -- --trace on path` when one is wanted.
    trace: 'off',
  },
})
