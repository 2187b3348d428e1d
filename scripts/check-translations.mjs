// Lists the texts that a language lacks. A warning, not a failure: they are shown in English.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'
import { print } from './terminal.mjs'

const folder = join(root, 'src/web/messages')
const { en } = await import(join(folder, 'en.ts'))
const languages = readdirSync(folder).filter((file) => /^[a-z]{2}\.ts$/.test(file) && file !== 'en.ts')
const missing = []
for (const file of languages) {
  const { default: texts } = await import(join(folder, file))
  for (const [group, names] of Object.entries(en)) {
    // The operator's own errors never reach a browser.
    const absent = Object.keys(names).filter((name) => !texts[group]?.[name] && !name.startsWith('backup.'))
    missing.push(...absent.map((name) => `${file.slice(0, 2)}: ${group}.${name}`))
  }
}
for (const key of missing) print(`warning: no translation into ${key}`)
print(`${languages.length} languages beside English, ${missing.length} texts not translated`)
