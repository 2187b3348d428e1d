// Figures of the source tree that ARCHITECTURE.md and CONTRIBUTING.md promise, computed from the files themselves.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export const LIMITS = { filesPerFolder: 25, pageFiles: 18, questionFiles: 15, foldableLines: 40 }

const isTest = (file) => /\.(i?test|long|spec)\.tsx?$|\.d\.ts$/.test(file)

/**
 * The product's source files with the product files each imports.
 * @param {string} root
 * @returns {Map<string, { lines: number, imports: string[] }>}
 */
export function readSources(root) {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  const sources = new Map()
  for (const file of files) {
    if (isTest(file)) continue
    const text = readFileSync(join(root, file), 'utf8')
    // `from './x.ts'`, `import('./x.ts')` and a worker's `new URL('./x.ts', import.meta.url)`.
    const specifiers = text.matchAll(/(?:from|import\(|URL\()\s*'([#.][^']+)'/g)
    const imports = Array.from(specifiers, ([, specifier]) => resolve(file, specifier))
    sources.set(file, { lines: text.split('\n').length - 1, imports })
  }
  return sources
}

function resolve(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return specifier.replace(/^#(web|server|shared)\//, 'src/$1/')
}

/** Folders with their number of source files, largest first. */
export function folderSizes(sources) {
  const sizes = new Map()
  for (const file of sources.keys()) sizes.set(posix.dirname(file), (sizes.get(posix.dirname(file)) ?? 0) + 1)
  return [...sizes].toSorted(([, a], [, b]) => b - a)
}

/**
 * Short files with one importer, which is in the same folder: candidates for folding. Not those that a test imports,
 * hooks beside their screen, components with a stylesheet of their own, and workers.
 */
export function foldableFiles(sources, root) {
  const importers = new Map()
  for (const [file, { imports }] of sources) {
    for (const target of new Set(imports)) importers.set(target, [...(importers.get(target) ?? []), file])
  }
  const tested = importedByTests(root)
  return [...sources.keys()].filter((file) => {
    const [importer, ...others] = importers.get(file) ?? []
    if (!importer || others.length > 0 || posix.dirname(importer) !== posix.dirname(file)) return false
    const isHook = posix.basename(file).startsWith('use-')
    const hasStylesheet = file.endsWith('.tsx') && existsSync(join(root, file.replace(/\.tsx$/, '.module.css')))
    if (tested.has(file) || isHook || hasStylesheet || /[.-]worker\.ts$/.test(file)) return false
    return (sources.get(file)?.lines ?? 0) <= LIMITS.foldableLines
  })
}

function importedByTests(root) {
  const tests = globSync('{src,test,e2e}/**/*.{ts,tsx}', { cwd: root }).filter(isTest)
  return new Set(
    tests.flatMap((test) => {
      const specifiers = readFileSync(join(root, test), 'utf8').matchAll(/from '([#.][^']+)'/g)
      return Array.from(specifiers, ([, specifier]) => resolve(test.replaceAll('\\', '/'), specifier))
    }),
  )
}

/**
 * The files that a section of ARCHITECTURE.md lists, in order. A step without an import says how it is reached: `by
 * HTTP`, `by queue`, `by lease`, `by event`, `by message` (to a thread), `by props` or `by interface`.
 * @returns {{ files: string[], problems: string[] }}
 */
export function readWalk(markdown, title, sources) {
  const [, section = ''] = markdown.split(`\n## ${title}\n`)
  const lines = section.split('\n## ')[0].split('\n')
  const files = []
  const problems = []
  for (const line of lines) {
    const listed = Array.from(line.matchAll(/`(src\/[\w./-]+\.tsx?)`/g), ([, file]) => file)
    for (const file of listed) {
      if (!sources.has(file)) problems.push(`${title}: ${file} does not exist`)
      const connected = files.some((earlier) => (sources.get(earlier)?.imports ?? []).includes(file))
      if (files.length > 0 && !connected && !/\bby (HTTP|queue|lease|event|message|props|interface)\b/.test(line)) {
        problems.push(`${title}: no earlier file imports ${file}`)
      }
      files.push(file)
    }
  }
  return { files, problems }
}
