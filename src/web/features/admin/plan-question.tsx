import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { plans, Tier } from '#shared/plans.ts'
import { rich, t } from '#web/languages/t.ts'
import type { Asks } from './change-dialog.tsx'
import classes from './questions.module.css'

/** Which plan somebody is to have. */
export function PlanQuestion({ person, busy, onCancel, onChange }: Asks) {
  const [tier, setTier] = useState<Tier>(person.tier)
  return (
    <form
      className={classes.question}
      onSubmit={(event) => {
        event.preventDefault()
        onChange({ what: 'plan', tier })
      }}
    >
      <fieldset className={classes.choices}>
        <legend>{person.email}</legend>
        {Tier.options.map((option) => (
          <label key={option} className={classes.choice}>
            <input
              type="radio"
              name="plan"
              value={option}
              checked={option === tier}
              data-autofocus={option === tier || undefined}
              onChange={() => setTier(option)}
            />
            <span>
              {rich('<plan>{tier}</plan>, {credits, number} credits', {
                tier: option,
                credits: plans[option].credits,
                plan: (words) => <span className={classes.plan}>{words}</span>,
              })}
            </span>
          </label>
        ))}
      </fieldset>
      <p className={classes.note}>
        {t('The balance becomes what the plan grants; it is {n, number} now.', { n: person.credits_count })}
      </p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={tier === person.tier}>
          {t('Change plan')}
        </Button>
      </Group>
    </form>
  )
}
