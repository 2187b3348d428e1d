import { Button, PasswordInput, TextInput } from '@mantine/core'
import type { SettingState } from '#shared/settings.ts'
import { t } from '#web/languages/t.ts'
import type { SettingWords } from './setting-names.ts'
import classes from './settings-form.module.css'

type SettingFieldProps = SettingWords & {
  secret: boolean
  state: SettingState
  placeholder: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
  onRemove: () => void
}

/** One setting: what is there, a field for something else, and a way to remove what is stored. */
export function SettingField({ label, hint, secret, state, placeholder, value, error, onChange, onRemove }: SettingFieldProps) {
  const Field = secret ? PasswordInput : TextInput
  const removable = state.source === 'stored' || state.unreadable
  return (
    <div className={classes.setting}>
      <Field
        className={classes.field}
        label={label}
        description={[hint, standing(state)].filter(Boolean).join(' ')}
        placeholder={state.filled ? state.shown : placeholder}
        value={value}
        error={error}
        // A browser that fills in somebody's password here would send it along.
        autoComplete={secret ? 'new-password' : 'off'}
        {...(secret && { visibilityToggleButtonProps: { 'aria-label': t('Show or hide {label}', { label }) } })}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {removable && (
        <Button variant="default" onClick={onRemove} aria-label={t('Remove {label}', { label })}>
          {t('Remove')}
        </Button>
      )}
    </div>
  )
}

function standing({ filled, source, unreadable }: SettingState): string {
  if (unreadable) return t('Stored under another APP_SECRET and not used: store it again.')
  if (!filled) return t('Not filled.')
  if (source === 'stored') return t('Stored; leave empty to keep it.')
  return t('From the environment; what you store here wins over it.')
}
