// Fails when an export is not mentioned in any other file. Types are exempt, since they document exported functions.
import { globSync, readFileSync } from 'node:fs'
import { root } from './run.mjs'
import { print } from './terminal.mjs'

const EXPORT = /^export (?:async )?(?:const|let|class|function\*?) (\w+)/gm
/** Read from outside: Drizzle reads all exports of the schema, quality checks those of bench/adapter.ts. */
const USED_FROM_OUTSIDE = /^(src\/server\/platform\/db\/schema\/|bench\/adapter\.ts$)/

const files = ['src', 'test', 'e2e', 'bench', 'scripts']
  .flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: (name) => name === 'node_modules' }),
  )
  .map((file) => file.replaceAll('\\', '/'))
  .concat('vite.config.ts')
const texts = new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]))

/** How many files contain each word. */
const fileCounts = new Map()
for (const text of texts.values()) {
  for (const word of new Set(text.match(/\w+/g))) fileCounts.set(word, (fileCounts.get(word) ?? 0) + 1)
}
for (const [file, text] of texts) {
  if (USED_FROM_OUTSIDE.test(file)) continue
  for (const [, name] of text.matchAll(EXPORT)) {
    if (fileCounts.get(name) > 1) continue
    print(`${file} exports ${name}, which no other file uses`)
    process.exitCode = 1
  }
}
