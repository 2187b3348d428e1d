/** The pages of a manual, and whether an answer about it has the words that it needs. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extract } from './adapter.ts'

/** The HTML pages below `root` as a crawl would store them, in the order of their names. */
export function readPages(root: string, isWanted: (file: string) => boolean) {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  return files
    .filter(isWanted)
    .toSorted()
    .flatMap((file) => {
      const { title, markdown } = extract(readFileSync(join(root, file), 'utf8'), `https://manual.example/${file}`)
      return markdown === '' ? [] : { id: file, title, text: markdown }
    })
}

/**
 * True if one regular expression of each group matches. Markdown may separate words that the page shows together, so
 * they are also looked for without its signs.
 */
export function contains(markdown: string, needs: readonly (readonly string[])[]): boolean {
  const words = markdown
    .replace(/^> ?/gm, '')
    .replace(/[`*]/g, '')
    .replace(/\\([_[\]<>])/g, '$1')
    .replace(/\s+/g, ' ')
  return [markdown, words].some((text) =>
    needs.every((group) => group.some((pattern) => new RegExp(pattern, 'i').test(text))),
  )
}
