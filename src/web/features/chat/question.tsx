import { Button, Group, Textarea } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { QUESTION_MAX_LENGTH } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import { MessageActions } from './message-actions.tsx'
import classes from './message.module.css'

type QuestionProps = {
  text: string
  /** Asks it in other words; absent while an answer is being written. */
  onResend?: ((text: string) => void) | undefined
}

/** What the person asked, and its words again to change and send anew. */
export function Question({ text, onResend }: QuestionProps) {
  const [draft, setDraft] = useState<string | null>(null)
  if (draft === null || !onResend) {
    return (
      <div className={classes.asked} data-question>
        <article className={classes.question} aria-label={t('You')}>
          {text}
        </article>
        {onResend && <MessageActions onEdit={() => setDraft(text)} />}
      </div>
    )
  }

  const empty = draft.trim() === ''
  function resend() {
    if (empty) return
    setDraft(null)
    onResend?.(draft?.trim() ?? '')
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setDraft(null)
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    resend()
  }
  return (
    <div className={classes.editing}>
      <Textarea
        aria-label={t('Edit your message')}
        autoFocus
        autosize
        maxRows={8}
        maxLength={QUESTION_MAX_LENGTH}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group gap="xs" justify="flex-end" mt={6}>
        <Button size="xs" variant="default" onClick={() => setDraft(null)}>
          {t('Cancel')}
        </Button>
        <Button size="xs" disabled={empty} onClick={resend}>
          {t('Send again')}
        </Button>
      </Group>
    </div>
  )
}
