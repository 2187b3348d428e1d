/** Names that every file system takes, so that a page's address cannot lead out of the folder. */

const MAX_NAME_LENGTH = 80
/** Devices of Windows, also with an extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** Returns a function from an address to a path such as `docs.example.org/guide/start.md`, each once. */
export function createFileNames(): (url: string) => string {
  const taken = new Set<string>()
  return (address) => {
    const { host, pathname, search } = new URL(address)
    const parts = [host, ...pathname.split('/')].map(plainName).filter((part) => part !== '')
    const last = parts.length > 1 ? (parts.pop() ?? '') : 'index'
    const name = [last.replace(/\.(html?|md|txt)$/i, ''), plainName(search)].filter(Boolean).join('-') || 'index'
    const path = [...parts, name].join('/')
    let unique = path
    // Some file systems ignore the case of letters.
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${path}-${n}`
    taken.add(unique.toLowerCase())
    return `${unique}.md`
  }
}

function plainName(part: string): string {
  const name = decoded(part)
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
    .replace(/^[-.]+|[-.]+$/g, '')
  return RESERVED.test(name) ? `${name}-` : name
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
