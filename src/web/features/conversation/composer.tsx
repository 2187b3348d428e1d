import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { FormEvent, KeyboardEvent, RefObject } from 'react'
import { QUESTION_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { t } from '#web/messages/t.ts'
import { useCommand } from '#web/ui/hooks/use-command.ts'
import { useIsCut } from '#web/ui/hooks/use-is-cut.ts'
import { keyName } from '#web/ui/hooks/use-shortcut.ts'
import { tabStorage } from '#web/ui/hooks/storage.ts'
import classes from './composer.module.css'

type ComposerProps = {
  input: RefObject<HTMLTextAreaElement | null>
  autoFocus: boolean
  waiting: boolean
  onAsk: (question: string) => Promise<boolean>
  onStop: () => void
}

/** The question input. Enter sends, Shift+Enter inserts a line break, Escape stops the answer. */
export function Composer({ input, autoFocus, waiting, onAsk, onStop }: ComposerProps) {
  const [text, setText] = useDraft()
  const isCut = useIsCut(input, QUESTION_MAX_LENGTH) && text !== ''
  const isEmpty = text.trim() === ''

  async function send(event?: FormEvent) {
    event?.preventDefault()
    if (waiting || isEmpty) return
    const question = text.trim()
    setText('')
    const answered = await onAsk(question)
    // Restores a failed question unless the next one is already being typed.
    if (!answered) setText((typed) => typed || question)
  }

  function onKeyDown(event: KeyboardEvent) {
    // In input methods Enter confirms a character.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void send(event)
    if (event.key === 'Escape' && waiting) onStop()
  }

  useCommand('shortcuts.writeQuestion', () => input.current?.focus(), { key: '/' })
  useCommand('assistant.stopAnswer', onStop, { active: waiting, key: 'Escape' })

  return (
    <>
      {/* There before its text, as screen readers need it to announce it. */}
      <div role="status" className={classes.cut}>
        {isCut && t('assistant.questionCut', { n: QUESTION_MAX_LENGTH })}
      </div>
      <form onSubmit={send} className={classes.composer}>
        <Textarea
          ref={input}
          // Target of a skip link.
          id="question"
          autoFocus={autoFocus}
          className={classes.input}
          aria-label={t('common.message')}
          placeholder={t('assistant.inputPlaceholder')}
          rows={1}
          // Measures its text, at the cost of a layout, only in browsers whose CSS cannot let it grow.
          autosize={!CSS.supports('field-sizing', 'content')}
          maxRows={6}
          classNames={{ input: classes.field }}
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
            {t('common.stop')}
          </Button>
        )}
        <ActionIcon
          type="submit"
          size={38}
          aria-label={t('assistant.send')}
          data-keys={keyName('Enter')}
          disabled={waiting || isEmpty}
        >
          <IconArrowUp size={20} />
        </ActionIcon>
      </form>
    </>
  )
}

/** The unsent text, kept in session storage by URL so that a reload does not lose it. */
function useDraft() {
  const [key] = useState(() => `readback:draft:${location.pathname}${location.search}`)
  const [text, setText] = useState(() => tabStorage.get(key) ?? '')
  useEffect(() => tabStorage.set(key, text || null), [key, text])
  return [text, setText] as const
}
