import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
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
  return (
    <TextInput
      label={t('signIn.verificationCode')}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      maxLength={VERIFICATION_CODE_LENGTH}
      {...field}
      onChange={(event) => handleInput(event.currentTarget.value)}
      // Strip spaces first: maxLength would cut "123 45 67" to seven characters.
      onPaste={(event) => {
        event.preventDefault()
        handleInput(event.clipboardData.getData('text'))
      }}
    />
  )
}
