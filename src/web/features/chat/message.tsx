import { lazy, memo, Suspense } from 'react'
import type { ChatMessage, Citation } from '#shared/chats.ts'
import { CitationList } from './citation-list.tsx'
import classes from './message.module.css'

const CitedText = lazy(() => import('./cited-text.tsx').then((module) => ({ default: module.CitedText })))

type MessageProps = { message: ChatMessage; writing?: boolean; onCite: (citation: Citation) => void }

/** One message: a person's to the right, the assistant's to the left with what it stands on. */
export const Message = memo(function Message({ message, writing = false, onCite }: MessageProps) {
  const { role, content, citations = [] } = message
  if (role === 'user') {
    return (
      <article className={classes.question} aria-label="You">
        {content}
      </article>
    )
  }
  return (
    <article className={classes.answer} aria-label="AI Assistant" aria-busy={writing}>
      {content ? (
        <Suspense fallback={<p>{content}</p>}>
          <CitedText text={content} citations={citations} onCite={onCite} />
        </Suspense>
      ) : (
        writing && (
          <span className={classes.waiting} role="status" aria-label="The answer is being written">
            <i />
            <i />
            <i />
          </span>
        )
      )}
      {message.stopped && <p className={classes.note}>You stopped this answer.</p>}
      {citations.length > 0 && <CitationList citations={citations} onCite={onCite} />}
      {message.engine && !writing && <p className={classes.note}>Answered by {message.engine}</p>}
    </article>
  )
})
