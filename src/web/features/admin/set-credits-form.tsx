import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SetCredits } from '#shared/admin.ts'
import { issueText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import type { PersonFormProps } from './person-dialog.tsx'
import classes from './person-forms.module.css'

export function SetCreditsForm({ person, busy, onCancel, onSubmit }: PersonFormProps) {
  const [text, setText] = useState(String(person.credits_count))
  const [error, setError] = useState('')
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const parsed = SetCredits.safeParse({ credits: text.trim() === '' ? Number.NaN : Number(text) })
        setError(parsed.success ? '' : issueText(parsed.error.issues[0]))
        if (parsed.success) onSubmit({ type: 'credits', credits: parsed.data.credits })
      }}
    >
      <TextInput
        label={t('common.credits')}
        description={t('admin.setCreditsNote', { email: person.email })}
        inputMode="numeric"
        data-autofocus
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('admin.setCredits')}
        </Button>
      </Group>
    </form>
  )
}
