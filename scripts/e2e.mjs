// npm run e2e: the browser tests alone; what follows -- goes to Playwright.
import { buildWeb } from './build-web.mjs'
import { findOrInstallShell } from './find-chromium.mjs'
import { installDependencies } from './install.mjs'
import { bin, productEnv, productNode, runHere } from './run.mjs'
import { tell } from './say.mjs'

await tell(async () => {
  await installDependencies({ withDevelopment: true })
  await buildWeb()
  const env = productEnv({ CHROMIUM_PATH: await findOrInstallShell() })
  return runHere(productNode(), [bin('playwright'), 'test', ...process.argv.slice(2)], { env })
})
