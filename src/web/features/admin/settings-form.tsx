import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { ChangeSettings, isSecretSetting, ZOHO_DOMAIN_PLACEHOLDER } from '#shared/settings.ts'
import type { SettingName, SystemSettings } from '#shared/settings.ts'
import { errorText, issuesByField } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useSaveSettings } from '#web/queries/admin.ts'
import { Failure } from '#web/api/request.ts'
import { ConfirmDialog, DiscardChanges } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import panel from '#web/ui/panel.module.css'
import { settingGroups, settingText } from './setting-groups.ts'
import type { SettingGroup } from './setting-groups.ts'
import { SettingField } from './setting-field.tsx'
import classes from './settings-form.module.css'

const settingNames = settingGroups.flatMap(({ names }) => names)

/** What is in the fields and not saved yet. */
export type EnteredSettings = Partial<Record<SettingName, string>>

export type SettingsTestProps = {
  settings: SystemSettings
  entered: EnteredSettings
  /** Empties fields whose text the test has stored. */
  clearFields: (names: readonly SettingName[]) => void
}

type SettingsFormProps = {
  settings: SystemSettings
  /** A component that tests the settings of a group, shown below them. */
  tests?: Partial<Record<SettingGroup, ComponentType<SettingsTestProps>>>
}

/**
 * System settings. Secrets are write-only: their fields start empty. Saving sends only what was entered. Failed input
 * stays in its field.
 */
export function SettingsForm({ settings, tests = {} }: SettingsFormProps) {
  const [entered, setEntered] = useState<EnteredSettings>({})
  const [errors, setErrors] = useState<Partial<Record<SettingName, string>>>({})
  const [removing, setRemoving] = useState<SettingName | null>(null)
  const saveSettings = useSaveSettings()
  const storedValue = (name: SettingName) => {
    const { source, unreadable, shown } = settings.settings[name]
    return source === 'stored' && !unreadable && !isSecretSetting(name) ? shown : ''
  }
  const isDirty = settingNames.some((name) => {
    const text = entered[name]?.trim() ?? ''
    return text !== '' && text !== storedValue(name)
  })

  function save() {
    const parsed = ChangeSettings.safeParse(entered)
    setErrors(issuesByField(parsed.error))
    if (parsed.success) saveSettings.mutate(parsed.data, { onSuccess: () => setEntered({}) })
  }
  const clearFields = (names: readonly SettingName[]) =>
    setEntered((now) =>
      Object.fromEntries(Object.entries(now).filter(([name]) => !names.some((cleared) => cleared === name))),
    )
  const remove = (name: SettingName) => saveSettings.mutate({ [name]: null }, { onSettled: () => setRemoving(null) })
  const placeholderOf = (name: SettingName) => {
    if (name === 'zoho_redirect_uri') return settings.defaults.zoho_redirect_uri
    return name === 'zoho_api_domain' ? ZOHO_DOMAIN_PLACEHOLDER : ''
  }
  const groups = settingGroups.map((group) => ({ ...group, Test: tests[group.id] }))

  return (
    <form
      className={`${panel.panel} ${classes.form}`}
      aria-label={t('admin.systemSettingsForm')}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {groups.map(({ id, title, hint, names, Test }) => (
        <section key={id} className={classes.group} aria-label={t(title)}>
          <Title order={2}>{t(title)}</Title>
          {hint && <p className={classes.hint}>{t(hint)}</p>}
          {names.map((name) => (
            <SettingField
              key={name}
              {...settingText(name)}
              secret={isSecretSetting(name)}
              state={settings.settings[name]}
              placeholder={placeholderOf(name)}
              value={entered[name] ?? storedValue(name)}
              error={errors[name]}
              onChange={(text) => setEntered((now) => ({ ...now, [name]: text }))}
              onRemove={() => setRemoving(name)}
            />
          ))}
          {Test && <Test settings={settings} entered={entered} clearFields={clearFields} />}
        </section>
      ))}
      <div className={classes.end}>
        {saveSettings.error && <Notice tone="danger">{saveErrorText(saveSettings.error)}</Notice>}
        {saveSettings.isSuccess && !isDirty && <Notice>{t('admin.settingsSaved')}</Notice>}
        <Button type="submit" loading={saveSettings.isPending} disabled={!isDirty}>
          {t('admin.saveSettings')}
        </Button>
      </div>
      <DiscardChanges isDirty={isDirty} />
      <ConfirmDialog
        opened={removing !== null}
        title={t('admin.removeSettingTitle')}
        message={t('admin.removeSettingWarning', {
          label: removing ? settingText(removing).label : '',
        })}
        confirmLabel={t('common.remove')}
        type="danger"
        busy={saveSettings.isPending}
        onCancel={() => setRemoving(null)}
        onConfirm={() => removing && remove(removing)}
      />
    </form>
  )
}

/** A 4xx response explains what is wrong with the input; anything else is a general failure. */
function saveErrorText(error: Error): string {
  const rejection = error instanceof Failure && error.status >= 400 && error.status < 500 && error.words
  return rejection || errorText('settings.save-failed')
}
