// A Vite plugin that parses the interface texts when the app is built, so that the browser neither loads the parser of
// ICU messages nor runs it. In development and in tests `t()` parses them.
import { parse } from '@formatjs/icu-messageformat-parser'
import { runnerImport } from 'vite'

export function compileMessages() {
  let root = process.cwd()
  return {
    name: 'compile-messages',
    apply: /** @type {const} */ ('build'),
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^@formatjs\/icu-messageformat-parser$/,
            replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
          },
        ],
      },
    }),
    configResolved: (config) => void (root = config.root),
    load: {
      filter: { id: /\/src\/web\/messages\/[a-z]{2}(?:-later)?\.ts$/ },
      /** @param {string} id */
      async handler(id) {
        const { module, dependencies } = await runnerImport(id, { root, configFile: false, logLevel: 'warn' })
        for (const file of dependencies) this.addWatchFile(file)
        const exports = Object.entries(module).map(([name, texts]) => {
          const declaration = name === 'default' ? 'export default' : `export const ${name} =`
          return `${declaration} ${compile(texts)}`
        })
        return { code: exports.join('\n'), map: null, moduleType: 'js' }
      },
    },
  }
}

/** Texts without a value or part stay strings. */
function compile(texts) {
  return JSON.stringify(texts, (_name, text) => {
    const hasParts = typeof text === 'string' && /[{<]/.test(text)
    return hasParts ? parse(text) : text
  })
}
