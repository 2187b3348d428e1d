import { useState } from 'react'

/** The texts typed into a form's fields, and the error of each field. `field` gives an input its value, error and handler. */
export function useTextFields<Name extends string>(initial: Record<Name, string>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const field = (name: Name) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
    },
  })
  return { values, setErrors, field }
}
