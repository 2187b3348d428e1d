import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SetCredits } from '#shared/admin.ts'
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
        setWrong(parsed.success ? '' : (parsed.error.issues[0]?.message ?? ''))
        if (parsed.success) onChange({ what: 'credits', credits: parsed.data.credits })
      }}
    >
      <TextInput
        label="Credits"
        description={`The balance of ${person.email}. The ledger notes the difference.`}
        inputMode="numeric"
        data-autofocus
        value={text}
        error={wrong}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Set credits
        </Button>
      </Group>
    </form>
  )
}
