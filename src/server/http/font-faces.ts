import { existsSync, readdirSync } from 'node:fs'

const ASSETS = new URL('../../../dist/web/assets', import.meta.url)
const FACES = [
  ['Atkinson', 'atkinson-hyperlegible-next-latin-wght-normal-'],
  ['Newsreader', 'newsreader-latin-wght-normal-'],
] as const

/**
 * CSS for the fonts of the screens, from the build of the web app; without a build, the fonts of the system. With
 * `optional`, a font that comes late is not used until the next page, so that no text moves.
 */
export function fontFaces(display: 'swap' | 'optional'): string {
  return findFonts()
    .map(
      ({ family, path }) =>
        `@font-face{font-family:${family};font-weight:200 800;font-display:${display};src:url(${path}) format('woff2')}\n`,
    )
    .join('')
}

/** Links for the head of a page that load its fonts before its style sheet asks for them. */
export function fontPreloads(): string {
  return findFonts()
    .map(({ path }) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${path}">\n`)
    .join('')
}

type Font = { family: string; path: string }
let found: readonly Font[] | undefined

function findFonts(): readonly Font[] {
  if (found) return found
  const files = existsSync(ASSETS) ? readdirSync(ASSETS) : []
  return (found = FACES.flatMap(([family, prefix]) => {
    const file = files.find((name) => name.startsWith(prefix) && name.endsWith('.woff2'))
    return file ? { family, path: `/assets/${file}` } : []
  }))
}
