// The import rules of ARCHITECTURE.md as data, and the function that checks an import against them.
import { posix } from 'node:path'

/**
 * Bottom layer first. A file may import from its own module and from lower layers. Modules of one layer may use each
 * other only in the pairs of `allowedPairs`.
 */
const serverLayers = [
  { name: 'platform', modules: ['platform'] },
  {
    name: 'capabilities',
    modules: ['credits', 'engines', 'extraction', 'fetching', 'mail', 'payments', 'retrieval', 'workdrive'],
  },
  {
    name: 'features',
    modules: [
      'accounts',
      'admin',
      'answering',
      'audit',
      'backup',
      'billing',
      'changes',
      'chat',
      'conflicts',
      'crawl',
      'document-storage',
      'golden',
      'gaps',
      'publishing',
    ],
  },
  { name: 'services', modules: ['services.ts'] },
  { name: 'entry points', modules: ['cli', 'http', 'jobs', 'mcp'] },
  { name: 'main', modules: ['main.ts'] },
]

const webLayers = [
  { name: 'messages', modules: ['messages'] },
  { name: 'ui', modules: ['ui', 'api'] },
  { name: 'queries', modules: ['queries'] },
  { name: 'features', modules: [/^features\/[^/]+/] },
  { name: 'screens', modules: ['screens'] },
  { name: 'app', modules: ['app', 'widget'] },
]

/**
 * Allowed imports within one layer, as [importing, imported]. house.test.ts checks that they are acyclic. @type
 * {[string, string][]}
 */
export const allowedPairs = [
  ['answering', 'chat'],
  ['audit', 'chat'],
  ['changes', 'chat'],
  ['changes', 'golden'],
  ['cli', 'jobs'],
  ['conflicts', 'chat'],
  ['crawl', 'changes'],
  ['golden', 'answering'],
  ['golden', 'chat'],
  ['gaps', 'answering'],
  ['gaps', 'chat'],
  ['publishing', 'answering'],
  ['publishing', 'chat'],
  ['fetching', 'extraction'],
  ['http', 'mcp'],
  ['features/account', 'features/sign-in'],
  ['features/admin', 'features/crawl'],
  ['features/admin', 'features/usage'],
  ['features/audit', 'features/page-viewer'],
  ['features/changes', 'features/page-viewer'],
  ['features/conflicts', 'features/page-viewer'],
  ['features/gaps', 'features/page-viewer'],
  ['features/conversation', 'features/claims'],
  ['features/crawl-form', 'features/crawl'],
  ['features/crawl-form', 'features/preview'],
  ['features/models', 'features/admin'],
  ['features/golden', 'features/page-viewer'],
  ['features/page-tree', 'features/page-viewer'],
  ['features/page-tree', 'features/site-map'],
  ['features/page-tree', 'features/skipped'],
  ['features/page-viewer', 'features/claims'],
  ['features/preview', 'features/crawl'],
  ['features/share', 'features/claims'],
  ['features/site-map', 'features/skipped'],
  ['features/usage', 'features/credits'],
  ['features/crawl', 'features/skipped'],
]

/** Packages that open network connections, and the server modules that may import them. */
const networkPackages = [
  /^(node:)?(http|https|http2|net|tls|dgram)$/,
  /^undici$/,
  /^nodemailer(\/|$)/,
  /^ai$/,
  /^stripe$/,
  /^@ai-sdk\//,
]
const networkModules = ['cli', 'engines', 'fetching', 'http', 'mail', 'main.ts', 'mcp', 'payments', 'workdrive']

/**
 * Why `file` may not import `specifier`; null when it may.
 * @param {string} file path from the repository's root, with slashes
 * @param {string} specifier as written in the import
 * @param {{ typeOnly?: boolean }} [options]
 * @returns {string | null}
 */
export function importProblem(file, specifier, { typeOnly = false } = {}) {
  if (specifier.startsWith('../')) return 'Use #server/, #shared/, #web/, #test/ or #e2e/ instead of ../.'
  if (!file.startsWith('src/') || isTest(file)) return null
  const target = targetOf(file, specifier)
  if (target === null) return packageProblem(file, specifier)
  if (/^(test|e2e)\//.test(target)) return 'Product code must not import test code.'
  if (target.startsWith('src/shared/') && !file.startsWith('src/client/')) return null
  if (file.startsWith('src/shared/')) return 'src/shared may import only zod and src/shared.'
  if (file.startsWith('src/client/')) {
    return target.startsWith('src/client/') ? null : 'src/client is published alone: it may import only itself.'
  }
  if (target.startsWith('src/client/')) return null
  if (file.startsWith('src/web/') && target.startsWith('src/server/')) {
    if (file === 'src/web/api/client.ts' && typeOnly) return null
    return 'The browser reaches the server only by HTTP; web/api/client.ts alone may import its type.'
  }
  if (file.startsWith('src/server/') && target.startsWith('src/web/')) return 'The server must not import browser code.'
  return layerProblem(file, target)
}

/** Why `file` may not call the global fetch; null when it may. */
export function fetchProblem(file) {
  if (!file.startsWith('src/') || isTest(file)) return null
  if (file.startsWith('src/client/')) return null
  if (file.startsWith('src/web/')) {
    return moduleOf(file) === 'api' ? null : 'Call the server through web/api/client.ts.'
  }
  return networkProblem(file)
}

function packageProblem(file, specifier) {
  if (file.startsWith('src/shared/') && specifier !== 'zod') return 'src/shared may import only zod and src/shared.'
  if (file.startsWith('src/client/')) return 'src/client is published alone: it may import only itself.'
  if (file.startsWith('src/server/') && networkPackages.some((pattern) => pattern.test(specifier))) {
    return networkProblem(file)
  }
  return null
}

function networkProblem(file) {
  const module = file.startsWith('src/server/') ? moduleOf(file) : file
  return networkModules.includes(module) ? null : `Only ${networkModules.join(', ')} may open network connections.`
}

function layerProblem(file, target) {
  const layers = file.startsWith('src/server/') ? serverLayers : webLayers
  const [from, to] = [moduleOf(file), moduleOf(target)]
  if (from === to) return null
  const [fromLayer, toLayer] = [layerOf(layers, from), layerOf(layers, to)]
  for (const [module, layer] of [
    [from, fromLayer],
    [to, toLayer],
  ]) {
    if (layer === -1) return `${module} is in no layer: add it to scripts/lint/layers.mjs and ARCHITECTURE.md.`
  }
  if (toLayer < fromLayer) return null
  if (toLayer > fromLayer) return `${from} (${layers[fromLayer].name}) is below ${to} (${layers[toLayer].name}).`
  if (allowedPairs.some(([user, used]) => user === from && used === to)) return null
  return `${from} may not use ${to}: both are in one layer and the pair is not listed in scripts/lint/layers.mjs.`
}

function layerOf(layers, module) {
  return layers.findIndex(({ modules }) =>
    modules.some((each) => (each instanceof RegExp ? each.test(module) : each === module)),
  )
}

/**
 * The first folder below src/server or src/web, two folders for features, or the file itself when it is in no folder.
 */
function moduleOf(file) {
  const [, , first = '', second = ''] = file.split('/')
  return first === 'features' ? `features/${second}` : first
}

/** The path, from the repository's root, of the file that a specifier names; null for a package. */
function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const alias = /^#(web|server|shared|client|test|e2e)\/(.*)$/.exec(specifier)
  if (!alias) return null
  return ['test', 'e2e'].includes(alias[1]) ? `${alias[1]}/${alias[2]}` : `src/${alias[1]}/${alias[2]}`
}

function isTest(file) {
  return /\.(i?test|long)\.tsx?$/.test(file)
}
