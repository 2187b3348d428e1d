/** The page around an article or the results of a search: header, navigation, links to the previous and next page. */
import { fontPreloads } from '#server/http/font-faces.ts'
import { escapeHtml } from '#server/platform/text/escape-html.ts'
import { type ManualLanguage, manualTexts } from './manual-texts.ts'
import type { Article } from './render-article.ts'
import type { ManualHit } from './search-manual.ts'

export type ManualPage = Article & { path: string }

export type Surroundings = {
  language: ManualLanguage
  /** The pages in this language, in reading order. */
  pages: readonly ManualPage[]
  /** The same page in the other languages, or their start page. */
  others: readonly { language: ManualLanguage; path: string }[]
  stylePath: string
}

export function renderPage(page: ManualPage, around: Surroundings): string {
  const position = around.pages.indexOf(page)
  const neighbors = position === -1 ? '' : pagination(around, around.pages[position - 1], around.pages[position + 1])
  const content = `<article>
${page.html.trim()}
</article>
${neighbors}`
  return renderDocument({ ...page, head: '', query: '', content }, around)
}

export function renderResults(query: string, hits: readonly ManualHit[], around: Surroundings): string {
  const texts = manualTexts[around.language]
  const title = query ? texts.results(hits.length, query) : texts.search
  const list = hits.length > 0 ? `<ol class="hits">${hits.map(hitItem).join('\n')}</ol>` : `<p>${texts.hint}</p>`
  const content = `<article>
<h1>${escapeHtml(title)}</h1>
${list}
</article>`
  const head = '\n<meta name="robots" content="noindex">'
  return renderDocument({ path: '', title, description: texts.hint, head, query, content }, around)
}

export function renderMissing(around: Surroundings): string {
  const { missing, start, backToStart } = manualTexts[around.language]
  const content = `<article>
<h1>${missing}</h1>
<p><a href="${start}">${backToStart}</a></p>
</article>`
  const head = '\n<meta name="robots" content="noindex">'
  return renderDocument({ path: '', title: missing, description: missing, head, query: '', content }, around)
}

function hitItem({ path, title, section, excerpt }: ManualHit): string {
  const name = section ? `${title} › ${section}` : title
  return `<li><a href="${path}">${escapeHtml(name)}</a><p>${escapeHtml(excerpt)}</p></li>`
}

type Document = { path: string; title: string; description: string; head: string; query: string; content: string }

function renderDocument({ path, title, description, head, query, content }: Document, around: Surroundings): string {
  const { language, pages, others, stylePath } = around
  const texts = manualTexts[language]
  const manual = language === 'de' ? 'Handbuch' : 'manual'
  const languageForms = others.map(languageForm).join('\n')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description)}">${head}
<title>${escapeHtml(title)} · Readback ${manual}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
${fontPreloads()}<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<a class="skip" href="#article">${texts.skip}</a>
<header class="bar">
<a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28"> Readback</a>
<span>${texts.manual}</span>
<form role="search" action="${texts.start}/search"><input type="search" name="q" value="${escapeHtml(query)}" aria-label="${texts.search}" placeholder="${texts.search}" required maxlength="200"><button>${texts.submit}</button></form>
${languageForms}
<a class="open" href="/">${texts.openApp}</a>
</header>
<nav aria-label="${texts.manual}">
<details><summary>${texts.contents}</summary></details>
<ul>
${pages.map((page) => item(page, path)).join('\n')}
</ul>
</nav>
<main id="article" tabindex="-1">
${content}
</main>
</body>
</html>
`
}

function languageForm({ language, path }: Surroundings['others'][number]): string {
  const button = `<button class="plain" lang="${language}">${manualTexts[language].name}</button>`
  return `<form action="${path}">${button}</form>`
}

function item({ path, title }: ManualPage, current: string): string {
  const englishPath = path.replace(/^\/help\/de(?=\/|$)/, '/help')
  const inner = englishPath.split('/').length > 3 ? ' class="inner"' : ''
  const here = path === current ? ' aria-current="page"' : ''
  return `<li${inner}><a href="${path}"${here}>${escapeHtml(title)}</a></li>`
}

function pagination({ language }: Surroundings, before: ManualPage | undefined, after: ManualPage | undefined): string {
  const { previous, next, neighbors } = manualTexts[language]
  const links = [
    before && `<a rel="prev" href="${before.path}"><span>${previous}</span> ${escapeHtml(before.title)}</a>`,
    after && `<a rel="next" href="${after.path}"><span>${next}</span> ${escapeHtml(after.title)}</a>`,
  ]
  return `<nav class="neighbors" aria-label="${neighbors}">${links.filter(Boolean).join('\n')}</nav>`
}
