// npm run docs: writes the references that are made from the code. With --check it writes nothing and fails when one of
// them is not as the code says.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeApi } from '#server/api/describe-api.ts'
import { createApp } from '#server/api/app.ts'
import { readConfig } from '#server/config.ts'
import { listSettings } from '#server/environment.ts'
import { apiReference } from './api-reference.mjs'
import { configurationReference } from './configuration-reference.mjs'
import { root } from './run.mjs'
import { say } from './say.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')
// To describe itself the app asks its services for the limits alone.
const app = createApp({ config: readConfig({}) })
const references = {
  'docs/api.md': apiReference(describeApi(app)),
  'docs/configuration.md': configurationReference(listSettings(), read('manual/running/settings.md')),
}

const checking = process.argv.includes('--check')
for (const [path, text] of Object.entries(references)) {
  if (!checking) writeFileSync(join(root, path), text)
  else if (readOrNothing(path) !== text) {
    say(`${path} is not as the code says: npm run docs`)
    process.exitCode = 1
  }
}
// The app's modules hold timers of libraries.
process.exit()

function readOrNothing(path) {
  try {
    return read(path)
  } catch {
    return ''
  }
}
