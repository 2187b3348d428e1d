import { PasswordInput } from '@mantine/core'
import type { PasswordInputProps } from '@mantine/core'
import { t } from '#web/messages/t.ts'

/** Mantine's PasswordInput; its button has an English name in every language and cannot be reached by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword') }}
      visibilityToggleFocusable
      {...props}
    />
  )
}
