/** The page around an article: head, navigation, links to the previous and next page. */
import { escapeHtml } from '#server/platform/text/escape-html.ts'
import type { Article } from './render-article.ts'

export type ManualPage = Article & { path: string }

type Position = { pages: readonly ManualPage[]; position: number; stylePath: string }

export function renderPage(
  { path, title, description, html }: ManualPage,
  { pages, position, stylePath }: Position,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description)}">
<title>${escapeHtml(title)} · Readback manual</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<a class="skip" href="#article">Skip to the text</a>
<header><a href="/">Readback</a> <span>Manual</span></header>
<nav aria-label="Manual">
<ul>
${pages.map((page) => item(page, path)).join('\n')}
</ul>
</nav>
<main id="article" tabindex="-1">
<article>
${html.trim()}
</article>
${pagination(pages[position - 1], pages[position + 1])}
</main>
</body>
</html>
`
}

function item({ path, title }: ManualPage, current: string): string {
  const inner = path.split('/').length > 3 ? ' class="inner"' : ''
  const here = path === current ? ' aria-current="page"' : ''
  return `<li${inner}><a href="${path}"${here}>${escapeHtml(title)}</a></li>`
}

function pagination(before: ManualPage | undefined, after: ManualPage | undefined): string {
  const links = [
    before && `<a rel="prev" href="${before.path}"><span>Previous</span> ${escapeHtml(before.title)}</a>`,
    after && `<a rel="next" href="${after.path}"><span>Next</span> ${escapeHtml(after.title)}</a>`,
  ]
  return `<nav class="neighbours" aria-label="Previous and next page">${links.filter(Boolean).join('\n')}</nav>`
}
