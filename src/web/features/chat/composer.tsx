import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { useRef } from 'react'
import type { FormEvent, KeyboardEvent } from 'react'
import { QUESTION_MAX_LENGTH } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import { useCommand } from '#web/ui/use-command.ts'
import { useShortcut } from '#web/ui/use-shortcut.ts'
import classes from './composer.module.css'
import { useDraft } from './use-draft.ts'

type ComposerProps = {
  focused?: boolean
  waiting: boolean
  onAsk: (question: string) => Promise<boolean>
  onStop: () => void
}

/** Where a question is typed. Enter sends, Shift+Enter starts a line, Escape stops an answer. */
export function Composer({ focused, waiting, onAsk, onStop }: ComposerProps) {
  const [text, setText] = useDraft()
  const input = useRef<HTMLTextAreaElement>(null)
  const empty = text.trim() === ''

  async function send(event?: FormEvent) {
    event?.preventDefault()
    if (waiting || empty) return
    const question = text.trim()
    setText('')
    const answered = await onAsk(question)
    // A question that failed comes back, unless the next one is already being typed.
    if (!answered) setText((typed) => typed || question)
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter also ends the choice of a character in input methods.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void send(event)
    if (event.key === 'Escape' && waiting) onStop()
  }

  useShortcut('/', () => input.current?.focus())
  useShortcut('Escape', onStop, waiting)
  useCommand('Write a question', () => input.current?.focus(), { key: '/' })
  useCommand('Stop the answer', onStop, { active: waiting, key: 'Esc' })

  return (
    <form onSubmit={send} className={classes.composer}>
      <Textarea
        ref={input}
        // A link at the top of the screen leads here.
        id="question"
        autoFocus={focused}
        className={classes.input}
        aria-label={t('Message')}
        placeholder={t('Type your message...')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={QUESTION_MAX_LENGTH}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {waiting && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlayerStopFilled size={14} />}
          className={classes.stop}
          onClick={onStop}
        >
          {t('Stop')}
        </Button>
      )}
      <ActionIcon type="submit" size={38} aria-label={t('Send message')} disabled={waiting || empty}>
        <IconArrowUp size={20} />
      </ActionIcon>
    </form>
  )
}
