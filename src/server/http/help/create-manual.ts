/** The manual: plain pages without scripts, which the product itself can crawl. */
import { readdirSync, readFileSync } from 'node:fs'
import { fontFaces } from '#server/http/font-faces.ts'
import { asides, contents } from './contents.ts'
import { type ManualLanguage, manualLanguages, manualTexts } from './manual-texts.ts'
import { renderArticle } from './render-article.ts'
import { type ManualPage, renderMissing, renderPage, renderResults, type Surroundings } from './render-page.ts'
import { searchManual } from './search-manual.ts'

export type ManualResponse = { status: 200; contentType: string; body: string | Uint8Array<ArrayBuffer> }

export type Manual = {
  /** The response for a path such as '/help/crawling', or a search with `query`; null when there is no such page. */
  page(path: string, query?: string): ManualResponse | null
  /** The HTML for a path without a page, in the language of the path. */
  missingPage(path: string): string
  startPath: '/help'
}

const STYLE_PATH = '/help/style.css'
const HTML = 'text/html; charset=utf-8'
const MANUAL = new URL('../../../../manual/', import.meta.url)
/** Screenshots in WebP, which browser tests take: `takeManualPicture` and `npm run pictures -- providers`. */
const PICTURES = new URL('../../../../manual/pictures/', import.meta.url)

/** Reads and renders the whole manual. Throws when a file is missing from the installation. */
export function createManual(): Manual {
  const known = readPages()
  const responses = new Map<string, ManualResponse>()
  for (const [path, html] of renderPages(known)) responses.set(path, { status: 200, contentType: HTML, body: html })
  const style = readFileSync(new URL('./manual.css', import.meta.url), 'utf8')
  responses.set(STYLE_PATH, {
    status: 200,
    contentType: 'text/css; charset=utf-8',
    body: fontFaces('optional') + style,
  })
  for (const name of readdirSync(PICTURES)) {
    const body = new Uint8Array(readFileSync(new URL(name, PICTURES)))
    responses.set(`/help/pictures/${name}`, { status: 200, contentType: 'image/webp', body })
  }
  return {
    startPath: '/help',
    missingPage(path) {
      const isGerman = path === manualTexts.de.start || path.startsWith(`${manualTexts.de.start}/`)
      return renderMissing(surroundings(known, isGerman ? 'de' : 'en', null))
    },
    page(path, query = '') {
      const trimmed = path.replace(/\/+$/, '')
      const language = manualLanguages.find((each) => trimmed === `${manualTexts[each].start}/search`)
      if (!language) return responses.get(trimmed) ?? null
      const hits = searchManual(
        known[language].map(({ page }) => page),
        query,
      )
      const around = surroundings(known, language, null)
      return { status: 200, contentType: HTML, body: renderResults(query.trim(), hits, around) }
    },
  }
}

/** Every page as HTML, by its path. */
export function renderManual(): Map<string, string> {
  return renderPages(readPages())
}

function renderPages(known: KnownPages): Map<string, string> {
  const rendered = new Map<string, string>()
  for (const language of manualLanguages) {
    for (const { page, file } of known[language]) {
      rendered.set(page.path, renderPage(page, surroundings(known, language, file)))
    }
  }
  return rendered
}

type KnownPage = { file: string; page: ManualPage }

/** Every language has every page. */
type KnownPages = Record<ManualLanguage, KnownPage[]>

const readPages = (): KnownPages => ({ en: readPagesIn('en'), de: readPagesIn('de') })

function readPagesIn(language: ManualLanguage): KnownPage[] {
  const folder = language === 'en' ? '' : `${language}/`
  return [...contents, ...asides].map(({ path, file }) => {
    const markdown = readFileSync(new URL(`${folder}${file}`, MANUAL), 'utf8')
    return { file, page: { path: path.replace('/help', manualTexts[language].start), ...renderArticle(markdown) } }
  })
}

/** `file` is null on the results of a search, which have no equivalent in other languages. */
function surroundings(known: KnownPages, language: ManualLanguage, file: string | null): Surroundings {
  const pathIn = (other: ManualLanguage) => known[other].find((each) => each.file === file)?.page.path
  return {
    language,
    pages: known[language].slice(0, contents.length).map(({ page }) => page),
    others: manualLanguages
      .filter((other) => other !== language)
      .map((other) => ({ language: other, path: pathIn(other) ?? manualTexts[other].start })),
    stylePath: STYLE_PATH,
  }
}
