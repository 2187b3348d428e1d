import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { ApiScope, type CreatedApiKey, DEFAULT_API_SCOPES, MakeApiKey } from '#shared/api-keys.ts'
import { issueText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useMakeApiKey } from '#web/queries/api-keys.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './key-form.module.css'

/** Creates an API key with the selected scopes. */
export function KeyForm({ onCreated }: { onCreated: (created: CreatedApiKey) => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ApiScope[]>(DEFAULT_API_SCOPES)
  const [errors, setErrors] = useState<{ name?: string; scopes?: string }>({})
  const createKey = useMakeApiKey()

  function submit(event: FormEvent) {
    event.preventDefault()
    const parsed = MakeApiKey.safeParse({ name, scopes })
    const errorOf = (field: string) => {
      const issue = parsed.error?.issues.find(({ path }) => path[0] === field)
      return issue && issueText(issue)
    }
    setErrors({ name: errorOf('name'), scopes: errorOf('scopes') })
    if (!parsed.success) return
    createKey.mutate(parsed.data, {
      onSuccess(created) {
        setName('')
        onCreated(created)
      },
    })
  }
  const toggle = (scope: ApiScope, enabled: boolean) =>
    setScopes(enabled ? [...scopes, scope] : scopes.filter((each) => each !== scope))

  return (
    <form onSubmit={submit} noValidate aria-label={t('connect.createKeyTitle')}>
      <Stack gap="md" align="flex-start">
        <TextInput
          label={t('common.name')}
          description={t('connect.keyNameHint')}
          maxLength={60}
          w="100%"
          maw="26rem"
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <fieldset className={classes.scopes} aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
          <legend>{t('connect.permissions')}</legend>
          {ApiScope.options.map((scope) => (
            <Checkbox
              key={scope}
              label={
                <>
                  {t(`apiScopes.${scope}`)} <code>{scope}</code>
                </>
              }
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
        {errors.scopes && (
          <Notice tone="danger">
            <span id="scopes-error">{errors.scopes}</span>
          </Notice>
        )}
        {createKey.error && <Notice tone="danger">{failureText(createKey.error, 'server.unexpected')}</Notice>}
        <Button type="submit" loading={createKey.isPending}>
          {t('connect.createKey')}
        </Button>
      </Stack>
    </form>
  )
}
