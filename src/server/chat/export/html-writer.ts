/**
 * A chat as one self-contained HTML file: inline style, no script, and a content security policy that blocks every
 * load. All content from pages, models and people is escaped.
 */
import { hasQuotationMarks } from '#shared/chat/plain-text.ts'
import { utcDay } from '#shared/utc-day.ts'
import { escapeHtml } from '#server/platform/text/escape-html.ts'
import {
  type ExportedMessage,
  type ExportWriter,
  type Footnote,
  describeCounts,
  describeGone,
  describeState,
} from './exported.ts'
import type { ExportTexts } from './export-texts.ts'
import { renderAnswer } from './render-answer.ts'

export const htmlWriter = (texts: ExportTexts): ExportWriter => ({
  head: ({ title, exportedAt }) => `<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${EXPORT_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p class="facts">${texts.exportedOn(time(exportedAt))}</p>
`,
  message: (message, number) => section(message, number, texts),
  pagesHead: () => `<section>\n<h2>${texts.pages}</h2>\n<ul class="pages">\n`,
  page({ url, title, crawledAt, goneAt }) {
    const gone = goneAt ? `, ${texts.notFoundOn(time(goneAt))}` : ''
    const facts = `<span class="facts">${texts.crawledOn(time(crawledAt))}${gone}</span>`
    return `<li>${escapeHtml(title)}<br>${address(url)}<br>${facts}</li>\n`
  },
  tail: (pages) => `</ul>\n${pages === 0 ? `<p>${texts.noPages}</p>\n` : ''}</section>\n</main>\n</body>\n</html>\n`,
})

function section(message: ExportedMessage, number: number, texts: ExportTexts): string {
  const { role, truncated, footnotes, nearest, uncited } = message
  const counts = describeCounts(message, texts)
  const closest = nearest.map((footnote) => `<li>${reference(footnote, texts)}</li>\n`).join('')
  const notes = footnotes.map((note) => noteItem(note, number, texts)).join('')
  const statements = uncited.map((statement) => `<li>${escapeHtml(statement)}</li>\n`).join('')
  return [
    `<section class="${role}">\n<h2>${texts.speakers[role]}</h2>\n<p class="facts">${factsOf(message, texts)}</p>\n`,
    text(message, number),
    truncated ? `<p><strong>${texts.truncated}</strong></p>\n` : '',
    counts && `<p class="facts">${counts}</p>\n`,
    closest && `<h3>${texts.closestPassages}</h3>\n<ul class="notes">\n${closest}</ul>\n`,
    notes && `<ol class="notes">\n${notes}</ol>\n`,
    statements && `<h3>${texts.withoutSource}</h3>\n<ul class="notes">\n${statements}</ul>\n`,
    '</section>\n',
  ].join('')
}

function factsOf({ createdAt, engine, stopped }: ExportedMessage, texts: ExportTexts): string {
  const facts = [time(createdAt), engine && escapeHtml(engine), stopped && texts.stopped]
  return facts.filter(Boolean).join(' · ')
}

function text({ role, content, footnotes }: ExportedMessage, number: number): string {
  if (role === 'user') return `<p class="asked">${escapeHtml(content)}</p>\n`
  const markers = new Set(footnotes.map(({ marker }) => marker))
  return renderAnswer(content, (marker) => (markers.has(marker) ? `#${noteId(marker, number)}` : null))
}

function noteItem(note: Footnote, number: number, texts: ExportTexts): string {
  const { marker, state } = note
  return `<li id="${noteId(marker, number)}" value="${marker}" class="${state}">${checkedReference(note, texts)}</li>\n`
}

/** With the message's number: every answer counts its markers from 1. */
const noteId = (marker: number, number: number) => `note-${number}-${marker}`

function checkedReference(note: Footnote, texts: ExportTexts): string {
  const state = `<strong>${escapeHtml(describeState(note, texts))}</strong>`
  return note.state === 'not-found' ? state : `${state} ${reference(note, texts)}`
}

function reference({ quote, url, title, crawledAt, ...rest }: Footnote, texts: ExportTexts): string {
  const crawled = crawledAt ? `, ${texts.crawledOnInside(time(crawledAt))}` : ''
  const goneText = describeGone(rest, texts)
  const gone = goneText && ` <strong>${goneText}</strong>`
  const facts = `${escapeHtml(title)}, ${address(url)}${crawled}.${gone}`
  const words = hasQuotationMarks(quote) ? escapeHtml(quote) : `<q>${escapeHtml(quote)}</q>`
  return `${words}<br><span class="facts">${facts}</span>`
}

const time = (moment: Date) => `<time datetime="${moment.toISOString()}">${utcDay(moment)}</time>`

/** Links only http and https addresses. */
function address(url: string): string {
  const escaped = escapeHtml(url)
  return /^https?:\/\//i.test(url) ? `<a href="${escaped}" rel="noopener noreferrer nofollow">${escaped}</a>` : escaped
}

/** Style of an exported chat: the colors of the web app, light and dark, and black on white in print. */
const EXPORT_STYLE = `
:root { color-scheme: light dark; --ink: #1f1e1a; --soft: #625d51; --paper: #f7f5f0; --line: #e2ddd2; --link: #17594f; --warn: #7a4a00 }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8dd; --soft: #aea898; --paper: #191815; --line: #37332b; --link: #86c4b5; --warn: #f0c674 } }
@media print { :root { --ink: #000; --soft: #444; --paper: #fff; --line: #ccc; --link: #000; --warn: #000 } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, "Segoe UI", "Liberation Sans", sans-serif; overflow-wrap: anywhere }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem }
h1 { font: 500 2rem/1.15 Georgia, "Liberation Serif", serif }
h2 { margin: 0; font-size: 1rem }
h3, h4, h5, h6 { margin: 1rem 0 .25rem; font-size: 1rem }
section { margin-top: 1.75rem; padding-top: 1.25rem; border-top: 1px solid var(--line) }
a { color: var(--link) }
.facts { margin: 0; color: var(--soft); font-size: .875rem }
.notes .differs > strong, .notes .not-found > strong { color: var(--warn) }
.facts strong { color: var(--warn); font-weight: 600 }
.asked { white-space: pre-wrap }
.notes, .pages { padding-inline-start: 2rem; font-size: .9375rem }
.notes li, .pages li { margin-bottom: .5rem }
.notes li:target { outline: 2px solid var(--link); outline-offset: 4px }
q { font-family: Georgia, "Liberation Serif", serif }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line) }
table { border-collapse: collapse }
th, td { padding: .25rem .5rem; border: 1px solid var(--line); text-align: start }
`
