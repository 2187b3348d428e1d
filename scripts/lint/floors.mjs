// The import rule of ARCHITECTURE.md as a table and one question: may this file import that one?
import { posix } from 'node:path'

/** From the bottom up. A file imports from its own room and from the floors below; rooms on one floor do not know each other. */
const serverFloors = [
  { name: 'ground', rooms: ['config.ts', 'db', 'environment.ts', 'events', 'log.ts', 'settings', 'start-error.ts', 'text'], mayShareFloor: true },
  { name: 'tools', rooms: ['credits', 'help', 'knowledge', 'limits', 'mail', 'models', 'payments', 'queue', 'reader', 'secrets', 'usage', 'workdrive'] },
  { name: 'stories', rooms: ['account', 'admin', 'backup', 'billing', 'chat', 'crawl', 'document-storage'] },
  { name: 'doors', rooms: ['services.ts'] },
  { name: 'doors', rooms: ['api', 'control', 'jobs'] },
  { name: 'doors', rooms: ['main.ts'] },
]

const webFloors = [
  { name: 'words', rooms: ['languages'] },
  { name: 'pieces', rooms: ['ui', 'client'] },
  { name: 'queries', rooms: ['queries'], mayShareFloor: true },
  { name: 'features', rooms: [/^features\/[^/]+/] },
  { name: 'routes', rooms: ['routes'] },
  { name: 'all screens', rooms: ['app.tsx'] },
  { name: 'the page', rooms: ['main.tsx', 'prerender.tsx'] },
]

/** The files that together are the web's way to the server; `client.ts` alone may name the server, and only its type. */
const webClientFiles = ['client.ts', 'auth-client.ts', 'request.ts', 'event-stream.ts']

/** Modules that reach out of the process, and the rooms of the server that may. */
const networkModules = [
  /^(node:)?(http|https|http2|net|tls|dgram)$/,
  /^undici$/,
  /^nodemailer(\/|$)/,
  /^ai$/,
  /^stripe$/,
  /^@ai-sdk\//,
]
const networkRooms = ['api', 'control', 'mail', 'main.ts', 'models', 'payments', 'reader', 'workdrive']

/**
 * Why `file` may not import `specifier`; null when it may.
 * @param {string} file path from the repository's root, with slashes
 * @param {string} specifier as written in the import
 * @param {{ typeOnly?: boolean }} [how]
 * @returns {string | null}
 */
export function importProblem(file, specifier, { typeOnly = false } = {}) {
  if (specifier.startsWith('../')) return 'A relative import does not climb: write #server/, #shared/, #web/, #test/ or #e2e/.'
  if (!file.startsWith('src/') || isTest(file)) return null
  const target = targetOf(file, specifier)
  if (target === null) return packageProblem(file, specifier)
  if (/^(test|e2e)\//.test(target)) return 'The product does not import what its tests stand on.'
  if (target.startsWith('src/shared/')) return null
  if (file.startsWith('src/shared/')) return 'Shared imports only zod and shared.'
  if (file.startsWith('src/web/') && target.startsWith('src/server/')) {
    if (file === 'src/web/client.ts' && typeOnly) return null
    return 'The browser reaches the server only by HTTP; web/client.ts alone may import its type.'
  }
  if (file.startsWith('src/server/') && target.startsWith('src/web/')) return 'The server does not import the screens.'
  return floorProblem(file, target)
}

/** Why `file` may not call the global fetch; null when it may. */
export function fetchProblem(file) {
  if (!file.startsWith('src/') || isTest(file)) return null
  if (file.startsWith('src/web/')) {
    return webRoomOf(file) === 'client' ? null : 'The screens reach the server through web/client.ts.'
  }
  return networkProblem(file)
}

function packageProblem(file, specifier) {
  if (file.startsWith('src/shared/') && specifier !== 'zod') return 'Shared imports only zod and shared.'
  if (file.startsWith('src/server/') && networkModules.some((pattern) => pattern.test(specifier))) {
    return networkProblem(file)
  }
  return null
}

function networkProblem(file) {
  const room = file.startsWith('src/server/') ? serverRoomOf(file) : file
  return networkRooms.includes(room) ? null : `Only ${networkRooms.join(', ')} reach out of the process.`
}

function floorProblem(file, target) {
  const [floors, roomOf] = file.startsWith('src/server/') ? [serverFloors, serverRoomOf] : [webFloors, webRoomOf]
  const [from, to] = [roomOf(file), roomOf(target)]
  if (from === to) return null
  const [fromFloor, toFloor] = [floorOf(floors, from), floorOf(floors, to)]
  for (const [room, floor] of [[from, fromFloor], [to, toFloor]]) {
    if (floor === -1) return `${room} stands on no floor: name it in scripts/lint/floors.mjs and in ARCHITECTURE.md.`
  }
  if (toFloor < fromFloor) return null
  if (toFloor > fromFloor) return `${from} (${floors[fromFloor].name}) is below ${to} (${floors[toFloor].name}).`
  return floors[fromFloor].mayShareFloor ? null : `${from} and ${to} stand on one floor and do not know each other.`
}

function floorOf(floors, room) {
  return floors.findIndex(({ rooms }) => rooms.some((each) => (each instanceof RegExp ? each.test(room) : each === room)))
}

/** The first folder below src/server, or the file itself when it stands there alone. */
function serverRoomOf(file) {
  return file.split('/')[2] ?? ''
}

function webRoomOf(file) {
  const [, , first = '', second = ''] = file.split('/')
  if (webClientFiles.includes(first)) return 'client'
  return first === 'features' ? `features/${second}` : first
}

/** The file that a specifier names, from the repository's root; null when it names a package. */
function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const alias = /^#(web|server|shared|test|e2e)\/(.*)$/.exec(specifier)
  if (!alias) return null
  return ['test', 'e2e'].includes(alias[1]) ? `${alias[1]}/${alias[2]}` : `src/${alias[1]}/${alias[2]}`
}

function isTest(file) {
  return /\.(i?test|long)\.tsx?$/.test(file)
}
