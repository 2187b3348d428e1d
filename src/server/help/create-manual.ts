/** The product's own manual: ordinary pages without scripts, which the product itself can crawl. */
import { readFileSync } from 'node:fs'
import { contents } from './contents.ts'
import { renderArticle } from './render-article.ts'
import { renderPage } from './render-page.ts'

export type ManualAnswer = { status: 200; contentType: string; body: string }

export type Manual = {
  /** The answer for a path such as '/help/crawling'; null when the manual has no such page. */
  page(path: string): ManualAnswer | null
  startPath: '/help'
}

const STYLE_PATH = '/help/style.css'

/** Reads and renders the whole manual once. Throws when a file is missing: the installation is then not complete. */
export function createManual(): Manual {
  const answers = new Map<string, ManualAnswer>()
  for (const [path, html] of renderManual()) {
    answers.set(path, { status: 200, contentType: 'text/html; charset=utf-8', body: html })
  }
  const style = readFileSync(new URL('./manual.css', import.meta.url), 'utf8')
  answers.set(STYLE_PATH, { status: 200, contentType: 'text/css; charset=utf-8', body: style })
  return {
    startPath: '/help',
    page: (path) => answers.get(path.replace(/\/+$/, '')) ?? null,
  }
}

/** Every page as HTML, by its path. */
export function renderManual(): Map<string, string> {
  const pages = contents.map(({ path, file }) => {
    const markdown = readFileSync(new URL(`../../../manual/${file}`, import.meta.url), 'utf8')
    return { path, ...renderArticle(markdown) }
  })
  return new Map(pages.map((page, position) => [page.path, renderPage(page, { pages, position, stylePath: STYLE_PATH })]))
}
