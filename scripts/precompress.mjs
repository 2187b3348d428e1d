// A Vite plugin: writes every script, style sheet and drawing a second and third time as the wire wants them, .br and
// .gz, so that the server has nothing to compress and a browser nothing to wait for, with no proxy in front.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gunzippable = promisify(gzip)

/** What is smaller travels in one packet either way. */
const WORTH_IT_BYTES = 1_024

export function precompress() {
  return {
    name: 'precompress',
    apply: 'build',
    /** @param {{ dir?: string }} output @param {Record<string, unknown>} bundle */
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|svg)$/.test(name))
      await Promise.all(names.map((name) => compress(join(dir ?? '', name))))
    },
  }
}

async function compress(file) {
  const content = await readFile(file)
  if (content.length < WORTH_IT_BYTES) return
  await Promise.all([
    brotli(content).then((smaller) => writeFile(`${file}.br`, smaller)),
    gunzippable(content, { level: 9 }).then((smaller) => writeFile(`${file}.gz`, smaller)),
  ])
}
