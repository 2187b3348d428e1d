import { Anchor, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { type CrawlSummary, isRunning } from '#shared/crawl/crawls.ts'
import type { Tier } from '#shared/tier.ts'
import { useSignInGate } from '#web/features/sign-in/sign-in-gate.tsx'
import { CrawlForm } from '#web/features/crawl-form/crawl-form.tsx'
import type { CrawlRequest } from '#web/features/crawl-form/crawl-form.tsx'
import { LocalModelHint } from '#web/features/models/local-model-hint.tsx'
import { FirstVisit } from '#web/features/crawl-form/first-visit.tsx'
import { CrawlBar } from '#web/features/crawl-form/crawl-bar.tsx'
import { useCrawlNotifications } from '#web/features/crawl/use-crawl-notifications.ts'
import { withListedCount } from '#web/features/crawl/crawl-list.ts'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { manualPath } from '#web/messages/language.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { chatQuery } from '#web/queries/chats.ts'
import { crawlQuery } from '#web/queries/crawls.ts'
import { instanceQuery, useSession } from '#web/queries/session/session.ts'
import { Failure, isNotFound, isServerDown, localFailure } from '#web/api/request.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useFirstInSlices } from '#web/ui/hooks/use-first-in-slices.ts'
import { Notice } from '#web/ui/notice.tsx'
import panel from '#web/ui/panel.module.css'
import { Screen } from '#web/ui/screen.tsx'
import lines from '#web/ui/two-lines.module.css'
import classes from './crawl-screen.module.css'
import { EarlierCrawls } from './earlier-crawls.tsx'
import { useCrawlRequest } from './use-crawl-request.ts'
import { useCrawlTitle } from './use-crawl-title.ts'
import { useCurrentCrawl } from './use-current-crawl.ts'
import { useUpgradeWhenOutOfCredits } from './use-upgrade-when-out-of-credits.ts'

/** Also called before the workspace is shown, while the start of a crawl is requested. */
const importWorkspace = () => import('./crawl-workspace.tsx')
const loadWorkspace = () => void importWorkspace()
const CrawlWorkspace = lazy(() => importWorkspace().then((module) => ({ default: module.CrawlWorkspace })))

/** The main screen, also for a new chat and for adding pages to a saved chat. */
export function CrawlRoute() {
  const { id: chatId } = useParams({ strict: false })
  const session = useSession()
  const { user } = session
  const upgrade = useUpgrade()
  const current = useCurrentCrawl(session, chatId)
  const crawl = useQuery({ ...crawlQuery(current.id ?? ''), enabled: user !== undefined && current.id !== undefined })
  const chat = useQuery({ ...chatQuery(chatId ?? ''), enabled: user !== undefined && chatId !== undefined })
  const instance = useQuery(instanceQuery)
  const notifications = useCrawlNotifications(session)
  const tier = useShownTier()
  const { draft, preview, starting, startCrawl, crawlManual, showPreview } = useCrawlRequest({
    user,
    chatId,
    onStarting: loadWorkspace,
    onStarted: current.show,
  })

  const loadedCrawl = useFirstInSlices(crawl.data)
  const listedCrawl = useMemo(() => loadedCrawl && withListedCount(loadedCrawl), [loadedCrawl])
  const shownCrawl = current.id === undefined ? undefined : listedCrawl
  useUpgradeWhenOutOfCredits(shownCrawl, starting.data?.id)
  const chatTitle = chat.data?.title
  const title = useCrawlTitle(shownCrawl, chatTitle && t('crawlForm.addPagesPageTitle', { title: chatTitle }))
  const wasRefused = useLocation({ select: ({ state }) => state.wasRefused })

  const isNew = current.id === undefined
  const isMissing = !isNew && crawl.isError && !shownCrawl
  const isFramed = !isNew && !isMissing
  const isRunningCrawl = shownCrawl !== undefined && isRunning(shownCrawl.status)
  const isBusy = starting.isPending || isRunningCrawl
  const isEmptyCrawl = shownCrawl?.pages.length === 0 && !isBusy
  const isFormOpen = starting.error !== null || preview !== null || isEmptyCrawl

  const backToChat = chatId && <BackToChat chatId={chatId} />
  const form = (
    <CrawlForm
      key={shownCrawl?.id ?? draft.url ?? 'new'}
      userId={user?.id}
      tier={tier}
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
  const bar = (
    <CrawlBar crawl={shownCrawl} chatId={chatId} chatTitle={chatTitle} back={backToChat} open={isFormOpen}>
      {form}
    </CrawlBar>
  )
  return (
    <Screen title={title} width={isFramed ? 'frame' : 'wide'}>
      {wasRefused && <Notice tone="warning">{t('common.administratorsOnly')}</Notice>}
      {!isFramed && backToChat}
      <Heading isCrawlShown={!isNew} isForChat={chatId !== undefined} chatTitle={chatTitle} />
      {!isFramed && <div className={`${panel.panel} ${classes.form}`}>{form}</div>}
      {isMissing && (
        <ErrorState
          title={isNotFound(crawl.error) ? errorText('crawl.not-found') : t('crawl.loadFailed')}
          onRetry={isNotFound(crawl.error) ? undefined : () => void crawl.refetch()}
        />
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
            chatTitle={chatTitle}
          />
        </Suspense>
      )}
      {isNew && current.settled && (
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

/** The plan whose limits the form shows: a visitor's is that of new accounts. Null while it is unknown. */
function useShownTier(): Tier | null {
  const { user, loading } = useSession()
  const instance = useQuery(instanceQuery)
  if (loading) return null
  if (user) return user.tier
  if (instance.data) return instance.data.defaultTier
  return instance.isError ? 'free' : null
}

function BackToChat({ chatId }: { chatId: string }) {
  return (
    <Anchor
      renderRoot={(props) => (
        // Otherwise it would be the current page: its address starts that of this screen.
        <Link to="/chats/$id" params={{ id: chatId }} activeOptions={{ exact: true }} {...props} />
      )}
      size="sm"
    >
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
      {chatTitle === undefined ? (
        <Title order={1} maw="38rem">
          {t('crawlForm.headline')}
        </Title>
      ) : (
        <Title order={1} maw="38rem" className={lines.twoLines} title={chatTitle}>
          {t('crawlForm.addPagesHeading', { title: chatTitle })}
        </Title>
      )}
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

/** A network error, which fetch reports as a TypeError, has no error code of the server. */
function toFailure(error: unknown): Failure | null {
  if (error === null || error instanceof Failure) return error
  return localFailure(isServerDown(error) ? 'server.unreachable' : 'crawl.failed')
}
