import { useState } from 'react'
import type { FormEvent } from 'react'
import type { z } from 'zod'
import { fieldErrors } from './field-errors.ts'

/** What was typed into a form and what is wrong with it. Two forms that hold the same one share their fields. */
export function useFields<Fields extends Record<string, string>>(initial: Fields) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  return { values, setValues, errors, setErrors }
}
export type HeldFields<Fields extends Record<string, string>> = ReturnType<typeof useFields<Fields>>

/** Words about the whole form, words about one field, or nothing when all went well. */
type Outcome = string | { field: string; words: string } | void

/**
 * A form of text fields checked by `schema`: complaints stand at their fields and leave when the field is edited;
 * `submit` gets the parsed fields and answers with words when it failed, or with nothing.
 */
export function useCredentialsForm<Fields extends Record<string, string>, Parsed>(
  { values, setValues, errors, setErrors }: HeldFields<Fields>,
  schema: z.ZodType<Parsed>,
  submit: (fields: Parsed) => Promise<Outcome>,
) {
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)

  function complain(form: HTMLFormElement, found: Record<string, string>) {
    setErrors(found)
    form.querySelector<HTMLInputElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const parsed = schema.safeParse(values)
    if (!parsed.success) return complain(form, fieldErrors(parsed.error))
    setBusy(true)
    setFailure('')
    const outcome = (await submit(parsed.data)) ?? ''
    if (typeof outcome === 'string') setFailure(outcome)
    else complain(form, { [outcome.field]: outcome.words })
    setBusy(false)
  }

  const field = (name: keyof Fields & string) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((old) => ({ ...old, [name]: value }))
      setErrors(({ [name]: _, ...others }) => others)
    },
  })

  return { field, failure, busy, onSubmit }
}
