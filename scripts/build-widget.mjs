// A Vite plugin that builds src/web/widget as widget.js, one script without imports, which other sites embed, and as
// widget-formulas.js what it imports when an answer has a formula.
import { build as viteBuild } from 'vite'
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
      const options = { outDir: dir, emptyOutDir: false, target: 'es2022' }
      await Promise.all([
        buildFile('widget.js', {
          ...options,
          // Not as a page, whose imports get a helper that a script cannot have.
          lib: { entry: 'src/web/widget/main.ts', formats: ['iife'], name: 'widget', fileName: () => 'widget.js' },
        }),
        buildFile('widget-formulas.js', {
          ...options,
          rolldownOptions: {
            input: 'src/web/features/conversation/markdown/render-formula.ts',
            output: { entryFileNames: 'widget-formulas.js' },
            preserveEntrySignatures: 'strict',
          },
        }),
      ])

      async function buildFile(name, build) {
        await viteBuild({
          configFile: false,
          root,
          logLevel: 'warn',
          publicDir: false,
          plugins: [annotatePureSchemas()],
          build,
        })
        await compress(join(dir, name))
      }
    },
  }
}
