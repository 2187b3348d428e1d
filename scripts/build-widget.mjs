// A Vite plugin that builds src/web/widget as widget.js, one script without imports, which other sites embed.
import { build } from 'vite'
import { annotatePureSchemas } from './annotate-pure-schemas.mjs'
import { compress } from './precompress.mjs'
import { join } from 'node:path'

export function buildWidget() {
  let root = process.cwd()
  return {
    name: 'build-widget',
    apply: /** @type {const} */ ('build'),
    configResolved: (config) => void (root = config.root),
    /** @param {{ dir?: string }} output */
    async writeBundle({ dir = '' }) {
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        plugins: [annotatePureSchemas()],
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: 'src/web/widget/main.ts',
            output: { format: 'iife', entryFileNames: 'widget.js' },
          },
        },
      })
      await compress(join(dir, 'widget.js'))
    },
  }
}
