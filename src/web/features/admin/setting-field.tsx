import { Button, TextInput } from '@mantine/core'
import type { SettingState } from '#shared/settings.ts'
import { t } from '#web/messages/t.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import type { SettingText } from './setting-groups.ts'
import classes from './settings-form.module.css'

type SettingFieldProps = SettingText & {
  secret: boolean
  state: SettingState
  placeholder: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
  onRemove: () => void
}

/** One setting: its state, a field for a new value, and a button that removes the stored one. */
export function SettingField({
  label,
  hint,
  secret,
  state,
  placeholder,
  value,
  error,
  onChange,
  onRemove,
}: SettingFieldProps) {
  const Field = secret ? PasswordField : TextInput
  const removable = state.source === 'stored' || state.unreadable
  return (
    <div className={classes.setting}>
      <Field
        className={classes.field}
        label={label}
        description={[hint, stateText(state, secret)].filter(Boolean).join(' ')}
        placeholder={state.filled ? state.shown : placeholder}
        value={value}
        error={error}
        // Keeps the browser from filling in a saved password, which would be submitted.
        autoComplete={secret ? 'new-password' : 'off'}
        {...(secret && { visibilityToggleButtonProps: { 'aria-label': t('admin.toggleSecret', { label }) } })}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {removable && (
        <Button variant="default" onClick={onRemove} aria-label={t('admin.removeSetting', { label })}>
          {t('common.remove')}
        </Button>
      )}
    </div>
  )
}

function stateText({ filled, source, unreadable }: SettingState, isSecret: boolean): string {
  if (unreadable) return t('admin.settingUnreadable')
  if (!filled) return t('admin.settingNotSet')
  if (source === 'stored') return t(isSecret ? 'admin.secretStored' : 'admin.settingStored')
  return t('admin.settingFromEnvironment')
}
