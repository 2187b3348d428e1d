// A Vite plugin that decides which modules share a file. The libraries of every screen are files of their own, each
// with a script tag before the app's: the browser can paint and handle input between two scripts, but evaluates one
// script and its imports as one task. The other modules are merged into fewer files.

/** Each evaluated as a task of its own. In dependency order; only what the app's entry imports. */
const CHUNKS = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store)\// },
  { name: 'navigation', test: /\/node_modules\/@tanstack\/(history|react-router|react-store|router-core|store)\// },
  { name: 'components', ...initial(/\/node_modules\/(@mantine|@tabler|clsx)\//) },
  { name: 'messages', ...initial(/\/node_modules\/(@formatjs|intl-messageformat)\/|\/src\/web\/messages\//) },
]

/** Imported by schemas, with which the bundler would otherwise put it, so that a screen with a limit would load zod. */
const LIMITS = { name: 'limits', test: /\/src\/shared\/chat\/chat-limits\.ts$/ }

/** By who loads them. Without this group they would be in the file of the app's entry, which START must not import. */
const RULES = { name: 'rules', tags: ['$initial'], test: /\/src\/shared\//, ...byEntry(0) }

/** What else every screen loads, in one file: each of thirty small ones costs a request with a kilobyte of headers. */
const START = {
  name: 'start',
  // zod is imported by schemas that the start does not use.
  ...initial(/\/src\/web\/|\/node_modules\/(?!zod\/)/),
}

/** What several screens load; small files are merged with that of the most similar screens. */
const SHARED = {
  name: 'shared',
  minShareCount: 2,
  test: /\/node_modules\/(@mantine|@tabler|@tanstack)\/|\/src\/web\/(ui|queries|api)\//,
  ...byEntry(12_000),
}

function initial(test) {
  return { tags: ['$initial'], test, includeDependenciesRecursively: false }
}

/**
 * One file for each set of screens that load the same modules. Below `minBytes`, before compression, sets are merged.
 */
function byEntry(minBytes) {
  return { entriesAware: true, entriesAwareMergeThreshold: minBytes, includeDependenciesRecursively: false }
}

export function splitVendorChunks() {
  return {
    name: 'split-vendor-chunks',
    apply: /** @type {const} */ ('build'),
    config: () => ({
      build: { rolldownOptions: { output: { codeSplitting: { groups: [...CHUNKS, LIMITS, RULES, START, SHARED] } } } },
    }),
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
