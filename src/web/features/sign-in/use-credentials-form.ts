import { useState } from 'react'
import type { FormEvent } from 'react'
import type { z } from 'zod'
import { issuesByField } from '#web/messages/error-text.ts'
import type { FormFields } from '#web/ui/hooks/use-fields.ts'

/** The text of an error to show below the form, the error of one field, or nothing on success. */
type Outcome = string | { field: string; message: string } | undefined | void

/**
 * A form of text fields validated by `schema`. Errors are shown at their fields until the field is edited; `submit`
 * gets the parsed values and resolves to its outcome.
 */
export function useCredentialsForm<Fields extends Record<string, string>, Parsed>(
  { values, setErrors, field }: FormFields<Fields>,
  schema: z.ZodType<Parsed>,
  submit: (fields: Parsed) => Promise<Outcome>,
) {
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)

  function showErrors(form: HTMLFormElement, found: Record<string, string>) {
    setErrors(found)
    form.querySelector<HTMLInputElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const parsed = schema.safeParse(values)
    if (!parsed.success) return showErrors(form, issuesByField(parsed.error))
    setBusy(true)
    setFailure('')
    const outcome = (await submit(parsed.data)) ?? ''
    if (typeof outcome === 'string') setFailure(outcome)
    else showErrors(form, { [outcome.field]: outcome.message })
    setBusy(false)
  }

  return { field, failure, busy, onSubmit }
}
