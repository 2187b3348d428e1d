import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { VERIFICATION_CODE_LENGTH } from '#shared/account.ts'
import { t } from '#web/messages/t.ts'
import { digitsOfCode } from './digits-of-code.ts'

type CodeFieldProps = Pick<TextInputProps, 'size' | 'placeholder'> & {
  name?: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** A mailed 7-digit code, typed or pasted. */
export function CodeField({ onChange, ...field }: CodeFieldProps) {
  const handleInput = (text: string) => onChange({ currentTarget: { value: digitsOfCode(text) } })
  const input = useRef<HTMLInputElement>(null)
  const handleLongInput = useEffectEvent((event: InputEvent) => {
    const digits = digitsOfCode(event.data ?? '')
    if (!event.data || event.data.length <= VERIFICATION_CODE_LENGTH || digits === '') return
    event.preventDefault()
    handleInput(digits)
  })
  // Strip spaces first: maxLength would cut "123 45 67" to seven characters.
  useEffect(() => {
    const field = input.current
    // React's own event has no text in some browsers.
    field?.addEventListener('beforeinput', handleLongInput)
    return () => field?.removeEventListener('beforeinput', handleLongInput)
  }, [])
  return (
    <TextInput
      ref={input}
      label={t('signIn.verificationCode')}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      maxLength={VERIFICATION_CODE_LENGTH}
      {...field}
      onChange={(event) => handleInput(event.currentTarget.value)}
      onPaste={(event) => {
        event.preventDefault()
        handleInput(event.clipboardData.getData('text'))
      }}
    />
  )
}
