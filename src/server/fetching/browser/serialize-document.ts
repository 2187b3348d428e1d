import type { Page } from 'playwright-core'
import { z } from 'zod'
import { tooLargeMessage } from '#server/fetching/decode-body.ts'
import type { FetchedDocument } from '#server/fetching/page-source.ts'
import type { ReadFailure } from '#server/fetching/reader.ts'

/**
 * Returns `document` with the HTML that `page` shows after its scripts ran. Evaluates in an isolated world, which the
 * page's scripts cannot manipulate.
 */
export async function serializeDocument(
  page: Page,
  document: FetchedDocument,
  maxCharacters: number,
): Promise<FetchedDocument | ReadFailure> {
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
  const { html, address } = Serialized.parse(result.value)
  if (html === null) return { ok: false, reason: 'too-large', detail: tooLargeMessage(maxCharacters), retry: false }
  return {
    ...document,
    body: new TextEncoder().encode(`<!doctype html>${html}`),
    charset: 'utf-8',
    linkBase: isSameOrigin(address, document.finalUrl) ? address : document.finalUrl,
  }
}

const Serialized = z.object({ html: z.string().nullable(), address: z.string() })

function isSameOrigin(one: string, other: string): boolean {
  return URL.parse(one)?.origin === new URL(other).origin
}
