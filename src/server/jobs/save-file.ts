import { writeDownloadText } from '#shared/crawl/download.ts'
import { AppError } from '#shared/errors.ts'
import { exportChat } from '#server/chat/export/export-chat.ts'
import { getCrawl } from '#server/crawl/get-crawl.ts'
import { type Compose, UploadJob, uploadStoredFile } from '#server/document-storage/upload-stored-file.ts'
import type { Services } from '#server/services.ts'

/** The job 'save-file': composes the file of a crawl or a chat and uploads it to the document storage. */
export async function saveFile(services: Services, data: unknown) {
  await uploadStoredFile(services, UploadJob.parse(data), createComposer(services))
}

function createComposer({ db }: Services): Compose {
  return async ({ userId, sourceId, request }) => {
    if (request.kind === 'chat') {
      const { pieces } = await exportChat({ db }, { userId, chatId: sourceId, format: request.format })
      const parts: string[] = []
      for await (const piece of pieces) parts.push(piece)
      return new Blob(parts, { type: 'text/plain' })
    }
    const wanted = new Set(request.pageIds)
    const crawl = await getCrawl({ db }, { userId, crawlId: sourceId, content: true })
    const pages = crawl.pages.filter((page) => wanted.has(page.id))
    if (pages.length === 0) throw new AppError('crawl.not-found')
    return new Blob([writeDownloadText(pages, new Date(), request.format)], { type: 'text/plain' })
  }
}
