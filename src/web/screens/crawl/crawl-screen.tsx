import { Anchor, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
import { errorMessage } from '#shared/errors.ts'
import { consumeIntent } from '#web/features/sign-in/intent.ts'
import { useSignInGate } from '#web/features/sign-in/sign-in-gate.tsx'
import { CrawlForm } from '#web/features/crawl-form/crawl-form.tsx'
import type { CrawlRequest } from '#web/features/crawl-form/crawl-form.tsx'
import { FirstVisit } from '#web/features/crawl-form/first-visit.tsx'
import { CollapsibleForm } from '#web/features/crawl-form/collapsible-form.tsx'
import type { PreviewRequest } from '#web/features/preview/preview-picker.tsx'
import { useCrawlNotifications } from '#web/features/crawl/use-crawl-notifications.ts'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { t } from '#web/messages/t.ts'
import { chatQuery } from '#web/queries/chats.ts'
import { crawlQuery, useStartCrawl } from '#web/queries/crawls.ts'
import { instanceQuery, useSession } from '#web/queries/session.ts'
import { Failure, failureText } from '#web/api/request.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import panel from '#web/ui/panel.module.css'
import { Screen } from '#web/ui/screen.tsx'
import classes from './crawl-screen.module.css'
import { EarlierCrawls } from './earlier-crawls.tsx'
import { useCrawlTitle } from './use-crawl-title.ts'
import { useCurrentCrawl } from './use-current-crawl.ts'

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
  const starting = useStartCrawl()
  const notifications = useCrawlNotifications(session)
  const [preview, setPreview] = useState<PreviewRequest | null>(null)
  const [draft, setDraft] = useState<Partial<CrawlRequest>>({})

  function start(request: CrawlRequest) {
    if (!user) return gate.requestSignIn({ path: pathname, crawl: request })
    // Loads while the request is running.
    void loadWorkspace()
    starting.mutate(
      { ...request, chatId },
      {
        onSuccess({ id }) {
          setPreview(null)
          current.show(id)
        },
        onError: (error) => refusalOf(error)?.status === 402 && upgrade(),
      },
    )
  }
  function previewSite(ask: PreviewRequest | null) {
    starting.reset()
    if (ask && !user) gate.requestSignIn({ path: pathname, preview: ask })
    else setPreview(ask)
  }
  function tryManual() {
    const request = { url: instance.data?.manualUrl ?? '', maxPages: 10, maxDepth: 3 }
    setDraft(request)
    start(request)
  }
  const goOn = useEffectEvent(() => {
    const { crawl: request, preview: ask } = consumeIntent()
    // A stored request came from this form.
    if (request) start(request as CrawlRequest)
    if (ask?.url) {
      setDraft({ url: ask.url })
      setPreview({ ...ask, url: ask.url })
    }
  })
  const userId = user?.id
  useEffect(() => {
    // Deferred, so that the effect does not render twice.
    if (userId) queueMicrotask(() => goOn())
  }, [userId])

  const onScreen = current.id === undefined ? undefined : crawl.data
  const first = current.crawls.length === 0 && !chatId
  const busy = starting.isPending || (onScreen !== undefined && isRunning(onScreen.status))
  const missing = current.id !== undefined && crawl.isError && !onScreen
  const title = useCrawlTitle(onScreen)
  const form = (
    <div className={`${panel.panel} ${classes.form}`}>
      <CrawlForm
        key={onScreen?.id ?? draft.url ?? 'new'}
        userId={user?.id}
        tier={session.loading ? null : (user?.tier ?? 'free')}
        busy={busy}
        initial={onScreen ?? draft}
        failure={refusalOf(starting.error)}
        preview={preview}
        notifications={notifications}
        onStart={start}
        onPreview={previewSite}
        onEdit={starting.reset}
        onUpgrade={upgrade}
      />
    </div>
  )
  const inSight = starting.error !== null || preview !== null || (onScreen?.pages.length === 0 && !busy)
  const folded = (
    <CollapsibleForm address={onScreen?.url} open={inSight}>
      {form}
    </CollapsibleForm>
  )
  return (
    <Screen title={title} width={current.id ? 'full' : 'wide'}>
      {chatId && (
        <Anchor renderRoot={(props) => <Link to="/chats/$id" params={{ id: chatId }} {...props} />} size="sm">
          <IconArrowLeft size={14} aria-hidden /> {t('crawlForm.backToChat')}
        </Anchor>
      )}
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
      {missing && (
        <>
          {form}
          <ErrorState title={failureText(crawl.error, 'crawl.failed')} onRetry={() => void crawl.refetch()} />
        </>
      )}
      {current.id && !missing && (
        <Suspense fallback={folded}>
          <CrawlWorkspace key={current.id} form={folded} crawl={onScreen} userId={userId} chatId={chatId} />
        </Suspense>
      )}
      {!current.id && (
        <>
          {form}
          {current.settled && (
            <div className={classes.below}>
              <EarlierCrawls crawls={current.crawls} offerUnsaved={!chatId}>
                {!chatId && !preview && (
                  <FirstVisit
                    example={first}
                    onTryManual={tryManual}
                    busy={starting.isPending}
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

/** A network error has no error code of the server. */
function refusalOf(error: unknown): Failure | null {
  if (error === null || error instanceof Failure) return error
  return new Failure(0, 'crawl.failed', errorMessage('crawl.failed'))
}
