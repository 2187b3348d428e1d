import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { suggestChatTitle } from '#shared/chat/chat-title.ts'
import type { TitleWords } from '#shared/chat/chat-title.ts'
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
import { useStopCrawl } from '#web/queries/crawls.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ShortTitles } from '#web/ui/hooks/use-short-title.tsx'
import { Panes } from '#web/ui/panes.tsx'
import type { PaneName } from '#web/ui/panes.tsx'
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
const SaveChatModal = lazy(() =>
  import('#web/features/conversation/save-chat-modal.tsx').then((module) => ({ default: module.SaveChatModal })),
)

type CrawlWorkspaceProps = {
  /** The crawl form above the panes. */
  form: ReactNode
  /** Undefined while loading. */
  crawl: CrawlOnScreen | undefined
  userId: string | undefined
  chatId: string | undefined
  /** The title of that chat; undefined while loading. */
  chatTitle: string | undefined
}

/** A crawl: its pages, the chat about them, the cited page. */
export function CrawlWorkspace({ form, crawl, userId, chatId, chatTitle }: CrawlWorkspaceProps) {
  const [activePane, setActivePane] = useState<PaneName>('pages')
  const [saving, setSaving] = useState(false)
  const [justProcessed, setJustProcessed] = useState(false)
  const navigate = useNavigate()
  const { selected, select } = useSelection(userId, crawl)
  const stopping = useStopCrawl(crawl?.id ?? '')
  const processing = useProcessing(crawl, chatId)
  const saveChat = useSaveChat()
  const { openPage, showPage, showCitation, close } = useOpenPage()
  useForgetStop(stopping, crawl)
  useSavedElsewhere(chatId ? undefined : crawl, saveChat)
  const continuation = useCrawlContinuation(crawl?.id ?? '')
  const crawlSuggestions = useCrawlSuggestions(chatId, crawl?.id, () => setActivePane('pages'))

  const selectedPages = useMemo(
    () => crawl?.pages.filter((page) => selected.has(page.id)) ?? [],
    [crawl?.pages, selected],
  )
  const ready = selectedPages.filter((page) => page.processed)
  const pageIds = ready.map((page) => page.id)
  const { conversation, loaded } = useCrawlConversation({ userId, crawlId: crawl?.id, chatId, pageIds })
  if (!crawl)
    return <Panes top={form} pages={<FoundPagesSkeleton />} pagesLabel={t('common.pages')} chat={null} reader={null} />

  async function process() {
    await processing.mutateAsync(selectedPages.map((page) => page.id))
    setActivePane('chat')
    setJustProcessed(true)
  }
  async function save(title: string) {
    const chat = await saveChat.mutateAsync({
      title,
      crawled_pages: crawl?.pages.map((page) => page.id) ?? [],
      selected_pages: selectedPages.map((page) => page.id),
      crawlId: crawl?.id,
    })
    await navigate({ to: '/chats/$id', params: { id: chat.id } })
  }

  const running = isRunning(crawl.status)
  const asking = loaded || crawl.pages.some((page) => page.processed)
  const waitingPages = selectedPages.length - ready.length
  return (
    <ShortTitles pages={crawl.pages}>
      <Panes
        top={form}
        pagesLabel={t('foundPages.tabLabel', { n: crawl.pages.length })}
        active={activePane}
        onShow={setActivePane}
        onCloseReader={close}
        pages={
          <FoundPages
            crawl={crawl}
            selected={selected}
            onSelect={select}
            onOpenPage={showPage}
            processing={processing.isPending}
            onProcess={() => void process().catch(() => {})}
            // Once the assistant is shown, it has the button.
            onSave={chatId || asking ? undefined : () => setSaving(true)}
            renderActions={(ids) => (
              <SaveToStorage source={{ kind: 'crawl', id: crawl.id, pageIds: ids }} disabled={ids.length === 0} />
            )}
          >
            {running ? (
              <CrawlProgress
                crawl={crawl}
                stopping={stopping.isPending || stopping.isSuccess}
                onStop={stopping.mutate}
              />
            ) : (
              <CrawlOutcome crawl={crawl} {...continuation} />
            )}
            {stopping.error && running && (
              <Notice tone="danger">{failureText(stopping.error, 'server.unexpected')}</Notice>
            )}
            {processing.data && chatId && chatTitle !== undefined && (
              <AddedNotice pages={processing.data.processed} chatId={chatId} title={chatTitle} />
            )}
            {processing.error && <Notice tone="danger">{failureText(processing.error, 'knowledge.failed')}</Notice>}
          </FoundPages>
        }
        chat={
          asking && (
            <Suspense>
              <ChatBox
                conversation={conversation}
                onCite={showCitation}
                crawlSuggestions={crawlSuggestions}
                focusInput={justProcessed && hasKeyboard()}
                pageIds={pageIds}
                hint={
                  waitingPages > 0 && (
                    <Notice tone="warning">{t('foundPages.notProcessed', { n: waitingPages })}</Notice>
                  )
                }
                actions={
                  !chatId && (
                    <Button variant="light" size="sm" onClick={() => setSaving(true)}>
                      {t('assistant.saveChat')}
                    </Button>
                  )
                }
              />
            </Suspense>
          )
        }
        placeholder={<NextSteps running={running} pages={crawl.pages.length} selected={selectedPages.length} />}
        reader={
          openPage && (
            <Suspense>
              <PageViewer openPage={openPage} onClose={close} />
            </Suspense>
          )
        }
      />
      {saving && (
        <Suspense>
          <SaveChatModal
            suggestion={suggestChatTitle(
              { messages: conversation.messages, selectedPages: selectedPages },
              titleWords(),
            )}
            selectedPages={selectedPages.length}
            messages={conversation.messages.length}
            onSave={save}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
    </ShortTitles>
  )
}

/** Processed pages have joined the chat, which is on another screen. */
function AddedNotice({ pages, chatId, title }: { pages: number; chatId: string; title: string }) {
  const back = (
    <Button
      variant="light"
      size="compact-sm"
      renderRoot={(props) => <Link to="/chats/$id" params={{ id: chatId }} {...props} />}
    >
      {t('crawlForm.backToChat')}
    </Button>
  )
  return <Notice action={back}>{t('foundPages.addedToChat', { n: pages, title })}</Notice>
}

const titleWords = (): TitleWords => ({
  none: t('assistant.newChat'),
  about: (topic) => t('assistant.titleFromTopic', { topic }),
  pages: (n) => t('assistant.titleFromPages', { n }),
})

/** A continued crawl can be stopped again. */
function useForgetStop({ reset }: ReturnType<typeof useStopCrawl>, crawl: CrawlOnScreen | undefined) {
  const ended = crawl !== undefined && !isRunning(crawl.status)
  useEffect(() => {
    if (ended) reset()
  }, [ended, reset])
}

/** A crawl that is already saved continues in its chat. */
function useSavedElsewhere(crawl: CrawlOnScreen | undefined, saving: ReturnType<typeof useSaveChat>) {
  const navigate = useNavigate()
  const savedHere = saving.isPending || saving.isSuccess
  const [id, chatId] = [crawl?.id, crawl?.chatId]
  useEffect(() => {
    if (!chatId || savedHere) return
    void navigate({ to: '/chats/$id/crawl', params: { id: chatId }, search: { crawl: id }, replace: true })
  }, [id, chatId, savedHere, navigate])
}

/** On a touch screen, focusing the input opens the keyboard over half of the chat. */
const hasKeyboard = () => matchMedia('(pointer: fine)').matches
