// A Vite plugin that puts the libraries of every screen into chunks of their own and adds a script tag for each before the
// app's. The browser can paint and handle input between two scripts, but evaluates one script and its imports as one task.

/** In dependency order. */
const CHUNKS = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store)\// },
  { name: 'navigation', test: /\/node_modules\/@tanstack\/(history|react-router|react-store|router-core|store)\// },
]

export function splitVendorChunks() {
  return {
    name: 'split-vendor-chunks',
    apply: /** @type {const} */ ('build'),
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } }),
    transformIndexHtml: {
      order: /** @type {const} */ ('post'),
      /** @param {string} html @param {{ bundle?: Record<string, { type: string, name?: string }> }} context */
      handler(html, { bundle = {} }) {
        const entries = Object.entries(bundle)
        const files = CHUNKS.map(
          ({ name }) => entries.find(([, file]) => file.type === 'chunk' && file.name === name)?.[0],
        )
        const scripts = files.map(
          (file) => `<script type="module" crossorigin src="/${file}" nonce="%CSP_NONCE%"></script>\n    `,
        )
        return html.replace(/<script type="module"/, (entry) => scripts.join('') + entry)
      },
    },
  }
}
