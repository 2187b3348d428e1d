import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import type { Citation } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import panel from '#web/ui/panel.module.css'
import { Composer } from './composer.tsx'
import type { Conversation } from './conversation.ts'
import { EngineLine } from './engine-line.tsx'
import { Message } from './message.tsx'
import type { ReadOffers } from './offer-list.tsx'
import { SpokenAnswer } from './spoken-answer.tsx'
import classes from './chat-box.module.css'
import { useFollowedScroll } from './use-followed-scroll.ts'
import { useLatestMessages } from './use-latest-messages.ts'

type ChatBoxProps = {
  conversation: Conversation
  onCite: (citation: Citation) => void
  /** Questions to begin with while nothing was asked. */
  suggestions: string[]
  /** Beside the title: what can be done with the chat. */
  actions?: ReactNode
  /** Whether the input takes the focus when the box appears. */
  focusInput?: boolean
  /** Reads addresses that may have an answer which the pages do not have. */
  readOffers?: ReadOffers
  /** Above the input: what the person should know before asking. */
  hint?: ReactNode
}

/** The conversation about the processed pages. */
export function ChatBox({ conversation, onCite, suggestions, focusInput, actions, hint, readOffers }: ChatBoxProps) {
  const { messages, live, failure, ask, stop } = conversation
  const { box, content } = useFollowedScroll(messages.filter((message) => message.role === 'user').length)
  const waiting = live !== null
  const last = messages.at(-1)
  const { from, left, showEarlier } = useLatestMessages(messages.length)

  const lastQuestion = messages.findLast((message) => message.role === 'user')
  // Always the same function: the messages are not drawn anew with every piece of an answer.
  const latest = useRef(ask)
  useEffect(() => void (latest.current = ask))
  const askInPlace = useCallback((question: string, replaces: number) => void latest.current(question, replaces), [])

  return (
    <section className={`${panel.panel} ${classes.box}`} aria-labelledby="chat-title">
      <header className={classes.header}>
        <div>
          <h2 id="chat-title" className={classes.title}>
            {t('AI Assistant')}
          </h2>
          <p className={classes.subtitle}>{t('Ask questions about the processed content')}</p>
        </div>
        {actions}
      </header>
      <div className={classes.log} ref={box} tabIndex={0} role="region" aria-label={t('Messages')}>
        <div className={classes.messages} ref={content}>
          {messages.length === 0 && !waiting && (
            <div className={classes.empty}>
              <p>{t('Every answer names the sentences it stands on. Try one of these, or ask your own.')}</p>
              {suggestions.map((question) => (
                <button key={question} type="button" className={classes.suggestion} onClick={() => void ask(question)}>
                  {question}
                </button>
              ))}
            </div>
          )}
          {showEarlier && (
            <button type="button" className={classes.suggestion} onClick={showEarlier}>
              {t('Show earlier messages ({n, number})', { n: left })}
            </button>
          )}
          {messages.slice(from).map((message, at) => (
            <Message
              key={message.id ?? `new-${from + at}`}
              message={message}
              onCite={onCite}
              place={from + at}
              onAsk={waiting ? undefined : askInPlace}
              question={message === last ? lastQuestion?.content : undefined}
              readOffers={message === last ? readOffers : undefined}
            />
          ))}
          {waiting && <Message message={{ role: 'assistant', content: live }} writing onCite={onCite} />}
        </div>
      </div>
      <SpokenAnswer live={live} />
      <footer className={classes.footer}>
        {hint}
        {failure && <Notice tone="danger">{failure}</Notice>}
        <Composer focused={focusInput} waiting={waiting} onAsk={ask} onStop={stop} />
        <EngineLine />
      </footer>
    </section>
  )
}
