import { ActionIcon, Button, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { Title, TITLE_MAX_LENGTH } from '#shared/chats.ts'
import { errorWords, sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import classes from './editable-title.module.css'

type EditableTitleProps = { title: string; onRename: (title: string) => Promise<unknown> }

/** The chat's title; editing ends with Enter or Save, and Escape or Cancel keeps the old one. */
export function EditableTitle({ title, onRename }: EditableTitleProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [complaint, setComplaint] = useState('')
  const [saving, setSaving] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const ended = useRef(false)

  // The focus goes back to where editing began, once that is there again.
  useLayoutEffect(() => {
    if (typed === null && ended.current) pencil.current?.focus()
    ended.current = false
  }, [typed])

  function end() {
    ended.current = true
    setTyped(null)
    setComplaint('')
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const parsed = Title.safeParse(typed)
    if (!parsed.success) return setComplaint(sentenceWords(parsed.error.issues[0]?.message ?? ''))
    if (parsed.data === title) return end()
    setSaving(true)
    await onRename(parsed.data).then(end, () => setComplaint(errorWords('chat.update-title-failed')))
    setSaving(false)
  }

  if (typed === null) {
    return (
      <div className={classes.view}>
        <h1 className={classes.title}>{title}</h1>
        <ActionIcon ref={pencil} variant="subtle" color="gray" aria-label={t('Edit title')} onClick={() => setTyped(title)}>
          <IconPencil size={18} />
        </ActionIcon>
      </div>
    )
  }
  return (
    <form onSubmit={save} className={classes.edit}>
      <VisuallyHidden>
        <h1>{title}</h1>
      </VisuallyHidden>
      <TextInput
        className={classes.field}
        aria-label={t('Chat title')}
        autoFocus
        maxLength={TITLE_MAX_LENGTH}
        value={typed}
        error={complaint}
        onKeyDown={(event) => event.key === 'Escape' && end()}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setComplaint('')
        }}
      />
      <Button type="submit" loading={saving}>
        {t('Save')}
      </Button>
      <Button variant="default" onClick={end}>
        {t('Cancel')}
      </Button>
    </form>
  )
}
