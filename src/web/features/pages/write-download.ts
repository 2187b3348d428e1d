import type { DownloadFormat } from '#shared/download.ts'

export type DownloadWish = { crawlId: string; pageIds: string[]; format: DownloadFormat }
export type WrittenDownload = { name: string; file: Blob }

/** Writes the file in a worker, so that the screen stays quick. Throws when it could not be loaded or written. */
export function writeDownload(wish: DownloadWish): Promise<WrittenDownload> {
  const worker = new Worker(new URL('./write-download.worker.ts', import.meta.url), { type: 'module' })
  const written = new Promise<WrittenDownload>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<WrittenDownload | null>) =>
      data ? resolve(data) : reject(new Error('The download could not be written'))
    worker.onerror = () => reject(new Error('The download could not be started'))
  })
  worker.postMessage(wish)
  return written.finally(() => worker.terminate())
}
