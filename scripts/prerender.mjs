// A Vite plugin: writes the first screen as a finished document, once for each language (screens/en.html), so that a
// browser paints it before any script has come. What stands in it is what the script itself would draw first: the same for
// everybody, before it is known who is there. docs/decisions/042-first-screen-as-html.md
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { pureSchemas } from './pure-schemas.mjs'

/** In index.html, until the first screen stands there. */
const ARRIVING = /<p class="arriving">[^<]*<\/p>/

export function prerender() {
  let root = process.cwd()
  return {
    name: 'prerender',
    apply: /** @type {const} */ ('build'),
    configResolved: (config) => void (root = config.root),
    writeBundle: {
      order: /** @type {const} */ ('post'),
      /** @param {{ dir?: string }} output */
      async handler({ dir = '' }) {
        const document = readFileSync(join(dir, 'index.html'), 'utf8')
        mkdirSync(join(dir, 'screens'), { recursive: true })
        for (const [language, html] of await drawScreens(root)) {
          writeFileSync(join(dir, 'screens', `${language}.html`), inDocument(document, language, html))
        }
      },
    },
  }
}

/** The first screen by language. The screens are built once more, for Node, without those that are loaded on demand. */
async function drawScreens(root) {
  const outDir = join(root, 'node_modules', '.cache', `prerender-${process.pid}`)
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      publicDir: false,
      plugins: [react(), pureSchemas(), withoutScreensOnDemand()],
      ssr: { noExternal: true },
      build: {
        ssr: 'src/web/prerender.tsx',
        outDir,
        assetsInlineLimit: 0,
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'prerender.js' } },
      },
    })
    // Node has one since 21.
    globalThis.navigator ??= { languages: [], platform: '', userAgent: '' }
    const { languages, firstScreen } = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
    const screens = []
    // One after the other: they share the language that is spoken.
    for (const language of languages) screens.push([language, await firstScreen(language)])
    return screens
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

const withoutScreensOnDemand = () => ({
  name: 'without-screens-on-demand',
  resolveDynamicImport: (asked) => (typeof asked === 'string' && asked.endsWith('.tsx') ? { id: asked, external: true } : null),
})

/**
 * The document with the screen in it. The content security policy takes style from sheets with the page's nonce, not from
 * attributes; so they become rules, which the script turns into what they were (src/web/ui/take-looks.ts).
 */
function inDocument(document, language, html) {
  const looks = []
  const screen = html.replace(/ style="([^"]*)"/g, (_attribute, look) => {
    const known = looks.indexOf(look)
    return ` data-look="${known === -1 ? looks.push(look) - 1 : known}"`
  })
  const rules = looks.map((look, place) => `[data-look="${place}"]{${unescaped(look)}}`).join('')
  return document
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replace('</head>', () => `  <style nonce="%CSP_NONCE%" id="looks">${rules}</style>\n  </head>`)
    .replace('<div id="root">', '<div id="root" data-drawn>')
    // What is to be painted comes first.
    .replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
    .replace(ARRIVING, () => screen)
}

const signs = { quot: '"', amp: '&', lt: '<', gt: '>', '#x27': "'" }
const unescaped = (text) => text.replace(/&(quot|amp|lt|gt|#x27);/g, (_whole, name) => signs[name])
