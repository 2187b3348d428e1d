/** Fetches the selected pages with their text and writes the file, apart from the screen: it may be tens of megabytes. */
import { downloadFileName, writeDownloadText } from '#shared/download.ts'
import { getCrawlWithContent } from '#web/client.ts'
import type { DownloadWish, WrittenDownload } from './write-download.ts'

self.onmessage = async ({ data }: MessageEvent<DownloadWish>) => {
  self.postMessage(await write(data).catch(() => null))
}

async function write({ crawlId, pageIds, format }: DownloadWish): Promise<WrittenDownload> {
  const wanted = new Set(pageIds)
  const crawl = await getCrawlWithContent(crawlId)
  const pages = crawl.pages.filter((page) => wanted.has(page.id))
  const now = new Date()
  const text = writeDownloadText(pages, now, format)
  const type = format === 'json' ? 'application/json' : 'text/markdown'
  return { name: downloadFileName(now, format), file: new Blob([text], { type }) }
}
