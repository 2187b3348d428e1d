import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { plans, Tier } from '#shared/plans.ts'
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
              <span className={classes.plan}>{option}</span>, {plans[option].credits.toLocaleString()} credits
            </span>
          </label>
        ))}
      </fieldset>
      <p className={classes.note}>The balance becomes what the plan grants; it is {person.credits_count.toLocaleString()} now.</p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={tier === person.tier}>
          Change plan
        </Button>
      </Group>
    </form>
  )
}
