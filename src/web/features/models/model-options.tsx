import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { type ModelChoice, ModelEffort, type ModelPrice, type ModelState, type OfferedModel } from '#shared/models.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import { Notice } from '#web/ui/notice.tsx'
import { factsAbout } from './describe-model.ts'
import classes from './models.module.css'

/** Fields may be empty. */
type TypedPrice = { input: string; output: string }
type Options = {
  contextTokens: string
  effort: ModelEffort | ''
  alternatives: string[]
  prices: Record<string, TypedPrice>
}

export function optionsOf(state: ModelState | null): Options {
  const { model = '', price, alternatives = [], contextTokens, effort } = state ?? {}
  const priced = [{ model, price }, ...alternatives].flatMap((each) =>
    each.price ? [[each.model, typedPrice(each.price)]] : [],
  )
  return {
    contextTokens: contextTokens?.toString() ?? '',
    effort: effort ?? '',
    alternatives: alternatives.map((each) => each.model),
    prices: Object.fromEntries(priced),
  }
}

/** A price that is not entered is the one that the provider lists. */
export function choiceOf(
  { contextTokens, effort, alternatives, prices }: Options,
  model: string,
  offered: readonly OfferedModel[],
): Pick<ModelChoice, 'contextTokens' | 'effort' | 'price' | 'alternatives'> {
  const priced = (name: string) => {
    const price = priceOf(prices[name]) ?? offered.find(({ id }) => id === name)?.price
    return price && { price }
  }
  const others = alternatives.filter((name) => name !== model)
  return {
    ...(contextTokens.trim() !== '' && { contextTokens: Number(contextTokens) }),
    ...(effort !== '' && { effort }),
    ...priced(model),
    alternatives: others.map((name) => ({ model: name, ...priced(name) })),
  }
}

const typedPrice = ({ input, output }: ModelPrice): TypedPrice => ({ input: `${input}`, output: `${output}` })

/** Undefined unless both fields are filled in. */
function priceOf({ input, output }: TypedPrice = { input: '', output: '' }): ModelPrice | undefined {
  if (input.trim() === '' || output.trim() === '') return undefined
  // German keyboards write a comma.
  return { input: Number(input.replace(',', '.')), output: Number(output.replace(',', '.')) }
}

const effortNames: Record<ModelEffort, TextKey> = {
  low: 'models.effortLow',
  medium: 'models.effortMedium',
  high: 'models.effortHigh',
}

type ModelOptionsProps = {
  model: string
  offered: readonly OfferedModel[]
  options: Options
  onChange: (options: Options) => void
  errors: Record<string, string>
}

/** What else an administrator can set for a chat model, its price, and the other models that people may choose. */
export function ModelOptions({ model, offered, options, onChange, errors }: ModelOptionsProps) {
  const set = (change: Partial<Options>) => onChange({ ...options, ...change })
  const setPrice = (name: string, change: Partial<TypedPrice>) =>
    set({ prices: { ...options.prices, [name]: { input: '', output: '', ...options.prices[name], ...change } } })
  const id = useId()
  const [added, setAdded] = useState('')
  function add() {
    const name = added.trim()
    if (name !== '' && !names.includes(name)) set({ alternatives: [...options.alternatives, name] })
    setAdded('')
  }
  const listed = offered.find(({ id }) => id === model)
  const names = [model, ...options.alternatives.filter((name) => name !== model)].filter((name) => name !== '')
  return (
    <details className={classes.options}>
      <summary>{t('models.moreSettings')}</summary>
      {(options.contextTokens !== '' || !listed?.contextTokens) && (
        <TextInput
          label={t('models.contextSize')}
          description={t('models.contextSizeHint')}
          inputMode="numeric"
          value={options.contextTokens}
          error={errors['contextTokens']}
          onChange={(event) => set({ contextTokens: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label={t('models.effort')}
        description={t('models.effortHint')}
        data={[
          { value: '', label: t('models.effortDefault') },
          ...ModelEffort.options.map((value) => ({ value, label: t(effortNames[value]) })),
        ]}
        value={options.effort}
        onChange={(event) => set({ effort: ModelEffort.safeParse(event.currentTarget.value).data ?? '' })}
      />
      <div className={classes.add}>
        <TextInput
          label={t('models.alternatives')}
          description={t('models.alternativesHint')}
          list={id}
          value={added}
          spellCheck={false}
          onChange={(event) => setAdded(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button variant="default" disabled={added.trim() === ''} onClick={add}>
          {t('models.addAlternative')}
        </Button>
      </div>
      <datalist id={id}>
        {offered
          .filter((each) => !names.includes(each.id))
          .map((each) => (
            <option key={each.id} value={each.id}>
              {factsAbout(each).join(' · ')}
            </option>
          ))}
      </datalist>
      {names.map((name) => {
        const price = offered.find(({ id }) => id === name)?.price
        const typed = options.prices[name]
        return (
          <fieldset key={name} className={classes.price}>
            <legend>{t('models.priceOf', { model: name })}</legend>
            {(['input', 'output'] as const).map((field) => (
              <TextInput
                key={field}
                label={t(field === 'input' ? 'models.priceInput' : 'models.priceOutput')}
                placeholder={price?.[field].toString() ?? ''}
                inputMode="decimal"
                value={typed?.[field] ?? ''}
                onChange={(event) => setPrice(name, { [field]: event.currentTarget.value })}
              />
            ))}
            {name !== model && (
              <Button
                variant="subtle"
                onClick={() => set({ alternatives: options.alternatives.filter((each) => each !== name) })}
              >
                {t('models.removeAlternative', { model: name })}
              </Button>
            )}
          </fieldset>
        )
      })}
      {errors['price'] && <Notice tone="danger">{t('models.priceInvalid')}</Notice>}
    </details>
  )
}
