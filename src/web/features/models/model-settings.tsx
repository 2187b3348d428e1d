import { hostOf } from '#web/ui/address-parts.ts'
import { Button, Skeleton, Title, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LocalServer, type ModelRole, type ModelState, type ModelWindow, presets, suits } from '#shared/models.ts'
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
import { labelOf, optionOf, serviceOptions } from './service-options.ts'

type ModelSettingsProps = {
  /** Whether an OpenAI key is stored in the system settings. */
  hasSavedKey: boolean
}

/**
 * A section per role: the model in use, the model servers found on this machine, and a form to choose another model.
 */
export function ModelSettings({ hasSavedKey }: ModelSettingsProps) {
  const { data: models, isError, refetch } = useQuery(modelsQuery)
  if (isError && !models) return <ErrorState title={t('models.loadFailed')} onRetry={() => void refetch()} />
  if (!models) return <Skeleton height={220} role="status" aria-label={t('models.loading')} />
  return (
    <section className={`${panel.panel} ${classes.panel}`} aria-label={t('models.title')}>
      <Title order={2}>{t('models.title')}</Title>
      <RoleSection purpose="chat" state={models.chat} windows={models.windows} hasSavedKey={hasSavedKey} />
      <RoleSection purpose="embedding" state={models.embedding} hasSavedKey={hasSavedKey} />
      <RoleSection purpose="reranking" state={models.reranking} hasSavedKey={hasSavedKey} />
    </section>
  )
}

const titles = { chat: 'models.answers', embedding: 'models.search', reranking: 'models.reranking' } as const
/** What Readback does in a role that has no model. */
const withoutModel = { chat: 'models.builtIn', embedding: 'models.byWords', reranking: 'models.bySearch' } as const

type RoleSectionProps = {
  purpose: ModelRole
  state: ModelState | null
  /** How much of a prompt the model and its alternatives read. Known for chat models only. */
  windows?: readonly ModelWindow[]
  hasSavedKey: boolean
}

function RoleSection({ purpose, state, windows = [], hasSavedKey }: RoleSectionProps) {
  const { data: servers = [] } = useQuery(localServersQuery)
  const [isChoosing, setIsChoosing] = useState(false)
  const remove = useRemoveModel()
  const title = t(titles[purpose])
  const unusedServers = servers.filter(({ address }) => address !== state?.address)
  return (
    <section className={classes.role} aria-label={title}>
      <Title order={3}>{title}</Title>
      {state ? (
        <ModelInUse
          state={state}
          provider={labelOf(optionOf(state, serviceOptions(purpose, servers)).name)}
          windows={windows}
          hasSavedKey={hasSavedKey}
        />
      ) : (
        <p className={classes.state}>{t(withoutModel[purpose])}</p>
      )}
      {unusedServers.map((server) => (
        <FoundServer key={server.address} purpose={purpose} server={server} />
      ))}
      {isChoosing ? (
        <ModelForm purpose={purpose} state={state} servers={servers} onDone={() => setIsChoosing(false)} />
      ) : (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setIsChoosing(true)}>
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

type ModelInUseProps = { state: ModelState; provider: string; windows: readonly ModelWindow[]; hasSavedKey: boolean }

function ModelInUse({ state, provider, windows, hasSavedKey }: ModelInUseProps) {
  const { model, address, source } = state
  const isFromSavedKey = hasSavedKey && state.provider === 'openai'
  // The first window is that of the model itself.
  const [ownWindow] = windows
  return (
    <>
      <p className={classes.state}>
        {t('models.inUse', { model, provider, host: hostOf(address) })}
        {ownWindow && !ownWindow.isTruncating && <small>{t('models.window', { n: ownWindow.tokens })}</small>}
        {source === 'environment' && (
          <small>{t(isFromSavedKey ? 'models.fromSavedKey' : 'models.fromEnvironment')}</small>
        )}
      </p>
      {windows
        .filter(({ isTruncating }) => isTruncating)
        .map((window) => (
          <Notice key={window.model} tone="warning">
            {t('models.truncating', { model: window.model, n: window.tokens })}
          </Notice>
        ))}
    </>
  )
}

type FoundServerProps = { purpose: ModelRole; server: LocalServer }

/** Offers a model server of this machine: what it can do for the role, if anything. */
function FoundServer({ purpose, server }: FoundServerProps) {
  const isWithoutChat = server.provider === 'ollama' && !server.models.some(suits('chat'))
  if (isWithoutChat && purpose === 'chat') return <PullFirstModel address={server.address} />
  return <FoundModels purpose={purpose} server={server} />
}

/** One click uses the first suitable model; a list offers the others. */
function FoundModels({ purpose, server: { name, provider, address, models } }: FoundServerProps) {
  const choose = useChooseModel()
  const [pickedId, setPickedId] = useState<string | null>(null)
  const suitable = presets[provider].roles.includes(purpose) ? models.filter(suits(purpose)) : []
  const picked = pickedId === null ? suitable[0] : suitable.find(({ id }) => id === pickedId)
  if (!picked) return null
  const model = picked.id
  const use = () => choose.mutate({ role: purpose, choice: { provider, address, model, key: '', alternatives: [] } })
  return (
    <>
      <Notice>
        <p className={classes.state}>{t('models.found', { name, n: suitable.length })}</p>
        <div className={classes.actions}>
          {suitable.length === 1 ? (
            <span>{describeModel(picked)}</span>
          ) : (
            <NativeSelect
              aria-label={t('models.chooseFound', { name })}
              data={suitable.map((each) => ({ value: each.id, label: describeModel(each) }))}
              value={model}
              onChange={(event) => setPickedId(event.currentTarget.value)}
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
