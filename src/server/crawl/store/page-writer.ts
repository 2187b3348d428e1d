/**
 * Stores the fetched pages of all crawls of this process in groups, one transaction each: the statements and the commit
 * of a page cost several times as much when it is stored alone.
 */
import { cannotStoreNow } from '#server/platform/db/errors.ts'
import { insertAhead } from '#server/crawl/links/insert-ahead.ts'
import type { LinkRow } from '#server/crawl/links/frontier.ts'
import type { CrawlServices, PageStep, StepOutcome } from '#server/crawl/schedule/crawl-step.ts'
import { handleStoreError } from '#server/crawl/schedule/handle-failure.ts'
import { LeaseLost } from '#server/crawl/schedule/lease.ts'
import type { FetchedPage } from './locate-page.ts'
import { preparePage, type PreparedPage } from './prepare-page.ts'
import { storePages } from './store-pages.ts'

export type PageWriter = {
  /**
   * Stores a page after the earlier pages of its crawl. Without `next`, the page that is being fetched already, the
   * crawl waits for the outcome, and its group is not kept open for more pages. Rejects when nothing can be stored now.
   */
  store(step: PageStep, fetched: FetchedPage, next?: PageStep['page']): Promise<StepOutcome>
  /** Writes the pages that are collected so far without waiting for more. */
  flush(): void
}

const GROUP_MS = 25
const GROUP_PAGES = 32
/** About 100 ms of the embedded database, which runs one transaction at a time for all users. */
const GROUP_LINKS = 500

type Task = {
  step: PageStep
  fetched: FetchedPage
  next: PageStep['page'] | undefined
  addedAt: number
  resolve: (outcome: StepOutcome) => void
  reject: (error: unknown) => void
}

let readAheadAt = -Infinity

/** True while a crawl of this process reads one page after the other without a pause. */
export const isReadingAhead = () => performance.now() - readAheadAt < 2 * GROUP_MS

export function createPageWriter(services: CrawlServices): PageWriter {
  const tasks: Task[] = []
  let isWriting = false
  let isFlushed = false
  let timer: NodeJS.Timeout | undefined

  async function writeDueGroups() {
    if (isWriting) return
    isWriting = true
    clearTimeout(timer)
    while (msUntilDue() <= 0) await writeGroup()
    isWriting = false
    isFlushed = false
    if (tasks.length > 0) timer = setTimeout(writeDueGroups, Math.max(0, msUntilDue()))
  }

  function msUntilDue(): number {
    const [first] = tasks
    if (!first) return Infinity
    if (isFlushed || tasks.length >= GROUP_PAGES || tasks.some(({ next }) => !next)) return 0
    return first.addedAt + GROUP_MS - performance.now()
  }

  async function writeGroup() {
    const prepared = prepareGroup(services, tasks)
    const group = tasks.splice(0, Math.max(prepared.length, 1))
    if (group.length > 1 && (await tryTogether(group, prepared))) return
    // In order: a page that finds no credit left ends its crawl before the next page is stored.
    for (const task of group) await writeAlone(task)
  }

  /** False when nothing was stored, because of one page of the group. */
  async function tryTogether(group: readonly Task[], prepared: readonly PreparedPage[]): Promise<boolean> {
    try {
      const outcomes = await writeTogether(services, prepared)
      group.forEach((task, n) => task.resolve(outcomes[n] ?? 'ended'))
      return true
    } catch (error) {
      if (!cannotStoreNow(error)) return false
      for (const { reject } of group) reject(error)
      return true
    }
  }

  async function writeAlone({ step, fetched, next, resolve, reject }: Task) {
    try {
      resolve(await storeAlone(services, preparePage(services, step, fetched, { next })))
    } catch (error) {
      await handleStoreError(services, step, error).then(resolve, reject)
    }
  }

  return {
    store(step, fetched, next) {
      const { promise, resolve, reject } = Promise.withResolvers<StepOutcome>()
      if (next) readAheadAt = performance.now()
      tasks.push({ step, fetched, next, addedAt: performance.now(), resolve, reject })
      void writeDueGroups()
      return promise
    },
    flush() {
      isFlushed = true
      void writeDueGroups()
    },
  }
}

/**
 * The first pages that fit into one transaction; none when the first alone has too many links or cannot be prepared: it
 * is then stored alone, where its failure is recorded.
 */
function prepareGroup(services: CrawlServices, tasks: readonly Task[]): PreparedPage[] {
  const links = createGroupLinks()
  const group: PreparedPage[] = []
  for (const { step, fetched, next } of tasks.slice(0, GROUP_PAGES)) {
    const withoutKnown = (rows: LinkRow[]) => links.addNew(step.crawl.id, rows)
    try {
      const prepared = preparePage(services, step, fetched, { next, withoutKnown })
      if (links.size() > GROUP_LINKS) break
      group.push(prepared)
    } catch {
      break
    }
  }
  return group
}

/** The links of a group of pages, each address of a crawl once: a page links to what an earlier page links to. */
function createGroupLinks() {
  const known = new Map<string, LinkRow>()
  return {
    size: () => known.size,
    /** Adds the rows and returns those that no earlier page of the group has. */
    addNew(crawlId: string, rows: readonly LinkRow[]): LinkRow[] {
      return rows.filter((row) => {
        const key = `${crawlId} ${row.url}`
        const earlier = known.get(key)
        if (!earlier) {
          known.set(key, row)
          return true
        }
        // The earlier row is inserted, as waiting if one of both is.
        if (earlier.state === 'skipped' && row.state === 'waiting') Object.assign(earlier, row)
        return false
      })
    },
  }
}

async function writeTogether(services: CrawlServices, prepared: readonly PreparedPage[]): Promise<StepOutcome[]> {
  const { outcomes, insertedLinks } = await services.db.transaction((tx) => storePages(tx, services.queue, prepared))
  for (const { run, links } of insertedLinks) run.linkCache?.remember(links)
  return outcomes
}

async function storeAlone(services: CrawlServices, prepared: PreparedPage): Promise<StepOutcome> {
  try {
    const links = await insertAhead(services.db, prepared.run, prepared.links)
    const [outcome = 'ended'] = await writeTogether(services, [
      { ...prepared, links: links.rest, insertedAhead: links },
    ])
    return outcome
  } catch (error) {
    if (error instanceof LeaseLost) return 'ended'
    throw error
  }
}
