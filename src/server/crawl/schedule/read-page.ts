import type {
  ArrivedDocument,
  ReadFailure,
  ReadPage,
  RedirectCheck,
  RequestBudget,
  TakeTurn,
} from '#server/fetching/reader.ts'
import type { FrontierPage } from '#server/crawl/links/frontier.ts'
import { rulesOf } from '#server/crawl/links/link-rules.ts'
import { scopeOf } from '#server/crawl/links/links.ts'
import { isStartPage, judgeRedirect } from '#server/crawl/links/redirects.ts'
import { openHeaders } from '#server/crawl/sealed-headers.ts'
import { requestsOf } from './crawl-budget.ts'
import type { CrawlRow, CrawlServices, CrawlRun, StartedRead } from './crawl-step.ts'

/** Longer than the limits of every reader; the scraping service takes 90 s, and 30 s more for each of three retries. */
export const PAGE_TIMEOUT_MS = 240_000

/** Reads the page from what a killed process has fetched but not stored, else requests it. */
export function startReading(services: CrawlServices, crawl: CrawlRow, page: FrontierPage, run: CrawlRun): StartedRead {
  const { readAhead, takeTurn } = run
  const controller = new AbortController()
  const arrival = Promise.withResolvers<ArrivedDocument | null>()
  const requests = requestsOf(run, crawl)
  const arrived = readAhead?.pendingPages.find(crawl.id, page) ?? null
  // The killed process has not stored that it requested the page.
  if (arrived) requests.take()
  const result = readPage(services, crawl, page, {
    signal: AbortSignal.any([run.signal, controller.signal]),
    takeTurn,
    requests,
    arrived,
    onArrival: arrival.resolve,
  })
  // The step of the page awaits `result`; until then a rejection has no other handler.
  void result.then(
    () => arrival.resolve(null),
    () => arrival.resolve(null),
  )
  return {
    page,
    arrived: arrival.promise,
    result,
    async cancel() {
      controller.abort()
      await result.catch(() => undefined)
    },
  }
}

type PageRequest = {
  signal: AbortSignal
  takeTurn: TakeTurn
  requests: RequestBudget
  arrived: ArrivedDocument | null
  onArrival: (arrived: ArrivedDocument) => void
}

/**
 * Fetches and extracts a page with the reader, country and headers of its crawl. Resolves immediately when `signal` is
 * aborted; ignore the result then.
 */
async function readPage(
  services: Pick<CrawlServices, 'reader' | 'secrets'>,
  crawl: CrawlRow,
  page: FrontierPage,
  { signal, ...request }: PageRequest,
): Promise<ReadPage | ReadFailure> {
  let redirects = 0
  const allowRedirect = redirectRule(crawl, page)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), PAGE_TIMEOUT_MS)
  try {
    const { reader, country } = crawl.settings
    const result = await services.reader.read(page.fetchUrl, {
      allowRedirect(target) {
        redirects++
        return allowRedirect(target)
      },
      signal: AbortSignal.any([signal, deadline.signal]),
      ...request,
      attempt: page.attempts,
      reader,
      country,
      ...(crawl.sealedHeaders && {
        headers: openHeaders(services.secrets, crawl.sealedHeaders),
        headersFor: crawl.host,
      }),
    })
    if (deadline.signal.aborted && !signal.aborted) return PAGE_TIMED_OUT
    return result.ok ? { ...result, redirects } : result
  } finally {
    clearTimeout(timer)
  }
}

/** The failure of a page that took longer than `PAGE_TIMEOUT_MS`. */
export const PAGE_TIMED_OUT = {
  ok: false,
  reason: 'timeout',
  detail: { code: 'page-time-limit', values: { minutes: PAGE_TIMEOUT_MS / 60_000 } },
  retry: false,
} as const satisfies ReadFailure

/** A redirect must end at an address that the crawl may fetch; the redirect of the start page may change its host. */
function redirectRule(crawl: CrawlRow, page: FrontierPage): RedirectCheck {
  const movedFrom = isStartPage(crawl, page) ? page.fetchUrl : null
  return (target) => judgeRedirect(scopeOf(crawl), target, { movedFrom, rules: rulesOf(crawl) })
}
