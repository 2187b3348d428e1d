// A Vite plugin: the libraries that every screen needs are files of their own, and the document names each as a script
// before the app. A browser runs scripts one by one and lets typing and painting through between them, but runs a file
// together with all that it imports in one piece.

/** In the order in which they need each other. */
const STEPS = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store)\// },
  { name: 'navigation', test: /\/node_modules\/@tanstack\/(history|react-router|react-store|router-core|store)\// },
]

export function startInSteps() {
  return {
    name: 'start-in-steps',
    apply: /** @type {const} */ ('build'),
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups: STEPS } } } } }),
    transformIndexHtml: {
      order: /** @type {const} */ ('post'),
      /** @param {string} html @param {{ bundle?: Record<string, { type: string, name?: string }> }} context */
      handler(html, { bundle = {} }) {
        const entries = Object.entries(bundle)
        const files = STEPS.map(({ name }) => entries.find(([, file]) => file.type === 'chunk' && file.name === name)?.[0])
        const steps = files.map((file) => `<script type="module" crossorigin src="/${file}" nonce="%CSP_NONCE%"></script>\n    `)
        return html.replace(/<script type="module"/, (entry) => steps.join('') + entry)
      },
    },
  }
}
