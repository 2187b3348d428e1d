import { useState } from 'react'
import type { FormEvent } from 'react'
import type { z } from 'zod'
import { fieldErrors } from './field-errors.ts'

/**
 * A form of text fields checked by `schema`: complaints stand at their fields and leave when the field is edited;
 * `submit` gets the parsed fields and answers with words when it failed, or with nothing.
 */
export function useCredentialsForm<Fields extends Record<string, string>, Parsed>(
  initial: Fields,
  schema: z.ZodType<Parsed>,
  submit: (fields: Parsed) => Promise<string | void>,
) {
  const [fields, setFields] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const parsed = schema.safeParse(fields)
    if (!parsed.success) {
      const found = fieldErrors(parsed.error)
      setErrors(found)
      form.querySelector<HTMLInputElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
      return
    }
    setBusy(true)
    setFailure('')
    setFailure((await submit(parsed.data)) ?? '')
    setBusy(false)
  }

  const field = (name: keyof Fields & string) => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setFields((old) => ({ ...old, [name]: value }))
      setErrors(({ [name]: _, ...others }) => others)
    },
  })

  return { field, failure, busy, onSubmit }
}
