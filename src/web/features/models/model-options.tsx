import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
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

/** What else an administrator can set for a chat model, its price, and the other models that users may choose. */
export function ModelOptions({ model, offered, options, onChange, errors }: ModelOptionsProps) {
  const set = (change: Partial<Options>) => onChange({ ...options, ...change })
  const setPrice = (name: string, change: Partial<TypedPrice>) =>
    set({ prices: { ...options.prices, [name]: { input: '', output: '', ...options.prices[name], ...change } } })
  const others = options.alternatives.filter((name) => name !== model)
  const names = [model, ...others].filter((name) => name !== '')
  const find = (name: string) => offered.find(({ id }) => id === name)
  return (
    <details className={classes.options}>
      <summary>{t('models.moreSettings')}</summary>
      {(options.contextTokens !== '' || !find(model)?.contextTokens) && (
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
      <AddAlternative
        offered={offered.filter(({ id }) => !names.includes(id))}
        onAdd={(name) => !names.includes(name) && set({ alternatives: [...options.alternatives, name] })}
      />
      {names.map((name) => (
        <PriceFields
          key={name}
          model={name}
          listed={find(name)?.price}
          typed={options.prices[name]}
          onChange={(change) => setPrice(name, change)}
        >
          {name !== model && (
            <Button variant="subtle" onClick={() => set({ alternatives: others.filter((other) => other !== name) })}>
              {t('models.removeAlternative', { model: name })}
            </Button>
          )}
        </PriceFields>
      ))}
      {/* Only its price can be wrong in an alternative. */}
      {(errors['price'] ?? errors['alternatives']) && <Notice tone="danger">{t('models.priceInvalid')}</Notice>}
    </details>
  )
}

type AddAlternativeProps = { offered: readonly OfferedModel[]; onAdd: (model: string) => void }

/** A field for another model, with suggestions from the service. */
function AddAlternative({ offered, onAdd }: AddAlternativeProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  function add() {
    if (name !== '') onAdd(name)
    setTyped('')
  }
  return (
    <>
      <div className={classes.add}>
        <TextInput
          label={t('models.alternatives')}
          description={t('models.alternativesHint')}
          list={id}
          value={typed}
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button variant="default" disabled={name === ''} onClick={add}>
          {t('models.addAlternative')}
        </Button>
      </div>
      <datalist id={id}>
        {offered.map((model) => (
          <option key={model.id} value={model.id}>
            {factsAbout(model).join(' · ')}
          </option>
        ))}
      </datalist>
    </>
  )
}

const priceFields = [
  { field: 'input', label: 'models.priceInput' },
  { field: 'output', label: 'models.priceOutput' },
] as const

type PriceFieldsProps = {
  model: string
  /** The price that the provider lists. */
  listed: ModelPrice | undefined
  typed: TypedPrice | undefined
  onChange: (change: Partial<TypedPrice>) => void
  children: ReactNode
}

/** The price of a model for input and output tokens; the listed price is the placeholder. */
function PriceFields({ model, listed, typed, onChange, children }: PriceFieldsProps) {
  return (
    <fieldset className={classes.price}>
      <legend>{t('models.priceOf', { model })}</legend>
      {priceFields.map(({ field, label }) => (
        <TextInput
          key={field}
          label={t(label)}
          placeholder={listed?.[field].toString() ?? ''}
          inputMode="decimal"
          value={typed?.[field] ?? ''}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
        />
      ))}
      {children}
    </fieldset>
  )
}
