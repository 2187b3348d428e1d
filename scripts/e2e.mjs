// npm run e2e: the browser tests alone; what follows -- goes to Playwright.
import { buildWeb } from './build-web.mjs'
import { findOrInstallHeadlessShell } from './find-chromium.mjs'
import { installDependencies } from './install.mjs'
import { bin, fastLoading, productEnv, productNode, runInForeground } from './run.mjs'
import { runScript } from './terminal.mjs'

await runScript(async () => {
  await installDependencies({ withDevelopment: true })
  await buildWeb()
  const env = productEnv({ ...fastLoading(), CHROMIUM_PATH: await findOrInstallHeadlessShell() })
  return runInForeground(productNode(), [bin('playwright'), 'test', ...process.argv.slice(2)], { env })
})
