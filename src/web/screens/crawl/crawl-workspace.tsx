import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
import { CrawlOutcome } from '#web/features/crawl/crawl-outcome.tsx'
import { CrawlProgress } from '#web/features/crawl/crawl-progress.tsx'
import { NextSteps } from '#web/features/crawl/next-steps.tsx'
import { FoundPages } from '#web/features/page-tree/found-pages.tsx'
import { FoundPagesSkeleton } from '#web/features/page-tree/found-pages-skeleton.tsx'
import { useOpenPage } from '#web/features/page-viewer/use-open-page.ts'
import { useSelection } from '#web/features/page-tree/use-selection.ts'
import { SaveToStorage } from '#web/features/storage/save-to-storage.tsx'
import { t } from '#web/messages/t.ts'
import { useSaveChat } from '#web/queries/chats.ts'
import { crawlQuery, useStopCrawl } from '#web/queries/crawls.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { failureText, isServerDown } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { hasKeyboard } from '#web/ui/hooks/has-keyboard.ts'
import { ShortTitles } from '#web/ui/hooks/use-short-title.tsx'
import { Panes } from '#web/ui/panes.tsx'
import type { PaneName } from '#web/ui/panes.tsx'
import { SaveCrawlModal } from './save-crawl-modal.tsx'
import { useCrawlConversation } from './use-crawl-conversation.ts'
import { useProcessing } from './use-processing.ts'
import { useCrawlSuggestions } from './use-crawl-suggestions.ts'
import { useCrawlContinuation } from './use-crawl-continuation.ts'

const ChatBox = lazy(() =>
  import('#web/features/conversation/chat-box.tsx').then((module) => ({ default: module.ChatBox })),
)
const PageViewer = lazy(() =>
  import('#web/features/page-viewer/page-viewer.tsx').then((module) => ({ default: module.PageViewer })),
)
type CrawlWorkspaceProps = {
  /** The crawl form above the panes. */
  form: ReactNode
  /** Undefined while loading. */
  crawl: CrawlOnScreen | undefined
  userId: string | undefined
  /** The crawl was started on this screen. */
  justStarted: boolean
  chatId: string | undefined
  /** The title of that chat; undefined while loading. */
  chatTitle: string | undefined
}

/** A crawl: its pages, the chat about them, the cited page. */
export function CrawlWorkspace({ form, crawl, userId, justStarted, chatId, chatTitle }: CrawlWorkspaceProps) {
  const [chosenPane, setActivePane] = useState<PaneName | null>(null)
  const showPages = useCallback(() => setActivePane('pages'), [])
  const [isSaving, setIsSaving] = useState(false)
  const [timesProcessed, setTimesProcessed] = useState(0)
  const { selected, select } = useSelection(userId, crawl)
  const stopping = useStopCrawl(crawl?.id ?? '')
  const processing = useProcessing(crawl, chatId)
  const saveChat = useSaveChat()
  const { openPage, showPage, showCitation, close } = useOpenPage()
  useResetWhenEnded(stopping, crawl)
  useRedirectToSavedChat(chatId ? undefined : crawl, saveChat)
  const crawlSuggestions = useCrawlSuggestions(chatId, crawl?.id, showPages)

  const selectedPages = useMemo(
    () => crawl?.pages.filter((page) => selected.has(page.id)) ?? [],
    [crawl?.pages, selected],
  )
  // Only processed pages can answer questions.
  const readyPages = selectedPages.filter((page) => page.processed)
  const pageIds = readyPages.map((page) => page.id)
  const hasProcessed = crawl?.pages.some((page) => page.processed) ?? false
  const { conversation, loaded } = useCrawlConversation({
    userId,
    crawlId: crawl?.id,
    chatId,
    pageIds,
    isNoneSelected: hasProcessed && selectedPages.length === 0,
  })
  // On a phone, a conversation goes on where it was left; pages that are added to a chat are chosen first.
  const activePane = chosenPane ?? (!chatId && conversation.messages.length > 0 ? 'chat' : 'pages')
  if (!crawl)
    return <Panes top={form} pages={<FoundPagesSkeleton />} pagesLabel={t('common.pages')} chat={null} reader={null} />

  async function processSelected() {
    await processing.mutateAsync(selectedPages.map((page) => page.id))
    setActivePane('chat')
    setTimesProcessed((times) => times + 1)
  }

  // The error is shown above the pages.
  const startProcessing = () => void processSelected().catch(() => {})
  const isChatShown = loaded || hasProcessed
  const canSave = !chatId
  const waitingPages = selectedPages.length - readyPages.length
  return (
    <ShortTitles pages={crawl.pages}>
      <Panes
        top={form}
        pagesLabel={t('foundPages.tabLabel', { n: crawl.pages.length })}
        active={activePane}
        onShow={setActivePane}
        onBack={chosenPane === 'chat' ? showPages : undefined}
        onCloseReader={close}
        pages={
          <FoundPages
            crawl={crawl}
            selected={selected}
            onSelect={select}
            justStarted={justStarted}
            onOpenPage={showPage}
            processing={processing.isPending}
            onProcess={startProcessing}
            // Once the assistant is shown, it has the button.
            onSave={canSave && !isChatShown ? () => setIsSaving(true) : undefined}
            renderActions={(ids) => (
              <SaveToStorage source={{ kind: 'crawl', id: crawl.id, pageIds: ids }} disabled={ids.length === 0} />
            )}
          >
            <CrawlState crawl={crawl} stopping={stopping} />
            {processing.data && chatId && chatTitle !== undefined && (
              <AddedNotice pages={processing.data.processed} chatId={chatId} title={chatTitle} />
            )}
            {processing.error && <Notice tone="danger">{failureText(processing.error, 'knowledge.failed')}</Notice>}
          </FoundPages>
        }
        chat={
          isChatShown && (
            <Suspense>
              <ChatBox
                conversation={conversation}
                onCite={showCitation}
                crawlSuggestions={crawlSuggestions}
                focusInput={hasKeyboard() ? timesProcessed : 0}
                pageIds={pageIds}
                hint={
                  waitingPages > 0 && (
                    <Notice tone="warning">{t('foundPages.notProcessed', { n: waitingPages })}</Notice>
                  )
                }
                actions={canSave && <SaveChatButton onClick={() => setIsSaving(true)} />}
              />
            </Suspense>
          )
        }
        placeholder={
          <NextSteps
            running={isRunning(crawl.status)}
            pages={crawl.pages.length}
            selected={selectedPages.length}
            processing={processing.isPending}
            onSelectAll={() => select(pageIdsOf(crawl), true)}
            onProcess={startProcessing}
          />
        }
        reader={
          openPage && (
            <Suspense>
              <PageViewer openPage={openPage} onClose={close} />
            </Suspense>
          )
        }
      />
      {isSaving && (
        <SaveCrawlModal
          crawl={crawl}
          selectedPages={selectedPages}
          messages={conversation.messages}
          saveChat={saveChat}
          onClose={() => setIsSaving(false)}
        />
      )}
    </ShortTitles>
  )
}

const pageIdsOf = (crawl: CrawlOnScreen) => crawl.pages.map(({ id }) => id)

type CrawlStateProps = { crawl: CrawlOnScreen; stopping: ReturnType<typeof useStopCrawl> }

/** The progress of a running crawl, or how it ended. */
function CrawlState({ crawl, stopping }: CrawlStateProps) {
  const continuation = useCrawlContinuation(crawl.id)
  const { error } = useQuery(crawlQuery(crawl.id))
  const running = isRunning(crawl.status)
  return (
    <>
      {running && (
        <CrawlProgress
          crawl={crawl}
          isServerDown={isServerDown(error)}
          stopping={stopping.isPending || stopping.isSuccess}
          onStop={stopping.mutate}
        />
      )}
      {running && stopping.error && <Notice tone="danger">{failureText(stopping.error, 'server.unexpected')}</Notice>}
      {/* There before its text, as screen readers need it to announce the end. */}
      <div role="status">{!running && <CrawlOutcome crawl={crawl} {...continuation} />}</div>
    </>
  )
}

function SaveChatButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="light" size="sm" onClick={onClick}>
      {t('assistant.saveChat')}
    </Button>
  )
}

/** Processed pages have joined the chat, which is on another screen. */
function AddedNotice({ pages, chatId, title }: { pages: number; chatId: string; title: string }) {
  const back = (
    <Button
      variant="light"
      size="compact-sm"
      renderRoot={(props) => (
        <Link to="/chats/$id" params={{ id: chatId }} activeOptions={{ exact: true }} {...props} />
      )}
    >
      {t('crawlForm.backToChat')}
    </Button>
  )
  return <Notice action={back}>{t('foundPages.addedToChat', { n: pages, title })}</Notice>
}

/** Otherwise a crawl that is continued after a stop could not be stopped again. */
function useResetWhenEnded({ reset }: ReturnType<typeof useStopCrawl>, crawl: CrawlOnScreen | undefined) {
  const hasEnded = crawl !== undefined && !isRunning(crawl.status)
  useEffect(() => {
    if (hasEnded) reset()
  }, [hasEnded, reset])
}

/** A crawl that was saved as a chat, in another tab or earlier, continues there. */
function useRedirectToSavedChat(crawl: CrawlOnScreen | undefined, saving: ReturnType<typeof useSaveChat>) {
  const navigate = useNavigate()
  // This screen opens the chat itself after saving.
  const isSavedHere = saving.isPending || saving.isSuccess
  const id = crawl?.id
  const chatId = crawl?.chatId
  useEffect(() => {
    if (!chatId || isSavedHere) return
    void navigate({ to: '/chats/$id/crawl', params: { id: chatId }, search: { crawl: id }, replace: true })
  }, [id, chatId, isSavedHere, navigate])
}
