import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { ApiScope, apiScopeWords, type MadeApiKey, MakeApiKey } from '#shared/api-keys.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { useMakeApiKey } from '#web/queries/api-keys.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './key-form.module.css'

/** Makes a key; what it may do is chosen one by one. */
export function KeyForm({ onMade }: { onMade: (made: MadeApiKey) => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ApiScope[]>(['read', 'ask'])
  const [wrong, setWrong] = useState<{ name?: string; scopes?: string }>({})
  const making = useMakeApiKey()

  function submit(event: FormEvent) {
    event.preventDefault()
    const wish = MakeApiKey.safeParse({ name, scopes })
    const said = (field: string) => {
      const issue = wish.error?.issues.find(({ path }) => path[0] === field)
      return issue && sentenceWords(issue.message)
    }
    setWrong({ name: said('name'), scopes: said('scopes') })
    if (!wish.success) return
    making.mutate(wish.data, {
      onSuccess(made) {
        setName('')
        onMade(made)
      },
    })
  }
  const toggle = (scope: ApiScope, on: boolean) => setScopes(on ? [...scopes, scope] : scopes.filter((each) => each !== scope))

  return (
    <form onSubmit={submit} noValidate aria-label={t('Make an API key')}>
      <Stack gap="md" align="flex-start">
        <TextInput
          label={t('Name')}
          description={t('What uses it, such as “Claude on my laptop”.')}
          maxLength={60}
          w="100%"
          maw="26rem"
          value={name}
          error={wrong.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <fieldset className={classes.scopes} aria-describedby={wrong.scopes ? 'scopes-wrong' : undefined}>
          <legend>{t('It may')}</legend>
          {ApiScope.options.map((scope) => (
            <Checkbox
              key={scope}
              label={
                <>
                  {t(apiScopeWords[scope])} <code>{scope}</code>
                </>
              }
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
        {wrong.scopes && (
          <Notice tone="danger">
            <span id="scopes-wrong">{wrong.scopes}</span>
          </Notice>
        )}
        {making.error && <Notice tone="danger">{failureWords(making.error, 'server.unexpected')}</Notice>}
        <Button type="submit" loading={making.isPending}>
          {t('Make key')}
        </Button>
      </Stack>
    </form>
  )
}
