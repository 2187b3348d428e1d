import { Anchor, NativeSelect, VisuallyHidden } from '@mantine/core'
import { useCallbackRef, useNetwork } from '@mantine/hooks'
import { IconArrowDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, startTransition, useState } from 'react'
import type { Citation } from '#shared/chat/chats.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { suggestedQuestionsQuery } from '#web/queries/pages.ts'
import { instanceQuery } from '#web/queries/session/session.ts'
import { useFocusWhenLost } from '#web/ui/hooks/use-focus-when-lost.ts'
import { hasKeyboard } from '#web/ui/hooks/has-keyboard.ts'
import { useStored } from '#web/ui/hooks/use-stored.ts'
import { Notice, TryAgain } from '#web/ui/notice.tsx'
import { Composer } from './composer.tsx'
import type { AnswerFailure, Conversation } from './conversation.ts'
import { loadCitedText, Message } from './message.tsx'
import type { CrawlSuggestions } from './suggested-addresses.tsx'
import { useAutoScroll } from './use-auto-scroll.ts'
import { wholeSentences } from './whole-sentences.ts'
import classes from './chat-box.module.css'

type ChatBoxProps = {
  conversation: Conversation
  onCite: (citation: Citation, others: readonly string[]) => void
  /** The pages that an empty chat suggests questions about. */
  pageIds: string[]
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Focuses the input: on mount unless it is 0, and when it grows and the focus is lost. */
  focusInput?: number
  crawlSuggestions?: CrawlSuggestions
  /** Of a saved chat: its answers can be kept as checks of the notebook. */
  notebookId?: string
  /** Shown above the input. */
  hint?: ReactNode
}

const CITED_TEXT_DELAY_MS = 2_000

export function ChatBox(props: ChatBoxProps) {
  const { conversation, onCite, pageIds, focusInput = 0, actions, hint, crawlSuggestions, notebookId } = props
  const { messages, partialAnswer, interrupted, failure, stop, reconnect } = conversation
  const { model, models, chooseModel } = useChosenModel()
  const { online } = useNetwork()
  const ask = (question: string, replaces?: number) => conversation.ask(question, replaces, model)
  const questions = messages.filter((message) => message.role === 'user')
  const { box, content, isAtEnd, jumpToEnd } = useAutoScroll(questions.length)
  const input = useFocusWhenLost<HTMLTextAreaElement>(focusInput)
  const isWaiting = partialAnswer !== null
  const last = messages.at(-1)
  const { firstIndex, hiddenCount, showEarlier } = useLatestMessages(messages.length)
  // Stable: memoized messages do not rerender with every delta.
  const replaceQuestion = useCallbackRef((question: string, replaces: number) => {
    void ask(question, replaces)
    // The button that was used leaves the screen with the answer that is replaced.
    const next = hasKeyboard() ? input.current : box.current
    next?.focus({ preventScroll: true })
  })
  usePreloadedCitedText()

  return (
    <section className={classes.box} aria-labelledby="chat-title">
      <header className={classes.header} data-collapses>
        <div>
          <h2 id="chat-title" className={classes.title}>
            {t('assistant.title')}
          </h2>
          <p className={classes.subtitle}>{t('assistant.subtitle')}</p>
        </div>
        {actions}
      </header>
      <div className={classes.log} ref={box} tabIndex={0} role="region" aria-label={t('common.messages')}>
        <div className={classes.messages} ref={content}>
          {messages.length === 0 && !isWaiting && (
            <div className={classes.empty}>
              <SuggestedQuestions pageIds={pageIds} onAsk={(question) => void ask(question)} />
            </div>
          )}
          {showEarlier && (
            <button type="button" className={classes.suggestion} onClick={showEarlier}>
              {t('assistant.showEarlier', { n: hiddenCount })}
            </button>
          )}
          {messages.slice(firstIndex).map((message, offset) => (
            <Message
              key={message.id ?? `new-${firstIndex + offset}`}
              message={message}
              onCite={onCite}
              index={firstIndex + offset}
              following={message.role === 'user' ? messages.length - (firstIndex + offset) - 1 : 0}
              onAsk={isWaiting ? undefined : replaceQuestion}
              question={messages[firstIndex + offset - 1]?.content}
              isLast={message === last}
              crawlSuggestions={message === last ? crawlSuggestions : undefined}
              notebookId={notebookId}
            />
          ))}
          {isWaiting && (
            <Message
              message={{ role: 'assistant', content: partialAnswer.text }}
              reasoning={partialAnswer.reasoning}
              writing
              onCite={onCite}
            />
          )}
          {interrupted && <InterruptedAnswer {...interrupted} onCite={onCite} />}
          <EngineNote model={model} />
        </div>
      </div>
      {!isAtEnd && (
        <div className={classes.jump}>
          <button type="button" onClick={jumpToEnd}>
            <IconArrowDown size={14} aria-hidden /> <span>{t('assistant.jumpToLatest')}</span>
          </button>
        </div>
      )}
      <AnswerLiveRegion partialAnswer={partialAnswer?.text ?? null} />
      <footer className={classes.footer}>
        {hint}
        {partialAnswer?.isReconnecting && (
          <Notice tone="warning" action={<TryAgain onClick={reconnect} />}>
            {t('assistant.reconnecting')}
          </Notice>
        )}
        {/* Back online, the question is in the input again. */}
        {failure && !(failure.isOffline && online) && <FailureNotice failure={failure} />}
        <Composer input={input} autoFocus={focusInput > 0} waiting={isWaiting} onAsk={ask} onStop={stop} />
        {models.length > 1 && <ModelSelect models={models} model={model ?? models[0]} onChange={chooseModel} />}
      </footer>
    </section>
  )
}

function usePreloadedCitedText() {
  useEffect(() => {
    // After the screen's own files; an answer shows its plain text until then.
    const timer = setTimeout(() => void loadCitedText(), CITED_TEXT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
}

type InterruptedAnswerProps = NonNullable<Conversation['interrupted']> & Pick<ChatBoxProps, 'onCite'>

function InterruptedAnswer({ text, retry, onCite }: InterruptedAnswerProps) {
  return (
    <>
      {text && <Message message={{ role: 'assistant', content: text }} onCite={onCite} interrupted />}
      <Notice tone="warning" action={<TryAgain onClick={retry} />}>
        {errorText('answer.unavailable')}. {t('assistant.interrupted')}
      </Notice>
    </>
  )
}

type ModelSelectProps = { models: readonly string[]; model: string | undefined; onChange: (model: string) => void }

function ModelSelect({ models, model, onChange }: ModelSelectProps) {
  return (
    <NativeSelect
      className={classes.model}
      variant="unstyled"
      size="xs"
      aria-label={t('assistant.model')}
      data={[...models]}
      value={model}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Administrators also see the cause and where to change the model. */
function FailureNotice({ failure: { text, cause } }: { failure: AnswerFailure }) {
  return (
    <Notice
      tone="danger"
      action={
        cause && (
          <Anchor renderRoot={(props) => <Link to="/admin/settings" {...props} />} size="sm">
            {t('assistant.modelSettings')}
          </Anchor>
        )
      }
    >
      {text}
      {cause && <small className={classes.cause}>{cause}</small>}
    </Notice>
  )
}

/** The text of an empty chat. It offers nothing while questions load and when there are none. */
function SuggestedQuestions({ pageIds, onAsk }: { pageIds: string[]; onAsk: (question: string) => void }) {
  const { data: questions = [] } = useQuery(suggestedQuestionsQuery(pageIds))
  return (
    <>
      <p>
        {pageIds.length === 0 ? t('assistant.noPages') : t('assistant.empty')}{' '}
        {questions.length > 0 && t('assistant.trySuggestion')}
      </p>
      {questions.map((question) => (
        <button key={question} type="button" className={classes.suggestion} onClick={() => onAsk(question)}>
          {question}
        </button>
      ))}
    </>
  )
}

/** Screen readers take the last sentence from the region before it is emptied. */
const ANNOUNCED_MS = 1_000

/** Announces the answer to screen readers, one complete sentence at a time. Empty when no answer is in progress. */
function AnswerLiveRegion({ partialAnswer }: { partialAnswer: string | null }) {
  const [announced, setAnnounced] = useState('')
  if (partialAnswer !== null && partialAnswer !== announced) setAnnounced(partialAnswer)
  const hasEnded = partialAnswer === null
  useEffect(() => {
    if (!hasEnded) return
    const timer = setTimeout(() => setAnnounced(''), ANNOUNCED_MS)
    return () => clearTimeout(timer)
  }, [hasEnded])
  return (
    <VisuallyHidden role="log" aria-live="polite" aria-label={t('assistant.liveAnswer')}>
      {wholeSentences(announced, hasEnded).map((sentence, index) => (
        <p key={index}>{sentence}</p>
      ))}
    </VisuallyHidden>
  )
}

const isText = (stored: unknown): stored is string => typeof stored === 'string'

/**
 * The model that the user chose in this browser; undefined for the usual one, also once the choice is not available.
 */
function useChosenModel() {
  const { data: instance } = useQuery(instanceQuery)
  const [stored, chooseModel] = useStored('readback:model', '', isText)
  const models = instance?.engine.models ?? []
  return { models, chooseModel, model: models.slice(1).find((each) => each === stored) }
}

/** Which engine answers, and where pages and questions are sent. */
function EngineNote({ model }: { model: string | undefined }) {
  const { data: instance } = useQuery(instanceQuery)
  const { kind, name, host } = instance?.engine ?? placeholderEngine
  return (
    <p className={classes.engine} data-unknown={!instance || undefined}>
      {kind === 'built-in'
        ? t('assistant.engineQuotes', { name: t('assistant.builtInEngine') })
        : engineWritesText(model ?? name, host ?? '')}
    </p>
  )
}

const engineWritesText = (name: string, host: string) =>
  t(isLoopback(host) ? 'assistant.engineWritesHere' : 'assistant.engineWrites', { name, host })

/** Readers on other machines would take "localhost" for their own. */
const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(host)

/** Reserves the line while the engine is loading. */
const placeholderEngine = { kind: 'built-in', name: '', host: null }

const INITIAL_MESSAGES = 40
const EARLIER_STEP = 100
/** Messages rendered between two frames, so that typing stays responsive. */
const BATCH_SIZE = 10

/**
 * Renders only the latest messages of a long chat. `firstIndex` is the first message to render, `hiddenCount` how many
 * are not requested; `showEarlier` requests more and is null if none are left.
 */
function useLatestMessages(count: number) {
  const [rendered, setRendered] = useState(INITIAL_MESSAGES)
  const [requested, setRequested] = useState(INITIAL_MESSAGES)
  // New messages extend the window instead of pushing earlier ones out of it.
  const [previousCount, setPreviousCount] = useState(count)
  if (count > previousCount && previousCount > 0) {
    setRendered(rendered + count - previousCount)
    setRequested(requested + count - previousCount)
  }
  if (count !== previousCount) setPreviousCount(count)
  useEffect(() => {
    if (rendered >= requested) return
    const timer = setTimeout(() => startTransition(() => setRendered(Math.min(requested, rendered + BATCH_SIZE))))
    return () => clearTimeout(timer)
  }, [rendered, requested])

  const hiddenCount = Math.max(0, count - requested)
  return {
    firstIndex: Math.max(0, count - rendered),
    hiddenCount,
    showEarlier: hiddenCount > 0 ? () => setRequested((old) => old + EARLIER_STEP) : null,
  }
}
