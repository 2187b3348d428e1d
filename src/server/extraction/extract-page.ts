/** Turns the bytes that a site sent into a page. Runs in a worker thread, because pages can be costly to parse. */
import { parentPort } from 'node:worker_threads'
import { saveCompiledModules } from '#server/platform/worker-thread.ts'
import { decodeText } from './decode-text.ts'
import { readHtml, type ExtractedPage } from './read-html.ts'
import { readText } from './read-text.ts'

export type ExtractionInput = {
  bytes: Uint8Array<ArrayBuffer>
  kind: 'html' | 'text'
  /** The charset from the Content-Type header, or ''. */
  charset: string
  /** The address that answered. */
  url: string
}

export function extractPage({ bytes, kind, charset, url }: ExtractionInput): ExtractedPage {
  const text = decodeText(bytes, charset, kind)
  return kind === 'html' ? readHtml(text, { url }) : readText(text, { url })
}

// As a worker of the extraction pool; on the main thread there is no parent.
if (parentPort) saveCompiledModules()
parentPort?.on('message', (input: ExtractionInput) => {
  parentPort?.postMessage(extractPage(input))
})
