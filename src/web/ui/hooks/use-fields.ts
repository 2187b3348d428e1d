import { useState } from 'react'

/**
 * Values and errors of a form's text fields; forms can share them. `field` gives an input its name, value, error and
 * handler. An error is shown until its field is edited.
 */
export function useFields<Fields extends Record<string, string>>(initial: Fields) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
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
  return { values, setValues, setErrors, field }
}
export type FormFields<Fields extends Record<string, string>> = ReturnType<typeof useFields<Fields>>
