import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { failureText, needsCredits } from '#web/api/request.ts'
import type { CrawlRequest } from '#web/features/crawl-form/crawl-form.tsx'
import { useUpgradeBecause } from '#web/features/credits/upgrade.tsx'
import type { PreviewRequest } from '#web/features/preview/preview-picker.tsx'
import { consumeIntent } from '#web/features/sign-in/intent.ts'
import { useSignInGate } from '#web/features/sign-in/sign-in-gate.tsx'
import { t } from '#web/messages/t.ts'
import { useStartCrawl } from '#web/queries/crawls.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import type { useSession } from '#web/queries/session/session.ts'

type Options = {
  user: ReturnType<typeof useSession>['user']
  chatId: string | undefined
  /** Called when the request is sent. */
  onStarting: () => void
  onStarted: (crawlId: string) => void
}

/** What the form requests: a preview or a crawl, and `draft`, with which others fill in the form. */
export function useCrawlRequest({ user, chatId, onStarting, onStarted }: Options) {
  const { pathname } = useLocation()
  const gate = useSignInGate()
  const [preview, setPreview] = useState<PreviewRequest | null>(null)
  const [draft, setDraft] = useState<Partial<CrawlRequest>>({})
  const { startCrawl, starting } = useCrawlStart({
    user,
    chatId,
    onStarting,
    onStarted(id) {
      setPreview(null)
      onStarted(id)
    },
  })

  function showPreview(request: PreviewRequest | null) {
    starting.reset()
    if (request && !user) gate.requestSignIn({ path: pathname, preview: request })
    else setPreview(request)
  }
  function crawlManual(manual: CrawlRequest) {
    setDraft(manual)
    startCrawl(manual, { isTrial: true })
  }
  useResumedIntent(user?.id, {
    onCrawl: startCrawl,
    onPreview(request) {
      setDraft({ url: request.url })
      setPreview(request)
    },
  })
  // A session that has ended takes its preview with it.
  const shownPreview = user ? preview : null
  return { draft, preview: shownPreview, starting, startCrawl, crawlManual, showPreview }
}

/** `isTrial`: the crawl is of the manual, which is free. */
type StartOptions = { isTrial?: boolean }

/** Starts crawls. Visitors are asked to sign in first, and users with too few credits to upgrade or crawl fewer pages. */
function useCrawlStart({ user, chatId, onStarting, onStarted }: Options) {
  const { pathname } = useLocation()
  const gate = useSignInGate()
  const upgradeBecause = useUpgradeBecause()
  const queryClient = useQueryClient()
  const starting = useStartCrawl()

  function startCrawl(request: CrawlRequest, options: StartOptions = {}) {
    if (!user) return gate.requestSignIn({ path: pathname, crawl: request, isTrial: options.isTrial ?? false })
    onStarting()
    starting.mutate(
      { ...request, chatId },
      {
        onSuccess: ({ id }) => onStarted(id),
        onError: (error) => {
          if (needsCredits(error)) void offerFewerPages(error, request, options)
        },
      },
    )
  }
  async function offerFewerPages(error: Error, request: CrawlRequest, options: StartOptions) {
    // The balance may still be loading when the start fails.
    const credits = await queryClient.ensureQueryData(creditsQuery).catch(() => null)
    const n = credits?.credits_count ?? 0
    const offer = { label: t('crawl.fewerPages', { n }), onChoose: () => startCrawl(withPages(request, n), options) }
    upgradeBecause({ message: failureText(error, 'crawl.failed'), ...(n > 0 && { offer }) })
  }
  return { startCrawl, starting }
}

type IntentHandlers = { onCrawl: (request: CrawlRequest) => void; onPreview: (request: PreviewRequest) => void }

/** Goes on with what a visitor wanted to do before signing in. */
function useResumedIntent(userId: string | undefined, { onCrawl, onPreview }: IntentHandlers) {
  const resume = useEffectEvent(() => {
    const { crawl, preview } = consumeIntent()
    // A stored request came from this form.
    if (crawl) onCrawl(crawl as CrawlRequest)
    if (preview?.url) onPreview({ ...preview, url: preview.url })
  })
  useEffect(() => {
    // Deferred, so that the effect does not render twice.
    if (userId) queueMicrotask(() => resume())
  }, [userId])
}

/** The request for fewer pages, which is another crawl to the server. */
function withPages({ idempotencyKey, ...request }: CrawlRequest, maxPages: number): CrawlRequest {
  const newKey = idempotencyKey && `${idempotencyKey}-${maxPages}`
  return { ...request, maxPages, ...(newKey && { idempotencyKey: newKey }) }
}
