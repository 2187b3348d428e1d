import { Anchor, TextInput } from '@mantine/core'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import { useEarlyInput } from '#web/ui/hooks/use-early-input.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import classes from './limit-field.module.css'
import { clampOnBlur, clampWhileTyping } from './clamp-limits.ts'

const limitKeys = {
  pages: {
    free: 'crawlForm.freePageLimit',
    pro: 'crawlForm.proPageLimit',
    enterprise: 'crawlForm.enterprisePageLimit',
  },
  levels: {
    free: 'crawlForm.freeDepthLimit',
    pro: 'crawlForm.proDepthLimit',
    enterprise: 'crawlForm.enterpriseDepthLimit',
  },
} as const satisfies Record<string, Record<Tier, TextKey>>

const visitorLimits = { pages: plans.free.maxPagesPerCrawl, levels: plans.free.maxDepth }

type LimitFieldProps = {
  label: string
  unit: keyof typeof limitKeys
  tier: Tier | null
  limit: number
  value: string
  onChange: (value: string) => void
  /** The typed value exceeds the plan's limit. */
  onExceeded: () => void
  onUpgrade: () => void
}

/** A number from 1 to the plan's limit, with the limit and an upgrade link below. */
export function LimitField({ label, unit, tier, limit, value, onChange, onExceeded, onUpgrade }: LimitFieldProps) {
  function apply({ text, exceeded }: ReturnType<typeof clampOnBlur>) {
    onChange(text)
    if (exceeded) onExceeded()
  }
  return (
    <TextInput
      ref={useEarlyInput((typed) => apply(clampWhileTyping(typed, limit)))}
      type="number"
      inputMode="numeric"
      min={1}
      step={1}
      label={label}
      value={value}
      classNames={{ description: classes.hint }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        // While the plan is loading, the visitor's hint reserves the space invisibly.
        <span className={tier === null ? classes.unknown : undefined}>
          {t(limitKeys[unit][tier ?? 'free'], { limit: tier === null ? visitorLimits[unit] : limit })}{' '}
          {tier !== 'enterprise' && (
            <Anchor component="button" type="button" inherit onClick={onUpgrade}>
              {t('common.upgrade')}
            </Anchor>
          )}
        </span>
      }
      onChange={(event) => apply(clampWhileTyping(event.currentTarget.value, limit))}
      onBlur={() => apply(clampOnBlur(value, limit))}
    />
  )
}
