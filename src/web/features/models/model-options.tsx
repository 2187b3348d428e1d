import { NativeSelect, NumberInput, TagsInput } from '@mantine/core'
import { type ModelChoice, ModelEffort, type ModelPrice, type ModelState, type OfferedModel } from '#shared/models.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import classes from './models.module.css'

/** Fields may be empty. */
type TypedPrice = { input: string | number; output: string | number }
type Options = {
  contextTokens: string | number
  effort: ModelEffort | ''
  alternatives: string[]
  prices: Record<string, TypedPrice>
}

export function optionsOf(state: ModelState | null): Options {
  const { model = '', price, alternatives = [], contextTokens, effort } = state ?? {}
  const priced = [{ model, price }, ...alternatives].flatMap((each) => (each.price ? [[each.model, each.price]] : []))
  return {
    contextTokens: contextTokens ?? '',
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
    ...(typeof contextTokens === 'number' && { contextTokens }),
    ...(effort !== '' && { effort }),
    ...priced(model),
    alternatives: others.map((name) => ({ model: name, ...priced(name) })),
  }
}

function priceOf({ input, output }: Partial<TypedPrice> = {}): ModelPrice | undefined {
  return typeof input === 'number' && typeof output === 'number' ? { input, output } : undefined
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
  error: string | undefined
}

/** What else an administrator can set for a chat model, its price, and the other models that people may choose. */
export function ModelOptions({ model, offered, options, onChange, error }: ModelOptionsProps) {
  const set = (change: Partial<Options>) => onChange({ ...options, ...change })
  const setPrice = (name: string, change: Partial<TypedPrice>) =>
    set({ prices: { ...options.prices, [name]: { input: '', output: '', ...options.prices[name], ...change } } })
  const listed = offered.find(({ id }) => id === model)
  const names = [model, ...options.alternatives.filter((name) => name !== model)].filter((name) => name !== '')
  return (
    <details className={classes.options}>
      <summary>{t('models.moreSettings')}</summary>
      {(options.contextTokens !== '' || !listed?.contextTokens) && (
        <NumberInput
          label={t('models.contextSize')}
          description={t('models.contextSizeHint')}
          value={options.contextTokens}
          error={error}
          min={0}
          allowDecimal={false}
          hideControls
          onChange={(contextTokens) => set({ contextTokens })}
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
      <TagsInput
        label={t('models.alternatives')}
        description={t('models.alternativesHint')}
        data={offered.map(({ id }) => id).filter((id) => id !== model)}
        value={options.alternatives}
        onChange={(alternatives) => set({ alternatives })}
      />
      {names.map((name) => {
        const price = offered.find(({ id }) => id === name)?.price
        const typed = options.prices[name]
        return (
          <fieldset key={name} className={classes.price}>
            <legend>{t('models.priceOf', { model: name })}</legend>
            <PriceField
              label={t('models.priceInput')}
              value={typed?.input ?? ''}
              listed={price?.input}
              onChange={(input) => setPrice(name, { input })}
            />
            <PriceField
              label={t('models.priceOutput')}
              value={typed?.output ?? ''}
              listed={price?.output}
              onChange={(output) => setPrice(name, { output })}
            />
          </fieldset>
        )
      })}
    </details>
  )
}

type PriceFieldProps = {
  label: string
  value: string | number
  listed: number | undefined
  onChange: (value: string | number) => void
}

function PriceField({ label, value, listed, onChange }: PriceFieldProps) {
  return (
    <NumberInput
      label={label}
      placeholder={listed?.toString() ?? ''}
      value={value}
      min={0}
      decimalScale={4}
      prefix="$"
      hideControls
      onChange={onChange}
    />
  )
}
