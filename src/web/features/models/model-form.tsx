import { Anchor, Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  type LocalServer,
  ModelChoice,
  type ModelProvider,
  type ModelRole,
  type ModelService,
  type ModelState,
} from '#shared/models.ts'
import { testModel } from '#web/api/client.ts'
import { failureText } from '#web/api/request.ts'
import { failureMessage, issueText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { offeredModelsQuery, useChooseModel } from '#web/queries/admin.ts'
import { Notice } from '#web/ui/notice.tsx'
import { factsAbout } from './describe-model.ts'
import { choiceOf, ModelOptions, optionsOf } from './model-options.tsx'
import { PullModel } from './pull-model.tsx'
import { optionOf, otherService, type ServiceOption, serviceOptions } from './service-options.ts'
import classes from './models.module.css'

type ModelFormProps = {
  purpose: ModelRole
  state: ModelState | null
  /** Found on this machine. */
  servers: readonly LocalServer[]
  onDone: () => void
}

/** Chooses a provider, its address and key, and one of its models. The list loads as soon as the service is known. */
export function ModelForm({ purpose, state, servers, onDone }: ModelFormProps) {
  const services = serviceOptions(purpose, servers)
  const stored = state && optionOf(state, services)
  const found = services.find((each) => each.models !== undefined)
  const [picked, setPicked] = useState(stored ?? found ?? services[0] ?? otherService)
  const { name, provider, needsKey } = picked
  const isSame = stored?.name === name
  const [address, setAddress] = useState(state?.address ?? picked.address)
  const [key, setKey] = useState('')
  const [model, setModel] = useState(state?.model ?? '')
  const [options, setOptions] = useState(() => optionsOf(state))
  const [errors, setErrors] = useState<Record<string, string>>({})
  // Not with every letter: only when a field is left.
  const [service, setService] = useState<ModelService>({ provider, address, key })
  const hasKey = !needsKey || service.key !== '' || (isSame && state?.key !== '')
  const { data: list } = useQuery({ ...offeredModelsQuery(service), enabled: service.address !== '' && hasKey })
  const choose = useChooseModel()
  const test = useMutation({ mutationFn: testModel })
  const id = useId()
  const offered = list?.models.filter((each) => (each.role ?? purpose) === purpose) ?? []
  const installed = provider === 'ollama' && list?.error === null ? list.models : null
  const isMissing = installed !== null && model !== '' && !installed.some(hasName(model))

  function pickService(nextName: string) {
    const next = services.find((each) => each.name === nextName)
    if (!next) return
    const kept = stored?.name === nextName ? state : null
    const nextAddress = kept?.address ?? next.address
    setPicked(next)
    setAddress(nextAddress)
    setKey('')
    setModel(kept?.model ?? '')
    setOptions(optionsOf(kept))
    setService({ provider: next.provider, address: nextAddress, key: '' })
    test.reset()
  }
  function submit(send: (request: { role: ModelRole; choice: ModelChoice }) => void) {
    const more = purpose === 'chat' ? choiceOf(options, model.trim(), offered) : { alternatives: [] }
    const parsed = ModelChoice.safeParse({ provider, address, key, model, ...more })
    const issues = parsed.error?.issues ?? []
    setErrors(Object.fromEntries(issues.map((issue) => [nameOfField(issue.path), issueText(issue)])))
    if (parsed.success) send({ role: purpose, choice: parsed.data })
  }
  const leaveField = () => setService({ provider, address: address.trim(), key: key.trim() })

  return (
    <form
      className={classes.form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        submit((request) => choose.mutate(request, { onSuccess: onDone }))
      }}
    >
      <NativeSelect
        label={t('models.provider')}
        data={[
          { group: t('models.thisMachine'), items: services.filter((each) => each.isLocal).map(toItem) },
          { group: t('models.otherServices'), items: services.filter((each) => !each.isLocal).map(toItem) },
        ]}
        value={name}
        description={
          <Anchor href={picked.help} target="_blank" inherit>
            {t('models.howTo', { name })}
          </Anchor>
        }
        onChange={(event) => pickService(event.currentTarget.value)}
      />
      <TextInput
        label={t('models.address')}
        description={picked.address === '' && t(addressHint(provider, purpose))}
        value={address}
        error={errors['address']}
        spellCheck={false}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onBlur={leaveField}
      />
      {provider !== 'ollama' && (
        <PasswordInput
          label={t('models.key')}
          description={t(isSame && state?.key !== '' ? 'models.keySaved' : 'models.keyHint')}
          placeholder={isSame ? (state?.key ?? '') : ''}
          value={key}
          error={errors['key']}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('models.toggleKey') }}
          onChange={(event) => setKey(event.currentTarget.value)}
          onBlur={leaveField}
        />
      )}
      <TextInput
        label={t('models.model')}
        description={offered.length > 0 ? t('models.modelHint', { n: offered.length }) : t('models.modelTyped')}
        list={id}
        value={model}
        error={errors['model']}
        spellCheck={false}
        onFocus={leaveField}
        onChange={(event) => setModel(event.currentTarget.value)}
      />
      <datalist id={id}>
        {offered.map((each) => (
          <option key={each.id} value={each.id}>
            {factsAbout(each).join(' · ')}
          </option>
        ))}
      </datalist>
      {purpose === 'chat' && (
        <ModelOptions model={model.trim()} offered={offered} options={options} onChange={setOptions} errors={errors} />
      )}
      {list?.error && <Notice tone="warning">{failureMessage(list.error)}</Notice>}
      {isMissing && <PullModel address={address} model={model} />}
      {test.data && !test.isPending && (
        <Notice tone={test.data.ok ? 'info' : 'danger'}>
          {test.data.error
            ? failureMessage(test.data.error)
            : t('models.answered', { model, seconds: ((test.data.ms ?? 0) / 1000).toFixed(1) })}
        </Notice>
      )}
      {(choose.error ?? test.error) && (
        <Notice tone="danger">{failureText(choose.error ?? test.error, 'settings.save-failed')}</Notice>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={choose.isPending}>
          {t('models.use')}
        </Button>
        <Button variant="default" loading={test.isPending} onClick={() => submit(test.mutate)}>
          {t('models.test')}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

const toItem = ({ name, models: n }: ServiceOption) => ({
  value: name,
  label: n === undefined ? name : t('models.foundServer', { name, n }),
})

/** A wrong price may be that of another model. */
const nameOfField = ([field]: readonly PropertyKey[]) => (field === 'alternatives' ? 'price' : String(field))

function addressHint(provider: ModelProvider, purpose: ModelRole) {
  if (provider === 'azure') return 'models.azureHint'
  return purpose === 'reranking' ? 'models.rerankerHint' : 'models.addressHint'
}

/** Ollama adds a tag to names without one. */
const hasName =
  (name: string) =>
  ({ id }: { id: string }) =>
    id === name || id === `${name}:latest`
