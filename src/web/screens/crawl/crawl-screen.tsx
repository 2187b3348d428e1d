import { Anchor, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { type CrawlSummary, isRunning } from '#shared/crawl/crawls.ts'
import { consumeIntent } from '#web/features/sign-in/intent.ts'
import { useSignInGate } from '#web/features/sign-in/sign-in-gate.tsx'
import { CrawlForm } from '#web/features/crawl-form/crawl-form.tsx'
import type { CrawlRequest } from '#web/features/crawl-form/crawl-form.tsx'
import { LocalModelHint } from '#web/features/models/local-model-hint.tsx'
import { FirstVisit } from '#web/features/crawl-form/first-visit.tsx'
import { CrawlBar } from '#web/features/crawl-form/crawl-bar.tsx'
import type { PreviewRequest } from '#web/features/preview/preview-picker.tsx'
import { useCrawlNotifications } from '#web/features/crawl/use-crawl-notifications.ts'
import { useUpgrade, useUpgradeBecause } from '#web/features/credits/upgrade.tsx'
import { manualPath } from '#web/messages/language.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { chatQuery } from '#web/queries/chats.ts'
import { crawlQuery, useStartCrawl } from '#web/queries/crawls.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { instanceQuery, useSession } from '#web/queries/session/session.ts'
import { Failure, failureText, isNotFound, localFailure, needsCredits } from '#web/api/request.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useFirstInSlices } from '#web/ui/hooks/use-first-in-slices.ts'
import panel from '#web/ui/panel.module.css'
import { Screen } from '#web/ui/screen.tsx'
import classes from './crawl-screen.module.css'
import { EarlierCrawls } from './earlier-crawls.tsx'
import { useCrawlTitle } from './use-crawl-title.ts'
import { useCurrentCrawl } from './use-current-crawl.ts'
import { useUpgradeWhenOutOfCredits } from './use-upgrade-when-out-of-credits.ts'

const loadWorkspace = () => import('./crawl-workspace.tsx')
const CrawlWorkspace = lazy(() => loadWorkspace().then((module) => ({ default: module.CrawlWorkspace })))

/** The main screen, also for a new chat and for adding pages to a saved chat. */
export function CrawlRoute() {
  const { id: chatId } = useParams({ strict: false })
  const { pathname } = useLocation()
  const session = useSession()
  const { user } = session
  const gate = useSignInGate()
  const upgrade = useUpgrade()
  const current = useCurrentCrawl(session, chatId)
  const crawl = useQuery({ ...crawlQuery(current.id ?? ''), enabled: user !== undefined && current.id !== undefined })
  const chat = useQuery({ ...chatQuery(chatId ?? ''), enabled: user !== undefined && chatId !== undefined })
  const instance = useQuery(instanceQuery)
  const notifications = useCrawlNotifications(session)
  const [preview, setPreview] = useState<PreviewRequest | null>(null)
  const [draft, setDraft] = useState<Partial<CrawlRequest>>({})
  const { startCrawl, starting } = useCrawlStart(user, chatId, (id) => {
    setPreview(null)
    current.show(id)
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

  const loadedCrawl = useFirstInSlices(crawl.data)
  const shownCrawl = current.id === undefined ? undefined : loadedCrawl
  useUpgradeWhenOutOfCredits(shownCrawl, starting.data?.id)
  const isBusy = starting.isPending || (shownCrawl !== undefined && isRunning(shownCrawl.status))
  const isMissing = current.id !== undefined && crawl.isError && !shownCrawl
  const isFramed = current.id !== undefined && !isMissing
  const title = useCrawlTitle(shownCrawl)
  const backToChat = chatId && <BackToChat chatId={chatId} />
  const visitorTier = instance.data?.defaultTier ?? (instance.isError ? 'free' : null)
  const form = (
    <CrawlForm
      key={shownCrawl?.id ?? draft.url ?? 'new'}
      userId={user?.id}
      tier={session.loading ? null : (user?.tier ?? visitorTier)}
      busy={isBusy}
      initial={shownCrawl ?? draft}
      failure={toFailure(starting.error)}
      preview={preview}
      mailAtEnd={notifications.mail}
      onStart={startCrawl}
      onPreviewChange={showPreview}
      onFailureResolved={starting.reset}
      onUpgrade={upgrade}
    />
  )
  const formInPanel = <div className={`${panel.panel} ${classes.form}`}>{form}</div>
  const isFormOpen = starting.error !== null || preview !== null || (shownCrawl?.pages.length === 0 && !isBusy)
  const bar = (
    <CrawlBar crawl={shownCrawl} chatId={chatId} chatTitle={chat.data?.title} back={backToChat} open={isFormOpen}>
      {form}
    </CrawlBar>
  )
  return (
    <Screen title={title} width={isFramed ? 'frame' : 'wide'}>
      {!isFramed && backToChat}
      <Heading isCrawlShown={current.id !== undefined} isForChat={chatId !== undefined} chatTitle={chat.data?.title} />
      {isMissing && (
        <>
          {formInPanel}
          <ErrorState
            title={isNotFound(crawl.error) ? errorText('crawl.not-found') : t('crawl.loadFailed')}
            onRetry={() => void crawl.refetch()}
          />
        </>
      )}
      {isFramed && (
        <Suspense fallback={bar}>
          <CrawlWorkspace
            key={current.id}
            form={bar}
            crawl={shownCrawl}
            userId={user?.id}
            justStarted={starting.isPending || starting.isSuccess}
            chatId={chatId}
            chatTitle={chat.data?.title}
          />
        </Suspense>
      )}
      {!current.id && formInPanel}
      {!current.id && current.settled && (
        <BelowForm
          crawls={current.crawls}
          manualUrl={instance.data?.manualUrl}
          isForChat={chatId !== undefined}
          isStarting={starting.isPending}
          hasPreview={preview !== null}
          onTryManual={crawlManual}
        />
      )}
    </Screen>
  )
}

/** `isTrial`: the first crawl of a newcomer, so sign-up is shown before sign-in. */
type StartOptions = { isTrial?: boolean }

/** Starts crawls. Visitors are asked to sign in first, and users with too few credits to upgrade or crawl fewer pages. */
function useCrawlStart(
  user: ReturnType<typeof useSession>['user'],
  chatId: string | undefined,
  onStarted: (crawlId: string) => void,
) {
  const { pathname } = useLocation()
  const gate = useSignInGate()
  const upgradeBecause = useUpgradeBecause()
  const queryClient = useQueryClient()
  const starting = useStartCrawl()

  function startCrawl(request: CrawlRequest, options: StartOptions = {}) {
    if (!user) return gate.requestSignIn({ path: pathname, crawl: request, isTrial: options.isTrial ?? false })
    // Loads while the request is running.
    void loadWorkspace()
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

function BackToChat({ chatId }: { chatId: string }) {
  return (
    <Anchor renderRoot={(props) => <Link to="/chats/$id" params={{ id: chatId }} {...props} />} size="sm">
      <IconArrowLeft size={14} aria-hidden /> {t('crawlForm.backToChat')}
    </Anchor>
  )
}

type HeadingProps = {
  /** The crawl leaves no room, so the heading is only for screen readers. */
  isCrawlShown: boolean
  isForChat: boolean
  /** Undefined while loading, and for a new chat. */
  chatTitle: string | undefined
}

function Heading({ isCrawlShown, isForChat, chatTitle }: HeadingProps) {
  if (isCrawlShown)
    return (
      <VisuallyHidden>
        <h1>
          {chatTitle === undefined ? t('crawlForm.pageTitle') : t('crawlForm.addPagesPageTitle', { title: chatTitle })}
        </h1>
      </VisuallyHidden>
    )
  return (
    <header className={classes.hero}>
      <Title order={1} maw="38rem">
        {chatTitle === undefined ? t('crawlForm.headline') : t('crawlForm.addPagesHeading', { title: chatTitle })}
      </Title>
      {!isForChat && (
        <Text size="lg" c="dimmed" mt="sm" maw="42rem">
          {t('crawlForm.intro')}
        </Text>
      )}
    </header>
  )
}

type BelowFormProps = {
  crawls: CrawlSummary[]
  /** Undefined while loading. */
  manualUrl: string | undefined
  isForChat: boolean
  isStarting: boolean
  hasPreview: boolean
  onTryManual: (request: CrawlRequest) => void
}

/** What the screen shows without a crawl: local models, earlier crawls, and what to try first. */
function BelowForm({ crawls, manualUrl, isForChat, isStarting, hasPreview, onTryManual }: BelowFormProps) {
  const { pathname } = useLocation()
  const gate = useSignInGate()
  const tryManual = () => {
    // The path of the manual in the reader's language, below its address.
    const url = `${manualUrl ?? ''}${manualPath().slice('/help'.length)}`
    onTryManual({ url, maxPages: 10, maxDepth: 3 })
  }
  return (
    <div className={classes.below}>
      {!isForChat && <LocalModelHint onSignUp={() => gate.requestSignIn({ path: pathname, signUp: true })} />}
      <EarlierCrawls crawls={crawls} offerUnsaved={!isForChat}>
        {!isForChat && !hasPreview && (
          <FirstVisit
            example={crawls.length === 0}
            onTryManual={tryManual}
            busy={isStarting}
            disabled={manualUrl === undefined}
          />
        )}
      </EarlierCrawls>
    </div>
  )
}

/** The request for fewer pages, which is another crawl to the server. */
function withPages({ idempotencyKey, ...request }: CrawlRequest, maxPages: number): CrawlRequest {
  const newKey = idempotencyKey && `${idempotencyKey}-${maxPages}`
  return { ...request, maxPages, ...(newKey && { idempotencyKey: newKey }) }
}

/** A network error has no error code of the server. */
function toFailure(error: unknown): Failure | null {
  if (error === null || error instanceof Failure) return error
  return localFailure('crawl.failed')
}
