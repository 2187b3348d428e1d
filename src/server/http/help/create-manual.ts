/** The manual: plain pages without scripts, which the product itself can crawl. */
import { readFileSync } from 'node:fs'
import { contents } from './contents.ts'
import { renderArticle } from './render-article.ts'
import { renderPage } from './render-page.ts'

export type ManualResponse = { status: 200; contentType: string; body: string }

export type Manual = {
  /** The response for a path such as '/help/crawling'; null when there is no such page. */
  page(path: string): ManualResponse | null
  startPath: '/help'
}

const STYLE_PATH = '/help/style.css'

/** Reads and renders the whole manual. Throws when a file is missing from the installation. */
export function createManual(): Manual {
  const responses = new Map<string, ManualResponse>()
  for (const [path, html] of renderManual()) {
    responses.set(path, { status: 200, contentType: 'text/html; charset=utf-8', body: html })
  }
  const style = readFileSync(new URL('./manual.css', import.meta.url), 'utf8')
  responses.set(STYLE_PATH, { status: 200, contentType: 'text/css; charset=utf-8', body: style })
  return {
    startPath: '/help',
    page: (path) => responses.get(path.replace(/\/+$/, '')) ?? null,
  }
}

/** Every page as HTML, by its path. */
export function renderManual(): Map<string, string> {
  const pages = contents.map(({ path, file }) => {
    const markdown = readFileSync(new URL(`../../../../manual/${file}`, import.meta.url), 'utf8')
    return { path, ...renderArticle(markdown) }
  })
  return new Map(
    pages.map((page, position) => [page.path, renderPage(page, { pages, position, stylePath: STYLE_PATH })]),
  )
}
