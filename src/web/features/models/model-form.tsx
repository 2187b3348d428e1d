import { Anchor, Button, NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { LocalServer, ModelProvider, ModelRole, ModelState } from '#shared/models.ts'
import { failureText } from '#web/api/request.ts'
import { failureMessage } from '#web/messages/error-text.ts'
import { manualPath } from '#web/messages/language.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { factsAbout } from './describe-model.ts'
import { ModelOptions } from './model-options.tsx'
import { PullModel } from './pull-model.tsx'
import { labelOf, type ServiceOption } from './service-options.ts'
import { useModelForm } from './use-model-form.ts'
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
  const form = useModelForm({ purpose, state, servers, onSaved: onDone })
  const { draft, options, offered, errors } = form
  return (
    <form
      className={classes.form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      <ServiceFields form={form} purpose={purpose} />
      {form.isPicked && <ModelField form={form} />}
      {form.isPicked && purpose === 'chat' && (
        <ModelOptions
          model={draft.model.trim()}
          offered={offered}
          options={options}
          onChange={form.setOptions}
          errors={errors}
        />
      )}
      <Outcome form={form} />
      <div className={classes.actions}>
        {form.isPicked && (
          <>
            <Button type="submit" loading={form.choose.isPending}>
              {t('models.use')}
            </Button>
            <Button variant="default" loading={form.test.isPending} onClick={form.tryOut}>
              {t('models.test')}
            </Button>
          </>
        )}
        <Button variant="subtle" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useModelForm>

/** Provider, address and key. */
function ServiceFields({ form, purpose }: { form: Form; purpose: ModelRole }) {
  const { services, picked, isPicked, draft, errors, storedKey } = form
  const { name, provider } = picked
  return (
    <>
      <NativeSelect
        label={t('models.provider')}
        data={[
          ...(isPicked ? [] : [{ value: '', label: t('models.chooseProvider') }]),
          { group: t('models.thisMachine'), items: services.filter((each) => each.isLocal).map(toItem) },
          { group: t('models.otherServices'), items: services.filter((each) => !each.isLocal).map(toItem) },
        ]}
        value={isPicked ? name : ''}
        description={
          isPicked && (
            <Anchor href={`${manualPath()}/models/${picked.helpPage}`} target="_blank" inherit>
              {t('models.howTo', { name: labelOf(name) })}
            </Anchor>
          )
        }
        onChange={(event) => form.pickService(event.currentTarget.value)}
      />
      {isPicked && (
        <TextInput
          label={t('models.address')}
          description={picked.address === '' && t(addressHint(provider, purpose))}
          value={draft.address}
          error={errors['address']}
          spellCheck={false}
          onChange={(event) => form.change({ address: event.currentTarget.value })}
          onBlur={form.leaveField}
        />
      )}
      {isPicked && provider !== 'ollama' && (
        <PasswordField
          label={t('models.key')}
          description={t(storedKey === '' ? 'models.keyHint' : 'models.keySaved')}
          placeholder={storedKey}
          value={draft.key}
          error={errors['key']}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('models.toggleKey') }}
          onChange={(event) => form.change({ key: event.currentTarget.value })}
          onBlur={form.leaveField}
        />
      )}
    </>
  )
}

/** A text field with suggestions: a service may know more models than it lists. */
function ModelField({ form }: { form: Form }) {
  const { draft, errors, offered } = form
  const listId = useId()
  return (
    <>
      <TextInput
        label={t('models.model')}
        description={offered.length > 0 ? t('models.modelHint', { n: offered.length }) : t('models.modelTyped')}
        list={listId}
        value={draft.model}
        error={errors['model']}
        spellCheck={false}
        onFocus={form.leaveField}
        onChange={(event) => form.change({ model: event.currentTarget.value })}
      />
      <datalist id={listId}>
        {offered.map((each) => (
          <option key={each.id} value={each.id}>
            {factsAbout(each).join(' · ')}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** What the service answered to the list of models, to the test and to saving. */
function Outcome({ form }: { form: Form }) {
  const { draft, listError, test, choose } = form
  const failure = choose.error ?? test.error
  return (
    <>
      {listError && <Notice tone="warning">{failureMessage(listError)}</Notice>}
      {form.isMissing && <PullModel address={draft.address} model={draft.model} />}
      {test.data && !test.isPending && (
        <Notice tone={test.data.ok ? 'info' : 'danger'}>
          {test.data.error
            ? failureMessage(test.data.error)
            : t('models.answered', { model: draft.model, seconds: ((test.data.ms ?? 0) / 1000).toFixed(1) })}
        </Notice>
      )}
      {failure && <Notice tone="danger">{failureText(failure, 'settings.save-failed')}</Notice>}
    </>
  )
}

const toItem = ({ name, models: n }: ServiceOption) => ({
  value: name,
  label: n === undefined ? labelOf(name) : t('models.foundServer', { name, n }),
})

function addressHint(provider: ModelProvider, purpose: ModelRole) {
  if (provider === 'azure') return 'models.azureHint'
  return purpose === 'reranking' ? 'models.rerankerHint' : 'models.addressHint'
}
