import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { suggestChatTitle } from '#shared/chat-title.ts'
import type { TitleWords } from '#shared/chat-title.ts'
import { isRunning } from '#shared/crawls.ts'
import { suggestQuestions } from '#web/features/chat/suggest-questions.ts'
import { CrawlOutcome } from '#web/features/crawl/crawl-outcome.tsx'
import { CrawlProgress } from '#web/features/crawl/crawl-progress.tsx'
import { NextStep } from '#web/features/crawl/next-step.tsx'
import { FoundPages } from '#web/features/pages/found-pages.tsx'
import { FoundPagesSkeleton } from '#web/features/pages/found-pages-skeleton.tsx'
import { useReading } from '#web/features/pages/use-reading.ts'
import { useSelection } from '#web/features/pages/use-selection.ts'
import { SaveToStorage } from '#web/features/storage/save-to-storage.tsx'
import { t } from '#web/languages/t.ts'
import { useSaveChat } from '#web/queries/chats.ts'
import { useStopCrawl } from '#web/queries/crawls.ts'
import type { CrawlOnScreen } from '#web/client.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Panes } from '#web/ui/panes.tsx'
import type { PaneName } from '#web/ui/panes.tsx'
import { useCrawlConversation } from './use-crawl-conversation.ts'
import { useProcessing } from './use-processing.ts'
import { useReadOffers } from './use-read-offers.ts'
import { useReadingOn } from './use-reading-on.ts'
import { useUpgradeWhenOutOfCredits } from './use-upgrade-when-out-of-credits.ts'

const ChatBox = lazy(() => import('#web/features/chat/chat-box.tsx').then((module) => ({ default: module.ChatBox })))
const PageReader = lazy(() =>
  import('#web/features/pages/page-reader.tsx').then((module) => ({ default: module.PageReader })),
)
const SaveChatModal = lazy(() =>
  import('#web/features/chat/save-chat-modal.tsx').then((module) => ({ default: module.SaveChatModal })),
)

type CrawlWorkspaceProps = {
  /** The crawl form, above the panes. */
  form: ReactNode
  /** Undefined while it is being loaded. */
  crawl: CrawlOnScreen | undefined
  userId: string | undefined
  chatId: string | undefined
}

/** One crawl on the screen: its pages, the chat about them, the page an answer cites. */
export function CrawlWorkspace({ form, crawl, userId, chatId }: CrawlWorkspaceProps) {
  const [shown, setShown] = useState<PaneName>('pages')
  const [saving, setSaving] = useState(false)
  const [justProcessed, setJustProcessed] = useState(false)
  const navigate = useNavigate()
  const { selected, select } = useSelection(userId, crawl)
  const stopping = useStopCrawl(crawl?.id ?? '')
  const processing = useProcessing(crawl, chatId)
  const saveChat = useSaveChat()
  const { reading, readPage, readCitation, close } = useReading()
  useForgetStop(stopping, crawl)
  useSavedElsewhere(chatId ? undefined : crawl, saveChat)
  const readingOn = useReadingOn(crawl?.id ?? '')
  const readOffers = useReadOffers(chatId, crawl?.id, () => setShown('pages'))
  useUpgradeWhenOutOfCredits(crawl)

  const ticked = useMemo(() => crawl?.pages.filter((page) => selected.has(page.id)) ?? [], [crawl?.pages, selected])
  const ready = ticked.filter((page) => page.processed)
  const pageIds = ready.map((page) => page.id)
  const { conversation, loaded } = useCrawlConversation({ userId, crawlId: crawl?.id, chatId, pageIds })
  if (!crawl) return <Panes top={form} pages={<FoundPagesSkeleton />} pagesLabel={t('Pages')} chat={null} reader={null} />

  async function process() {
    await processing.mutateAsync(ticked.map((page) => page.id))
    setShown('chat')
    setJustProcessed(true)
  }
  async function save(title: string) {
    const chat = await saveChat.mutateAsync({
      title,
      crawled_pages: crawl?.pages.map((page) => page.id) ?? [],
      selected_pages: ticked.map((page) => page.id),
      crawlId: crawl?.id,
    })
    await navigate({ to: '/chats/$id', params: { id: chat.id } })
  }

  const running = isRunning(crawl.status)
  const asking = loaded || crawl.pages.some((page) => page.processed)
  const waitingPages = ticked.length - ready.length
  return (
    <>
      <Panes
        top={form}
        pagesLabel={t('Pages ({n, number})', { n: crawl.pages.length })}
        shown={shown}
        onShow={setShown}
        onCloseReader={close}
        pages={
          <FoundPages
            crawl={crawl}
            selected={selected}
            onSelect={select}
            onRead={readPage}
            processing={processing.isPending}
            onProcess={() => void process().catch(() => {})}
            // Once the assistant is there, it has the button.
            onSave={chatId || asking ? undefined : () => setSaving(true)}
            keep={(ids) => <SaveToStorage source={{ kind: 'crawl', id: crawl.id, pageIds: ids }} disabled={ids.length === 0} />}
          >
            {running ? (
              <CrawlProgress crawl={crawl} stopping={stopping.isPending || stopping.isSuccess} onStop={stopping.mutate} />
            ) : (
              <CrawlOutcome crawl={crawl} {...readingOn} />
            )}
            {stopping.error && running && (
              <Notice tone="danger">{failureWords(stopping.error, 'server.unexpected')}</Notice>
            )}
            {processing.error && <Notice tone="danger">{failureWords(processing.error, 'knowledge.failed')}</Notice>}
          </FoundPages>
        }
        chat={
          asking && (
            <Suspense>
              <ChatBox
                conversation={conversation}
                onCite={readCitation}
                readOffers={readOffers}
                focusInput={justProcessed && hasKeyboard()}
                suggestions={suggestQuestions(ready)}
                hint={
                  waitingPages > 0 && (
                    <Notice tone="warning">
                      {t(
                        '{n, plural, one {# selected page not processed yet, so answers leave it out.} other {# selected pages not processed yet, so answers leave them out.}}',
                        { n: waitingPages },
                      )}
                    </Notice>
                  )
                }
                actions={
                  !chatId && (
                    <Button variant="light" size="sm" onClick={() => setSaving(true)}>
                      {t('Save Chat')}
                    </Button>
                  )
                }
              />
            </Suspense>
          )
        }
        meanwhile={<NextStep running={running} pages={crawl.pages.length} ticked={ticked.length} />}
        reader={
          reading && (
            <Suspense>
              <PageReader reading={reading} onClose={close} />
            </Suspense>
          )
        }
      />
      {saving && (
        <Suspense>
          <SaveChatModal
            suggestion={suggestChatTitle({ messages: conversation.messages, selectedPages: ticked }, titleWords())}
            selectedPages={ticked.length}
            messages={conversation.messages.length}
            onSave={save}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const titleWords = (): TitleWords => ({
  none: t('New Chat'),
  about: (topic) => t('Research on {topic}', { topic }),
  pages: (n) => t('Chat about {n} pages', { n }),
})

/** A crawl that is continued after a stop can be stopped anew. */
function useForgetStop({ reset }: ReturnType<typeof useStopCrawl>, crawl: CrawlOnScreen | undefined) {
  const ended = crawl !== undefined && !isRunning(crawl.status)
  useEffect(() => {
    if (ended) reset()
  }, [ended, reset])
}

/** What was saved in another tab, or before, goes on in its chat. */
function useSavedElsewhere(crawl: CrawlOnScreen | undefined, saving: ReturnType<typeof useSaveChat>) {
  const navigate = useNavigate()
  const savedHere = saving.isPending || saving.isSuccess
  const [id, chatId] = [crawl?.id, crawl?.chatId]
  useEffect(() => {
    if (!chatId || savedHere) return
    void navigate({ to: '/chats/$id/crawl', params: { id: chatId }, search: { crawl: id }, replace: true })
  }, [id, chatId, savedHere, navigate])
}

/** On a touch screen a focused field would cover half of the chat with the keyboard. */
const hasKeyboard = () => matchMedia('(pointer: fine)').matches
