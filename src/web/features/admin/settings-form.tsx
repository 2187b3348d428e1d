import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ChangeSettings, isSecretSetting, ZOHO_DOMAIN_PLACEHOLDER } from '#shared/settings.ts'
import type { SettingName, SystemSettings } from '#shared/settings.ts'
import { errorWords, sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { useSaveSettings } from '#web/queries/admin.ts'
import { Failure } from '#web/request.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import panel from '#web/ui/panel.module.css'
import { settingGroups, wordsOfSetting } from './setting-names.ts'
import type { SettingGroup } from './setting-names.ts'
import { SettingField } from './setting-field.tsx'
import classes from './settings-form.module.css'

type Typed = Partial<Record<SettingName, string>>

type SettingsFormProps = {
  settings: SystemSettings
  /** What tests the settings of a group, below them. */
  tests?: Partial<Record<SettingGroup, ReactNode>>
}

/**
 * The system settings, write-only: a field is empty until somebody types into it, and saving sends what was typed.
 * What could not be saved stays in its field.
 */
export function SettingsForm({ settings, tests = {} }: SettingsFormProps) {
  const [typed, setTyped] = useState<Typed>({})
  const [wrong, setWrong] = useState<Typed>({})
  const [removing, setRemoving] = useState<SettingName | null>(null)
  const saving = useSaveSettings()
  const anythingTyped = Object.values(typed).some((text) => text.trim() !== '')

  function save() {
    const parsed = ChangeSettings.safeParse(typed)
    setWrong(parsed.success ? {} : complaintsOf(parsed.error.issues))
    if (parsed.success) saving.mutate(parsed.data, { onSuccess: () => setTyped({}) })
  }
  const remove = (name: SettingName) => saving.mutate({ [name]: null }, { onSettled: () => setRemoving(null) })
  const placeholderOf = (name: SettingName) => {
    if (name === 'zoho_redirect_uri') return settings.defaults.zoho_redirect_uri
    return name === 'zoho_api_domain' ? ZOHO_DOMAIN_PLACEHOLDER : ''
  }

  return (
    <form
      className={classes.form}
      aria-label={t('System settings')}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {settingGroups.map(({ id, title, names }) => (
        <section key={id} className={`${panel.panel} ${classes.group}`} aria-label={t(title)}>
          <Title order={2}>{t(title)}</Title>
          {names.map((name) => (
            <SettingField
              key={name}
              {...wordsOfSetting(name)}
              secret={isSecretSetting(name)}
              state={settings.settings[name]}
              placeholder={placeholderOf(name)}
              value={typed[name] ?? ''}
              error={wrong[name]}
              onChange={(text) => setTyped((now) => ({ ...now, [name]: text }))}
              onRemove={() => setRemoving(name)}
            />
          ))}
          {tests[id]}
        </section>
      ))}
      <div className={classes.end}>
        {saving.error && <Notice tone="danger">{wordsOf(saving.error)}</Notice>}
        {saving.isSuccess && !anythingTyped && <Notice>{t('Settings saved.')}</Notice>}
        <Button type="submit" loading={saving.isPending} disabled={!anythingTyped}>
          {t('Save Settings')}
        </Button>
      </div>
      <ConfirmDialog
        opened={removing !== null}
        title={t('Remove this setting?')}
        message={t('What is stored as {label} is deleted at once and cannot be shown again.', {
          label: removing ? wordsOfSetting(removing).label : '',
        })}
        confirmLabel={t('Remove')}
        type="danger"
        busy={saving.isPending}
        onCancel={() => setRemoving(null)}
        onConfirm={() => removing && remove(removing)}
      />
    </form>
  )
}

/** A refusal says what is wrong with what was typed; anything else is a failure to save. */
function wordsOf(error: Error): string {
  const refused = error instanceof Failure && error.status >= 400 && error.status < 500 && error.words
  return refused || errorWords('settings.save-failed')
}

function complaintsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Typed {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), sentenceWords(message)]))
}
