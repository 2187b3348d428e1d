import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LocalServer, ModelChoice, type ModelRole, type ModelService, type ModelState } from '#shared/models.ts'
import { testModel } from '#web/api/client.ts'
import { issuesByField } from '#web/messages/error-text.ts'
import { offeredModelsQuery, useChooseModel } from '#web/queries/admin.ts'
import { choiceOf, optionsOf } from './model-options.tsx'
import { optionOf, otherService, serviceOptions } from './service-options.ts'

type Draft = { address: string; key: string; model: string }

/** `state` is the model in use; `servers` were found on this machine. `onSaved` is called once the choice is stored. */
type ModelFormOptions = {
  purpose: ModelRole
  state: ModelState | null
  servers: readonly LocalServer[]
  onSaved: () => void
}

/** The unsaved choice of a model, the models that its service offers, and what the buttons do. */
export function useModelForm({ purpose, state, servers, onSaved }: ModelFormOptions) {
  const services = serviceOptions(purpose, servers)
  const stored = state && optionOf(state, services)
  const found = services.find((each) => each.models !== undefined)
  const [picked, setPicked] = useState(stored ?? found ?? services[0] ?? otherService)
  /** Until then the form shows only the provider: a guessed address would be reported as unreachable. */
  const [isPicked, setIsPicked] = useState(stored !== null || found !== undefined)
  const [draft, setDraft] = useState<Draft>({
    address: state?.address ?? picked.address,
    key: '',
    model: state?.model ?? '',
  })
  const [options, setOptions] = useState(() => optionsOf(state))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { provider, needsKey } = picked
  const storedKey = stored?.name === picked.name ? (state?.key ?? '') : ''
  // Asked for its models. Changes when a field loses focus, so that typing sends no requests.
  const [service, setService] = useState<ModelService>({ provider, address: draft.address, key: '' })
  const canList = isPicked && service.address !== '' && (!needsKey || service.key !== '' || storedKey !== '')
  const { data: list } = useQuery({ ...offeredModelsQuery(service), enabled: canList })
  const offered = list?.models.filter((each) => (each.role ?? purpose) === purpose) ?? []
  const choose = useChooseModel()
  const test = useMutation({ mutationFn: testModel })

  function pickService(name: string) {
    const next = services.find((each) => each.name === name)
    if (!next) return
    const kept = stored?.name === name ? state : null
    const address = kept?.address ?? next.address
    setPicked(next)
    setIsPicked(true)
    setDraft({ address, key: '', model: kept?.model ?? '' })
    setOptions(optionsOf(kept))
    setService({ provider: next.provider, address, key: '' })
    test.reset()
  }

  /** Null, and sets the errors, if a field is not valid. */
  function parseDraft() {
    const more = purpose === 'chat' ? choiceOf(options, draft.model.trim(), offered) : { alternatives: [] }
    const parsed = ModelChoice.safeParse({ provider, ...draft, ...more })
    setErrors(issuesByField(parsed.error))
    return parsed.success ? { role: purpose, choice: parsed.data } : null
  }

  return {
    services,
    picked,
    isPicked,
    pickService,
    draft,
    change: (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed })),
    leaveField: () => setService({ provider, address: draft.address.trim(), key: draft.key.trim() }),
    options,
    setOptions,
    errors,
    storedKey,
    offered,
    listError: list?.error ?? null,
    isMissing: provider === 'ollama' && list?.error === null && isMissing(draft.model, list.models),
    choose,
    test,
    save() {
      const request = parseDraft()
      if (request) choose.mutate(request, { onSuccess: onSaved })
    },
    tryOut() {
      const request = parseDraft()
      if (request) test.mutate(request)
    },
  }
}

/** Ollama adds a tag to names without one. */
function isMissing(model: string, installed: readonly { id: string }[]): boolean {
  return model !== '' && !installed.some(({ id }) => id === model || id === `${model}:latest`)
}
