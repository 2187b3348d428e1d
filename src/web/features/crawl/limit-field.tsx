import { Anchor, TextInput } from '@mantine/core'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/plans.ts'
import { useTypedEarly } from '#web/ui/use-typed-early.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'
import classes from './limit-field.module.css'
import { whenLeft, whileTyping } from './limits.ts'

const limitWords = {
  pages: {
    free: 'Free tier limit: {limit, number} pages.',
    pro: 'Pro plan limit: {limit, number} pages.',
    enterprise: 'Enterprise plan limit: {limit, number} pages.',
  },
  levels: {
    free: 'Free tier limit: {limit, number} levels.',
    pro: 'Pro plan limit: {limit, number} levels.',
    enterprise: 'Enterprise plan limit: {limit, number} levels.',
  },
} as const satisfies Record<string, Record<Tier, Text>>

const visitorLimits = { pages: plans.free.maxPagesPerCrawl, levels: plans.free.maxDepth }

type LimitFieldProps = {
  label: string
  unit: keyof typeof limitWords
  tier: Tier | null
  limit: number
  value: string
  onChange: (value: string) => void
  /** More was wanted than the plan allows. */
  onExceeded: () => void
  onUpgrade: () => void
}

/** A number from 1 to what the plan allows, with the limit and the way past it below. */
export function LimitField({ label, unit, tier, limit, value, onChange, onExceeded, onUpgrade }: LimitFieldProps) {
  function take({ shown, exceeded }: ReturnType<typeof whenLeft>) {
    onChange(shown)
    if (exceeded) onExceeded()
  }
  return (
    <TextInput
      ref={useTypedEarly((typed) => take(whileTyping(typed, limit)))}
      type="number"
      inputMode="numeric"
      min={1}
      step={1}
      label={label}
      value={value}
      classNames={{ description: classes.hint }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        // Until the plan is known, what a visitor would read keeps the room and is not seen.
        <span className={tier === null ? classes.unknown : undefined}>
          {t(limitWords[unit][tier ?? 'free'], { limit: tier === null ? visitorLimits[unit] : limit })}{' '}
          {tier !== 'enterprise' && (
            <Anchor component="button" type="button" inherit onClick={onUpgrade}>
              {t('Upgrade')}
            </Anchor>
          )}
        </span>
      }
      onChange={(event) => take(whileTyping(event.currentTarget.value, limit))}
      onBlur={() => take(whenLeft(value, limit))}
    />
  )
}
