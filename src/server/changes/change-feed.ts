/** The Atom feed of a notebook's change reports (RFC 4287). */
import { AppError } from '#shared/errors.ts'
import { textsIn } from '#server/mail/messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { escapeHtml, escapeXml } from '#server/platform/text/escape-html.ts'
import { describeCounts, describePages, describeTouched } from './describe-report.ts'
import { unsafeReadFeed } from './outlets.ts'

const PAGES_IN_ENTRY = 50

/** Throws AppError 'share.not-found' when the token does not name a feed. */
export async function writeFeed({ db, appUrl }: { db: Db; appUrl: string }, token: string): Promise<string> {
  const feed = await unsafeReadFeed(db, token)
  if (!feed) throw new AppError('share.not-found')
  const { notebook, reports, language } = feed
  const texts = textsIn(language)
  const page = `${appUrl}/notebooks/${notebook.id}?tab=changes`
  const updated = reports[0]?.createdAt ?? notebook.createdAt ?? new Date(0)
  const entries = reports.map(({ id, createdAt, content }) => {
    const lines = [...describePages(content, texts, PAGES_IN_ENTRY), ...describeTouched(content, texts)]
    const html = `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
    return [
      '<entry>',
      `<id>urn:uuid:${id}</id>`,
      `<title>${escapeXml(`${content.chat_title}: ${describeCounts(content, texts)}`)}</title>`,
      `<updated>${createdAt.toISOString()}</updated>`,
      `<link href="${escapeXml(`${page}&report=${id}`)}"/>`,
      `<content type="html">${escapeXml(html)}</content>`,
      '</entry>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">`,
    `<id>urn:uuid:${notebook.id}</id>`,
    `<title>${escapeXml(texts.report.feedTitle(notebook.title))}</title>`,
    `<updated>${updated.toISOString()}</updated>`,
    '<author><name>Readback</name></author>',
    `<link href="${escapeXml(page)}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n')
}
