// Fails when something is exported that no other file names: what nobody uses is dead, what its own file uses need not be
// exported. Types are left out, since they explain the functions that they stand beside.
import { globSync, readFileSync } from 'node:fs'
import { root } from './run.mjs'
import { say } from './say.mjs'

const EXPORT = /^export (?:async )?(?:const|let|class|function\*?) (\w+)/gm
/** Drizzle finds tables and relations by what their files export. */
const FOUND_BY_EXPORT = /^src\/server\/db\/schema\//

const files = ['src', 'test', 'e2e', 'bench', 'scripts']
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: (name) => name === 'node_modules' }))
  .map((file) => file.replaceAll('\\', '/'))
  // It names the plugins of the build.
  .concat('vite.config.ts')
const texts = new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]))

/** In how many files each word stands. */
const holders = new Map()
for (const text of texts.values()) {
  for (const word of new Set(text.match(/\w+/g))) holders.set(word, (holders.get(word) ?? 0) + 1)
}
for (const [file, text] of texts) {
  if (FOUND_BY_EXPORT.test(file)) continue
  for (const [, name] of text.matchAll(EXPORT)) {
    if (holders.get(name) > 1) continue
    say(`${file} exports ${name}, which no other file names`)
    process.exitCode = 1
  }
}
