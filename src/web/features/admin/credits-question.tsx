import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SetCredits } from '#shared/admin.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import type { Asks } from './change-dialog.tsx'
import classes from './questions.module.css'

/** What somebody's balance is to be. */
export function CreditsQuestion({ person, busy, onCancel, onChange }: Asks) {
  const [text, setText] = useState(String(person.credits_count))
  const [wrong, setWrong] = useState('')
  return (
    <form
      className={classes.question}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const parsed = SetCredits.safeParse({ credits: text.trim() === '' ? Number.NaN : Number(text) })
        setWrong(parsed.success ? '' : sentenceWords(parsed.error.issues[0]?.message ?? ''))
        if (parsed.success) onChange({ what: 'credits', credits: parsed.data.credits })
      }}
    >
      <TextInput
        label={t('Credits')}
        description={t('The balance of {email}. The ledger notes the difference.', { email: person.email })}
        inputMode="numeric"
        data-autofocus
        value={text}
        error={wrong}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('Set credits')}
        </Button>
      </Group>
    </form>
  )
}
