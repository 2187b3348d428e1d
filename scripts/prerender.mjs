// A Vite plugin that prerenders the start screen as HTML, once per language (screens/en.html), so that the browser
// paints it before any script loads. It shows what the app renders before the session is known, so it is the same for
// all visitors. See docs/decisions/042-first-screen-as-html.md.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { annotatePureSchemas } from './annotate-pure-schemas.mjs'
import { compileMessages } from './compile-messages.mjs'

/** The loading indicator of index.html, which the prerendered screen replaces. */
const LOADING = /<p class="loading">[^<]*<\/p>/

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
        for (const [language, html] of await renderScreens(root)) {
          writeFileSync(join(dir, 'screens', `${language}.html`), insertScreen(document, language, html))
        }
      },
    },
  }
}

/** Builds the app a second time, for Node and without lazy screens, and renders the start screen in every language. */
async function renderScreens(root) {
  const outDir = join(root, 'node_modules', '.cache', `prerender-${process.pid}`)
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      publicDir: false,
      plugins: [react(), annotatePureSchemas(), compileMessages(), excludeLazyScreens()],
      ssr: { noExternal: true },
      build: {
        ssr: 'src/web/app/prerender.tsx',
        outDir,
        assetsInlineLimit: 0,
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'prerender.js' } },
      },
    })
    // Node 20 has no navigator.
    globalThis.navigator ??= { languages: [], platform: '', userAgent: '' }
    const { languages, firstScreen } = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
    const screens = []
    // Sequential, because the current language is module state.
    for (const language of languages) screens.push([language, await firstScreen(language)])
    return screens
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

const excludeLazyScreens = () => ({
  name: 'exclude-lazy-screens',
  resolveDynamicImport: (specifier) =>
    typeof specifier === 'string' && specifier.endsWith('.tsx') ? { id: specifier, external: true } : null,
})

/**
 * Inserts the screen into the document. The content security policy blocks style attributes, so they become rules in a
 * style element with the page's nonce; src/web/app/apply-prerendered-styles.ts turns them back into inline styles.
 */
function insertScreen(document, language, html) {
  const styles = []
  const screen = html.replace(/ style="([^"]*)"/g, (_attribute, style) => {
    if (!styles.includes(style)) styles.push(style)
    return ` data-style="${styles.indexOf(style)}"`
  })
  const rules = styles.map((style, index) => `[data-style="${index}"]{${unescapeHtml(style)}}`).join('')
  return (
    document
      .replace('<html lang="en"', `<html lang="${language}"`)
      .replace('</head>', () => `  <style nonce="%CSP_NONCE%" id="prerendered-styles">${rules}</style>\n  </head>`)
      .replace('<div id="root">', '<div id="root" data-prerendered>')
      // The fonts and styles of the first paint take precedence over scripts.
      .replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
      .replace(LOADING, () => screen)
  )
}

const ENTITIES = { quot: '"', amp: '&', lt: '<', gt: '>', '#x27': "'" }
const unescapeHtml = (text) => text.replace(/&(quot|amp|lt|gt|#x27);/g, (_entity, name) => ENTITIES[name])
