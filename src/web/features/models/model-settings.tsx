import { Button, Skeleton, Title, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ModelRole, type ModelState, type ModelStates, presets, type LocalServer } from '#shared/models.ts'
import { t } from '#web/messages/t.ts'
import { localServersQuery, modelsQuery, useRemoveModel, useChooseModel } from '#web/queries/admin.ts'
import { failureText } from '#web/api/request.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import panel from '#web/ui/panel.module.css'
import { ModelForm } from './model-form.tsx'
import classes from './models.module.css'
import { describeModel } from './describe-model.ts'
import { PullFirstModel } from './pull-model.tsx'
import { optionOf, serviceOptions } from './service-options.ts'

/** The models in use, those found on this machine, and forms to choose others. */
export function ModelSettings() {
  const { data: models, isError, refetch } = useQuery(modelsQuery)
  if (isError && !models) return <ErrorState title={t('models.loadFailed')} onRetry={() => void refetch()} />
  if (!models) return <Skeleton height={220} maw="46rem" role="status" aria-label={t('models.loading')} />
  return (
    <section className={`${panel.panel} ${classes.panel}`} aria-label={t('models.title')}>
      <Title order={2}>{t('models.title')}</Title>
      <ModelOf purpose="chat" models={models} />
      <ModelOf purpose="embedding" models={models} />
      <ModelOf purpose="reranking" models={models} />
    </section>
  )
}

const titles = { chat: 'models.answers', embedding: 'models.search', reranking: 'models.reranking' } as const
const withoutModel = { chat: 'models.builtIn', embedding: 'models.byWords', reranking: 'models.bySearch' } as const

function ModelOf({ purpose, models }: { purpose: ModelRole; models: ModelStates }) {
  const state = models[purpose]
  const { data: servers = [] } = useQuery(localServersQuery)
  const [open, setOpen] = useState(false)
  const remove = useRemoveModel()
  const title = t(titles[purpose])
  const offered = servers.filter(({ address }) => address !== state?.address)
  return (
    <section className={classes.role} aria-label={title}>
      <Title order={3}>{title}</Title>
      {state ? (
        <InUse
          state={state}
          name={optionOf(state, serviceOptions(purpose, servers)).name}
          windows={purpose === 'chat' ? models.windows : []}
        />
      ) : (
        <p className={classes.state}>{t(withoutModel[purpose])}</p>
      )}
      {offered.map((server) => (
        <FoundServer key={server.address} purpose={purpose} server={server} />
      ))}
      {open ? (
        <ModelForm purpose={purpose} state={state} servers={servers} onDone={() => setOpen(false)} />
      ) : (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('models.change')}
          </Button>
          {state?.source === 'stored' && (
            <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate(purpose)}>
              {t('models.stopUsing')}
            </Button>
          )}
        </div>
      )}
      {remove.error && <Notice tone="danger">{failureText(remove.error, 'settings.save-failed')}</Notice>}
    </section>
  )
}

type InUseProps = { state: ModelState; name: string; windows: ModelStates['windows'] }

function InUse({ state, name: provider, windows }: InUseProps) {
  const { model, address, source } = state
  const [window] = windows
  return (
    <>
      <p className={classes.state}>
        {t('models.inUse', { model, provider, host: new URL(address).host })}
        {window && !window.isTruncating && <small>{t('models.window', { n: window.tokens })}</small>}
        {source === 'environment' && <small>{t('models.fromEnvironment')}</small>}
      </p>
      {windows.map((each) => {
        const { model: name, tokens: n, isTruncating } = each
        return (
          isTruncating && (
            <Notice key={name} tone="warning">
              {t('models.truncating', { model: name, n })}
            </Notice>
          )
        )
      })}
    </>
  )
}

/** A model server on this machine: one click uses one of its models. */
function FoundServer({ purpose, server }: { purpose: ModelRole; server: LocalServer }) {
  const { name, provider, address, models } = server
  const suitable = models.filter(({ role = 'chat' }) => role === purpose && presets[provider].roles.includes(role))
  const [picked, setModel] = useState('')
  const model = picked || (suitable[0]?.id ?? '')
  const choose = useChooseModel()
  if (provider === 'ollama' && models.length === 0)
    return purpose === 'chat' ? <PullFirstModel address={address} /> : null
  const chosen = suitable.find(({ id }) => id === model)
  if (!chosen) return null
  const use = () => choose.mutate({ role: purpose, choice: { provider, address, model, key: '', alternatives: [] } })
  return (
    <>
      <Notice>
        <p className={classes.state}>{t('models.found', { name, n: suitable.length })}</p>
        <div className={classes.actions}>
          {suitable.length === 1 ? (
            <span>{describeModel(chosen)}</span>
          ) : (
            <NativeSelect
              aria-label={t('models.chooseFound', { name })}
              data={suitable.map((each) => ({ value: each.id, label: describeModel(each) }))}
              value={model}
              onChange={(event) => setModel(event.currentTarget.value)}
            />
          )}
          <Button loading={choose.isPending} onClick={use}>
            {t('models.useFound', { model })}
          </Button>
        </div>
      </Notice>
      {choose.error && <Notice tone="danger">{failureText(choose.error, 'settings.save-failed')}</Notice>}
    </>
  )
}
