/** Names that every file system takes, so that a page's address cannot lead out of the folder. */
import { isDeviceName } from '#shared/file-names.ts'

const MAX_NAME_LENGTH = 80

/** Returns a function from an address to a path such as `docs.example.org/guide/start.md`, each once. */
export function createFileNames(): (url: string) => string {
  /** By path in lower case, because some file systems ignore case: the last number that an equal path was given. */
  const numbers = new Map<string, number>()
  return (address) => {
    const { host, pathname, search } = new URL(address)
    const [folder, ...parts] = [host, ...pathname.split('/')].map(plainName).filter((part) => part !== '')
    const last = parts.pop() ?? 'index'
    const name = [last.replace(/\.(html?|md|txt)$/i, ''), plainName(search)].filter(Boolean).join('-') || 'index'
    // Only files end in .md: the address /x is x.md, and /x.md/y is not in a folder of that name.
    const path = [folder, ...parts.map((part) => part.replace(/\.md$/i, '$&-')), name].join('/')
    let number = numbers.get(path.toLowerCase()) ?? 1
    let unique = path
    while (numbers.has(unique.toLowerCase())) unique = `${path}-${++number}`
    numbers.set(unique.toLowerCase(), 1)
    numbers.set(path.toLowerCase(), number)
    return `${unique}.md`
  }
}

function plainName(part: string): string {
  const name = decoded(part)
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
    .replace(/^[-.]+|[-.]+$/g, '')
  return isDeviceName(name) ? name.replace(/^[^.]+/, '$&-') : name
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
