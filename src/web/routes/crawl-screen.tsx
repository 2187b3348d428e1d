import { Anchor, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { isRunning } from '#shared/crawls.ts'
import { errorMessage } from '#shared/errors.ts'
import { takeWanted } from '#web/features/account/intent.ts'
import { useSignInGate } from '#web/features/account/sign-in-gate.tsx'
import { CrawlForm } from '#web/features/crawl/crawl-form.tsx'
import type { CrawlWish } from '#web/features/crawl/crawl-form.tsx'
import { FirstVisit } from '#web/features/crawl/first-visit.tsx'
import { FoldedForm } from '#web/features/crawl/folded-form.tsx'
import type { PreviewAsk } from '#web/features/crawl/preview-choice.tsx'
import { useWishedNotices } from '#web/features/crawl/use-wished-notices.ts'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { t } from '#web/languages/t.ts'
import { chatQuery } from '#web/queries/chats.ts'
import { crawlQuery, useStartCrawl } from '#web/queries/crawls.ts'
import { instanceQuery, useSession } from '#web/queries/session.ts'
import { Failure, failureWords } from '#web/request.ts'
import { FailedFace } from '#web/ui/failed-face.tsx'
import panel from '#web/ui/panel.module.css'
import { Screen } from '#web/ui/screen.tsx'
import classes from './crawl-screen.module.css'
import { EarlierCrawls } from './earlier-crawls.tsx'
import { useCrawlTitle } from './use-crawl-title.ts'
import { useCurrentCrawl } from './use-current-crawl.ts'

const loadWorkspace = () => import('./crawl-workspace.tsx')
const CrawlWorkspace = lazy(() => loadWorkspace().then((module) => ({ default: module.CrawlWorkspace })))

/** The main screen, also for a new chat and for adding pages to a saved one. */
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
  const notices = useWishedNotices(session)
  const [preview, setPreview] = useState<PreviewAsk | null>(null)
  const [draft, setDraft] = useState<Partial<CrawlWish>>({})

  function start(wish: CrawlWish) {
    if (!user) return gate.ask({ path: pathname, crawl: wish })
    // On its way while the server answers.
    void loadWorkspace()
    starting.mutate(
      { ...wish, chatId },
      {
        onSuccess({ id }) {
          setPreview(null)
          current.show(id)
        },
        onError: (error) => refusalOf(error)?.status === 402 && upgrade(),
      },
    )
  }
  function previewSite(ask: PreviewAsk | null) {
    starting.reset()
    if (ask && !user) gate.ask({ path: pathname, preview: ask })
    else setPreview(ask)
  }
  function tryManual() {
    const wish = { url: instance.data?.manualUrl ?? '', maxPages: 10, maxDepth: 3 }
    setDraft(wish)
    start(wish)
  }
  const goOn = useEffectEvent(() => {
    const { crawl: wish, preview: ask } = takeWanted()
    // A kept wish was made by this same form.
    if (wish) start(wish as CrawlWish)
    if (ask?.url) {
      setDraft({ url: ask.url })
      setPreview({ ...ask, url: ask.url })
    }
  })
  const userId = user?.id
  useEffect(() => {
    // Not within the effect itself, which would draw the screen twice.
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
        refused={refusalOf(starting.error)}
        preview={preview}
        notices={notices}
        onStart={start}
        onPreview={previewSite}
        onEdit={starting.reset}
        onUpgrade={upgrade}
      />
    </div>
  )
  const inSight = starting.error !== null || preview !== null || (onScreen?.pages.length === 0 && !busy)
  const folded = (
    <FoldedForm address={onScreen?.url} open={inSight}>
      {form}
    </FoldedForm>
  )
  return (
    <Screen title={title} width={current.id ? 'full' : 'wide'}>
      {chatId && (
        <Anchor renderRoot={(props) => <Link to="/chats/$id" params={{ id: chatId }} {...props} />} size="sm">
          <IconArrowLeft size={14} aria-hidden /> {t('Back to Chat')}
        </Anchor>
      )}
      {current.id ? (
        <VisuallyHidden>
          <h1>{chat.data ? t('Add pages to {title}', { title: chat.data.title }) : t('Crawl and ask')}</h1>
        </VisuallyHidden>
      ) : (
        <header className={classes.hero}>
          <Title order={1} maw="38rem">
            {chat.data
              ? t('Add pages to “{title}”', { title: chat.data.title })
              : t('Ask a website. Check every answer.')}
          </Title>
          {!chatId && (
            <Text size="lg" c="dimmed" mt="sm" maw="42rem">
              {t('Readback reads a website page by page and answers your questions in sentences you can trace back, word for word, to the page they came from.')}
            </Text>
          )}
        </header>
      )}
      {missing && (
        <>
          {form}
          <FailedFace title={failureWords(crawl.error, 'crawl.failed')} onRetry={() => void crawl.refetch()} />
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

/** A server that was not reached has refused nothing, and yet there is something to say. */
function refusalOf(error: unknown): Failure | null {
  if (error === null || error instanceof Failure) return error
  return new Failure(0, 'crawl.failed', errorMessage('crawl.failed'))
}
