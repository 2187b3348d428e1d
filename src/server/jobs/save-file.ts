/** Serves 'save-file': makes the file of what a crawl or a chat holds now, and hands it to the document storage. */
import { writeDownloadText } from '#shared/download.ts'
import { AppError } from '#shared/errors.ts'
import { exportChat } from '#server/chat/export/export-chat.ts'
import { getCrawl } from '#server/crawl/get-crawl.ts'
import { type Compose, SendFile, sendFile } from '#server/document-storage/send-file.ts'
import type { Services } from '#server/services.ts'

export async function saveFile(services: Services, data: unknown) {
  await sendFile(services, SendFile.parse(data), composer(services))
}

function composer({ db }: Services): Compose {
  return async ({ userId, sourceId, wish }) => {
    if (wish.kind === 'chat') {
      const { pieces } = await exportChat({ db }, { userId, chatId: sourceId, format: wish.format })
      const parts: string[] = []
      for await (const piece of pieces) parts.push(piece)
      return new Blob(parts, { type: 'text/plain' })
    }
    const wanted = new Set(wish.pageIds)
    const crawl = await getCrawl({ db }, { userId, crawlId: sourceId, content: true })
    const pages = crawl.pages.filter((page) => wanted.has(page.id))
    if (pages.length === 0) throw new AppError('crawl.not-found')
    return new Blob([writeDownloadText(pages, new Date(), wish.format)], { type: 'text/plain' })
  }
}
