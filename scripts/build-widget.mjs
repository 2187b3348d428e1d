// A Vite plugin that builds src/web/widget as widget.js, one script without imports, which other sites embed, and as
// widget-formulas.js what it imports when an answer has a formula.
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
      const buildFile = async (input, name, format) => {
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
              input,
              output: { format, entryFileNames: name },
              preserveEntrySignatures: 'strict',
            },
          },
        })
        await compress(join(dir, name))
      }
      await Promise.all([
        buildFile('src/web/widget/main.ts', 'widget.js', 'iife'),
        buildFile('src/web/features/conversation/markdown/render-formula.ts', 'widget-formulas.js', 'es'),
      ])
    },
  }
}
