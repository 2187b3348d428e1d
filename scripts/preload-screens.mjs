// A Vite plugin that adds a script to the document which requests the files and the data of the screen at the current address,
// beside the app's own files. Without it they are requested one after the other: the app, the screen, its parts, the data.

/**
 * The first pattern that matches path and query decides. The first file is loaded by src/web/app/router.tsx, the others by it.
 * `withoutSchemas`: zod, 23 kB, must not be loaded before the screen is shown.
 */
const SCREENS = [
  {
    address: /^\/(chats\/[^/?]+\/crawl)?\?.*crawl=/,
    files: ['screens/crawl/crawl-workspace', 'features/conversation/chat-box'],
    withoutSchemas: true,
  },
  { address: /^\/chats(\?|$)/, files: ['screens/chats-screen'], withoutSchemas: true },
  {
    address: /^\/chats\/(?!new)[^/?]+$/,
    files: ['screens/chat/chat-screen', 'features/conversation/markdown/cited-text'],
    withoutSchemas: true,
  },
  { address: /^\/notebooks\//, files: ['screens/notebook-screen'], withoutSchemas: true },
  { address: /^\/account/, files: ['screens/account-screen'] },
  { address: /^\/usage/, files: ['screens/usage-screen'], withoutSchemas: true },
  { address: /^\/connect/, files: ['screens/connect-screen'] },
  { address: /^\/share\//, files: ['screens/share-screen', 'features/conversation/markdown/cited-text'] },
  { address: /^\/admin$/, files: ['screens/admin/admin-screen'] },
  { address: /^\/admin\/settings/, files: ['screens/admin/admin-settings-screen'] },
]

export function preloadScreens() {
  return {
    name: 'preload-screens',
    apply: /** @type {const} */ ('build'),
    transformIndexHtml: {
      order: /** @type {const} */ ('post'),
      /** @param {string} html @param {{ bundle?: Record<string, Chunk> }} context */
      handler(html, { bundle = {} }) {
        const loaded = new Set(html.match(/assets\/[\w.-]+/g))
        const screens = SCREENS.map(({ address, files, withoutSchemas = false }) => {
          const preloaded = filesOf(bundle, files).filter((file) => !loaded.has(file))
          const schemas = preloaded.find((file) => file.includes('/schemas-'))
          if (withoutSchemas && schemas)
            throw new Error(`${files[0]} loads ${schemas}: import the schemas where they are used`)
          return `[${address},${JSON.stringify(preloaded)}]`
        })
        // Before the style sheet, which inline scripts wait for.
        return html.replace(/<link rel="stylesheet"/, (link) => `${scriptOf(screens)}\n    ${link}`)
      },
    },
  }
}

/**
 * @typedef {{ type: string, fileName: string, facadeModuleId?: string | null, imports?: string[],
 *   viteMetadata?: { importedCss: Set<string> } }} Chunk
 */

/**
 * The scripts and style sheets that loading the given modules needs.
 * @param {Record<string, Chunk>} bundle @param {string[]} modules
 */
function filesOf(bundle, modules) {
  const files = new Set()
  for (const module of modules) {
    const chunk = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`src/web/${module}.tsx`))
    if (!chunk) throw new Error(`scripts/preload-screens.mjs: no chunk for ${module}`)
    visit(chunk)
  }
  return [...files]

  function visit({ fileName, imports = [], viteMetadata }) {
    if (files.has(fileName)) return
    files.add(fileName)
    for (const style of viteMetadata?.importedCss ?? []) files.add(style)
    for (const imported of imports) if (bundle[imported]) visit(bundle[imported])
  }
}

/** Signed in, the session is requested too; the app's first request for it uses the response. */
const scriptOf = (screens) => `<script nonce="%CSP_NONCE%">
      const preload = (href, properties) =>
        document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', href, crossOrigin: '' }, properties))
      const { nonce } = document.currentScript
      if (!('visitor' in document.documentElement.dataset)) preload('/api/me', { as: 'fetch' })
      for (const file of [${screens.join(', ')}].find(([address]) => address.test(location.pathname + location.search))?.[1] ?? [])
        preload('/' + file, file.endsWith('.css') ? { as: 'style', nonce } : { rel: 'modulepreload', nonce })
    </script>`
