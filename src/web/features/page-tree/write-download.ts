import type { DownloadFormat } from '#shared/crawl/download.ts'

export type DownloadOptions = { crawlId: string; pageIds: string[]; format: DownloadFormat }
export type WrittenDownload = { name: string; file: Blob }

/** Writes the file in a worker to keep the screen responsive. Throws if loading or writing fails. */
export function writeDownload(options: DownloadOptions): Promise<WrittenDownload> {
  const worker = new Worker(new URL('./write-download.worker.ts', import.meta.url), { type: 'module' })
  const written = new Promise<WrittenDownload>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<WrittenDownload | null>) =>
      data ? resolve(data) : reject(new Error('The download could not be written'))
    worker.onerror = () => reject(new Error('The download could not be started'))
  })
  worker.postMessage(options)
  return written.finally(() => worker.terminate())
}
