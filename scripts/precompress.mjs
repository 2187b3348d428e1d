// A Vite plugin that writes .br and .gz versions of every script, style sheet and SVG, so that the server never
// compresses a static file at request time, even without a proxy.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Smaller files fit into one packet uncompressed. */
const MIN_SIZE_BYTES = 1_024

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

export async function compress(file) {
  const content = await readFile(file)
  if (content.length < MIN_SIZE_BYTES) return
  await Promise.all([
    brotli(content).then((compressed) => writeFile(`${file}.br`, compressed)),
    gzipAsync(content, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
  ])
}
