import { Anchor, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
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
import { t } from '#web/messages/t.ts'
import { chatQuery } from '#web/queries/chats.ts'
import { crawlQuery, useStartCrawl } from '#web/queries/crawls.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { instanceQuery, useSession } from '#web/queries/session/session.ts'
import { Failure, failureText, localFailure } from '#web/api/request.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
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
  const upgradeBecause = useUpgradeBecause()
  const credits = useQuery({ ...creditsQuery, enabled: user !== undefined })
  const current = useCurrentCrawl(session, chatId)
  const crawl = useQuery({ ...crawlQuery(current.id ?? ''), enabled: user !== undefined && current.id !== undefined })
  const chat = useQuery({ ...chatQuery(chatId ?? ''), enabled: user !== undefined && chatId !== undefined })
  const instance = useQuery(instanceQuery)
  const startMutation = useStartCrawl()
  const notifications = useCrawlNotifications(session)
  const [preview, setPreview] = useState<PreviewRequest | null>(null)
  const [draft, setDraft] = useState<Partial<CrawlRequest>>({})

  function startCrawl(request: CrawlRequest, isTrial = false) {
    if (!user) return gate.requestSignIn({ path: pathname, crawl: request, isTrial })
    // Loads while the request is running.
    void loadWorkspace()
    startMutation.mutate(
      { ...request, chatId },
      {
        onSuccess({ id }) {
          setPreview(null)
          current.show(id)
        },
        onError: (error) => {
          if (toFailure(error)?.status !== 402) return
          const n = credits.data?.credits_count ?? 0
          const crawlFewer = () => startCrawl(withPages(request, n), isTrial)
          const offer = { label: t('crawl.fewerPages', { n }), onChoose: crawlFewer }
          upgradeBecause({ message: failureText(error, 'crawl.failed'), ...(n > 0 && { offer }) })
        },
      },
    )
  }
  function showPreview(request: PreviewRequest | null) {
    startMutation.reset()
    if (request && !user) gate.requestSignIn({ path: pathname, preview: request })
    else setPreview(request)
  }
  function crawlManual() {
    const request = {
      url: `${instance.data?.manualUrl ?? ''}${manualPath().slice('/help'.length)}`,
      maxPages: 10,
      maxDepth: 3,
    }
    setDraft(request)
    startCrawl(request, true)
  }
  const resumeAfterSignIn = useEffectEvent(() => {
    const intent = consumeIntent()
    // A stored request came from this form.
    if (intent.crawl) startCrawl(intent.crawl as CrawlRequest)
    if (intent.preview?.url) {
      setDraft({ url: intent.preview.url })
      setPreview({ ...intent.preview, url: intent.preview.url })
    }
  })
  const userId = user?.id
  useEffect(() => {
    // Deferred, so that the effect does not render twice.
    if (userId) queueMicrotask(() => resumeAfterSignIn())
  }, [userId])

  const shownCrawl = current.id === undefined ? undefined : crawl.data
  useUpgradeWhenOutOfCredits(shownCrawl, startMutation.data?.id)
  const busy = startMutation.isPending || (shownCrawl !== undefined && isRunning(shownCrawl.status))
  const isMissing = current.id !== undefined && crawl.isError && !shownCrawl
  const title = useCrawlTitle(shownCrawl)
  const backToChat = chatId && (
    <Anchor renderRoot={(props) => <Link to="/chats/$id" params={{ id: chatId }} {...props} />} size="sm">
      <IconArrowLeft size={14} aria-hidden /> {t('crawlForm.backToChat')}
    </Anchor>
  )
  const visitorTier = instance.data?.defaultTier ?? (instance.isError ? 'free' : null)
  const form = (
    <CrawlForm
      key={shownCrawl?.id ?? draft.url ?? 'new'}
      userId={user?.id}
      tier={session.loading ? null : (user?.tier ?? visitorTier)}
      busy={busy}
      initial={shownCrawl ?? draft}
      failure={toFailure(startMutation.error)}
      preview={preview}
      mailAtEnd={notifications.mail}
      onStart={startCrawl}
      onPreviewChange={showPreview}
      onFailureResolved={startMutation.reset}
      onUpgrade={upgrade}
    />
  )
  const formInPanel = <div className={`${panel.panel} ${classes.form}`}>{form}</div>
  const isFormOpen = startMutation.error !== null || preview !== null || (shownCrawl?.pages.length === 0 && !busy)
  const bar = (
    <CrawlBar crawl={shownCrawl} chatId={chatId} chatTitle={chat.data?.title} back={backToChat} open={isFormOpen}>
      {form}
    </CrawlBar>
  )
  const isFramed = current.id !== undefined && !isMissing
  return (
    <Screen title={title} width={isFramed ? 'frame' : 'wide'}>
      {!isFramed && backToChat}
      {current.id ? (
        <VisuallyHidden>
          <h1>{chat.data ? t('crawlForm.addPagesPageTitle', { title: chat.data.title }) : t('crawlForm.pageTitle')}</h1>
        </VisuallyHidden>
      ) : (
        <header className={classes.hero}>
          <Title order={1} maw="38rem">
            {chat.data ? t('crawlForm.addPagesHeading', { title: chat.data.title }) : t('crawlForm.headline')}
          </Title>
          {!chatId && (
            <Text size="lg" c="dimmed" mt="sm" maw="42rem">
              {t('crawlForm.intro')}
            </Text>
          )}
        </header>
      )}
      {isMissing && (
        <>
          {formInPanel}
          <ErrorState title={failureText(crawl.error, 'crawl.failed')} onRetry={() => void crawl.refetch()} />
        </>
      )}
      {isFramed && (
        <Suspense fallback={bar}>
          <CrawlWorkspace
            key={current.id}
            form={bar}
            crawl={shownCrawl}
            userId={userId}
            chatId={chatId}
            chatTitle={chat.data?.title}
          />
        </Suspense>
      )}
      {!current.id && (
        <>
          {formInPanel}
          {current.settled && (
            <div className={classes.below}>
              {!chatId && <LocalModelHint onSignUp={() => gate.requestSignIn({ path: pathname, signUp: true })} />}
              <EarlierCrawls crawls={current.crawls} offerUnsaved={!chatId}>
                {!chatId && !preview && (
                  <FirstVisit
                    example={current.crawls.length === 0}
                    onTryManual={crawlManual}
                    busy={startMutation.isPending}
                    disabled={!instance.data}
                  />
                )}
              </EarlierCrawls>
            </div>
          )}
        </>
      )}
    </Screen>
  )
}

/** The request for fewer pages, which is another crawl to the server. */
const withPages = ({ idempotencyKey, ...request }: CrawlRequest, maxPages: number): CrawlRequest => ({
  ...request,
  maxPages,
  ...(idempotencyKey && { idempotencyKey: `${idempotencyKey}-${maxPages}` }),
})

/** A network error has no error code of the server. */
function toFailure(error: unknown): Failure | null {
  if (error === null || error instanceof Failure) return error
  return localFailure('crawl.failed')
}
