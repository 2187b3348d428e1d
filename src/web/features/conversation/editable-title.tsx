import { ActionIcon, Button, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { TITLE_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { failureText } from '#web/api/request.ts'
import { issueText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import lines from '#web/ui/two-lines.module.css'
import classes from './editable-title.module.css'

type EditableTitleProps = { label: string; title: string; onRename: (title: string) => Promise<unknown> }

/**
 * A title that can be edited in place. Enter or Save saves it, Escape or Cancel restores it; while it is saved, nothing
 * does.
 */
export function EditableTitle({ label, title, onRename }: EditableTitleProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState('')
  const [saving, setSaving] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const hasEnded = useRef(false)

  // Returns focus to the edit button once it is mounted again.
  useLayoutEffect(() => {
    if (draft === null && hasEnded.current) editButton.current?.focus()
    hasEnded.current = false
  }, [draft])

  function endEditing() {
    hasEnded.current = true
    setDraft(null)
    setError('')
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    setSaving(true)
    await saveDraft().catch((failure: unknown) => setError(failureText(failure, 'chat.update-title-failed')))
    setSaving(false)
  }

  async function saveDraft() {
    // The schemas are large, and no chat needs them to be shown.
    const { Title } = await import('#shared/chat/chats.ts')
    const parsed = Title.safeParse(draft)
    if (!parsed.success) return setError(issueText(parsed.error.issues[0]))
    if (parsed.data !== title) await onRename(parsed.data)
    endEditing()
  }

  if (draft === null) {
    return (
      <div className={classes.view}>
        <h1 className={`${classes.title} ${lines.twoLines}`} title={title}>
          {title}
        </h1>
        <ActionIcon
          ref={editButton}
          variant="subtle"
          color="gray"
          aria-label={t('assistant.editTitle')}
          onClick={() => setDraft(title)}
        >
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
        aria-label={label}
        autoFocus
        maxLength={TITLE_MAX_LENGTH}
        value={draft}
        readOnly={saving}
        error={error}
        onKeyDown={(event) => event.key === 'Escape' && !saving && endEditing()}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setDraft(event.currentTarget.value)
          setError('')
        }}
      />
      <Button type="submit" loading={saving}>
        {t('common.save')}
      </Button>
      <Button variant="default" disabled={saving} onClick={endEditing}>
        {t('common.cancel')}
      </Button>
    </form>
  )
}
