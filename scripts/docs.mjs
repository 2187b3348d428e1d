// npm run docs: generates the reference pages from the code. With --check it only fails when a page is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeApi } from '#server/http/describe-api.ts'
import { createApp } from '#server/http/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { listSettings } from '#server/platform/environment.ts'
import { apiReference } from './api-reference.mjs'
import { clientTypes } from './client-types.mjs'
import { configurationReference } from './configuration-reference.mjs'
import { root } from './run.mjs'
import { print } from './terminal.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')
// Describing the API needs no service, only the configuration.
const app = createApp({ config: readConfig({}) })
const document = describeApi(app)
const references = {
  'docs/api.md': apiReference(document),
  'src/client/routes.ts': clientTypes(document),
  'docs/configuration.md': configurationReference(listSettings(), read('manual/running/settings.md')),
}

const checking = process.argv.includes('--check')
for (const [path, text] of Object.entries(references)) {
  if (!checking) writeFileSync(join(root, path), text)
  else if (readIfExists(path) !== text) {
    print(`${path} is out of date: run npm run docs`)
    process.exitCode = 1
  }
}
// Library timers would keep the process alive.
process.exit()

function readIfExists(path) {
  try {
    return read(path)
  } catch {
    return ''
  }
}
