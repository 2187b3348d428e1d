import { existsSync, readdirSync } from 'node:fs'

const ASSETS = new URL('../../../dist/web/assets', import.meta.url)

/** CSS for the fonts of the screens, from the build of the web app; without a build, the fonts of the system. */
export function fontFaces(): string {
  const files = existsSync(ASSETS) ? readdirSync(ASSETS) : []
  return [
    ['Atkinson', 'atkinson-hyperlegible-next-latin-wght-normal-'],
    ['Newsreader', 'newsreader-latin-wght-normal-'],
  ]
    .map(([family, prefix]) => {
      const file = files.find((name) => name.startsWith(String(prefix)) && name.endsWith('.woff2'))
      if (!file) return ''
      return `@font-face{font-family:${family};font-weight:200 800;font-display:swap;src:url(/assets/${file}) format('woff2')}\n`
    })
    .join('')
}
