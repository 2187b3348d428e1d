/** Fetches the selected pages with their text and writes the file, which may be tens of megabytes. */
import { downloadFileName, writeDownloadText } from '#shared/crawl/download.ts'
import { getCrawlWithContent } from '#web/api/client.ts'
import type { DownloadOptions, WrittenDownload } from './write-download.ts'

self.onmessage = async ({ data }: MessageEvent<DownloadOptions>) => {
  self.postMessage(await write(data).catch(() => null))
}

async function write({ crawlId, pageIds, format }: DownloadOptions): Promise<WrittenDownload> {
  const selectedIds = new Set(pageIds)
  const crawl = await getCrawlWithContent(crawlId)
  const pages = crawl.pages.filter((page) => selectedIds.has(page.id))
  const now = new Date()
  const text = writeDownloadText(pages, now, format)
  const type = format === 'json' ? 'application/json' : 'text/markdown'
  return { name: downloadFileName(now, format), file: new Blob([text], { type }) }
}
