/** Searches for conflicts in a worker thread: a thousand pages take seconds, which would block the event loop. */
import { Worker } from 'node:worker_threads'
import type { FactPage } from './facts/extract-facts.ts'
import type { FoundConflict } from './find-conflicts.ts'
import type { SearchPart, SearchReply } from './search-worker.ts'

/** Of wall time for one part, also on a busy machine. */
const PART_TIMEOUT_MS = 60_000
const MEMORY_MB = 512

/** One search at a time in this process: the others wait. */
let previous: Promise<unknown> = Promise.resolve()

/** `parts` are read one after the other, so that few pages are in memory. Throws when the thread fails. */
export function searchInThread(parts: AsyncIterable<FactPage[]>): Promise<FoundConflict[]> {
  const search = previous.then(() => run(parts))
  previous = search.catch(() => {})
  return search
}

async function run(parts: AsyncIterable<FactPage[]>): Promise<FoundConflict[]> {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  // A failure between two parts is reported by the next one.
  worker.on('error', () => {})
  try {
    for await (const pages of parts) await send(worker, { pages, isLast: false })
    return (await send(worker, { pages: [], isLast: true })) ?? []
  } finally {
    await worker.terminate()
  }
}

function send(worker: Worker, part: SearchPart): Promise<SearchReply> {
  const { promise, resolve, reject } = Promise.withResolvers<SearchReply>()
  const fail = () => reject(new Error('The search for conflicts failed or took too long'))
  const timer = setTimeout(fail, PART_TIMEOUT_MS)
  worker.once('message', resolve)
  worker.once('exit', fail)
  worker.postMessage(part)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve)
    worker.off('exit', fail)
  })
}
