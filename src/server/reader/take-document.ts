/** Takes down a document as the browser holds it, from a world of its own that the page's scripts cannot touch. */
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { tooLargeWords } from './decode-body.ts'
import type { SourcedPage } from './page-source.ts'
import type { NotRead } from './reader.ts'

/** `page` shows `document`; the answer is the document with the HTML that its scripts made. */
export async function takeDocument(
  page: Page,
  document: SourcedPage,
  maxCharacters: number,
): Promise<SourcedPage | NotRead> {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
  const { result } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    returnByValue: true,
    expression: `(() => {
      const html = document.documentElement?.outerHTML ?? ''
      return { html: html.length > ${maxCharacters} ? null : html, address: location.href }
    })()`,
  })
  const { html, address } = Taken.parse(result.value)
  if (html === null) return { ok: false, reason: 'too-large', detail: tooLargeWords(maxCharacters), retry: false }
  return {
    ...document,
    body: new TextEncoder().encode(`<!doctype html>${html}`),
    charset: 'utf-8',
    linkBase: sameOrigin(address, document.finalUrl) ? address : document.finalUrl,
  }
}

const Taken = z.object({ html: z.string().nullable(), address: z.string() })

function sameOrigin(one: string, other: string): boolean {
  return URL.parse(one)?.origin === new URL(other).origin
}
