import { Button, Group, Textarea } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { QUESTION_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { t } from '#web/messages/t.ts'
import { useFocusWhenLost } from '#web/ui/hooks/use-focus-when-lost.ts'
import { useIsCut } from '#web/ui/hooks/use-is-cut.ts'
import { MessageActions } from './message-actions.tsx'
import classes from './message.module.css'

type QuestionProps = {
  text: string
  /** Who asked it, to screen readers. */
  label: string
  /** Sends the edited question; undefined while an answer is being written. */
  onResend?: ((text: string) => void) | undefined
  /** The messages after its answer, which are deleted when it is sent again. */
  messagesAfter?: number
}

/** A question, which can be edited and sent again. */
export function Question({ text, label, onResend, messagesAfter = 0 }: QuestionProps) {
  const [isEditing, setIsEditing] = useState(false)
  const pencil = useFocusWhenLost<HTMLButtonElement>(isEditing)
  if (!isEditing || !onResend) {
    return (
      <div className={classes.questionRow} data-question>
        <article className={classes.question} aria-label={label}>
          {text}
        </article>
        {onResend && <MessageActions onEdit={() => setIsEditing(true)} editButton={pencil} />}
      </div>
    )
  }

  return (
    <QuestionForm
      text={text}
      messagesAfter={messagesAfter}
      onCancel={() => setIsEditing(false)}
      onResend={(edited) => {
        setIsEditing(false)
        onResend(edited)
      }}
    />
  )
}

type QuestionFormProps = {
  text: string
  messagesAfter: number
  onCancel: () => void
  onResend: (text: string) => void
}

function QuestionForm({ text, messagesAfter, onCancel, onResend }: QuestionFormProps) {
  const [draft, setDraft] = useState(text)
  const input = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const isCut = useIsCut(input, QUESTION_MAX_LENGTH) && draft !== ''
  const isEmpty = draft.trim() === ''
  // The form is higher than the question in whose place it is: at the end of the messages, its buttons would be hidden.
  useLayoutEffect(() => {
    // Not returned: newer browsers return a promise, which is no cleanup.
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  function resend() {
    if (!isEmpty) onResend(draft.trim())
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    resend()
  }
  return (
    <div ref={form} className={classes.editing} data-editing>
      <Textarea
        ref={input}
        aria-label={t('assistant.editMessage')}
        autoFocus
        autosize
        maxRows={8}
        maxLength={QUESTION_MAX_LENGTH}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {/* There before its text, as screen readers need it to announce it. */}
      <p role="status" className={classes.note}>
        {isCut && t('assistant.questionCut', { n: QUESTION_MAX_LENGTH })}
      </p>
      {messagesAfter > 0 && <p className={classes.note}>{t('assistant.resendDeletes', { n: messagesAfter })}</p>}
      <Group gap="xs" justify="flex-end" mt={6}>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button size="xs" disabled={isEmpty} onClick={resend}>
          {t('assistant.resend')}
        </Button>
      </Group>
    </div>
  )
}
