import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { plans } from '#shared/plans.ts'
import { Tier } from '#shared/tier.ts'
import { rich, t } from '#web/messages/t.ts'
import type { PersonFormProps } from './person-dialog.tsx'
import classes from './person-forms.module.css'

export function ChangePlanForm({ person, busy, onCancel, onSubmit }: PersonFormProps) {
  const [tier, setTier] = useState<Tier>(person.tier)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit({ type: 'plan', tier })
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
              {rich('admin.planWithCredits', {
                tier: option,
                credits: plans[option].credits,
                plan: (text) => <span className={classes.plan}>{text}</span>,
              })}
            </span>
          </label>
        ))}
      </fieldset>
      <p className={classes.note}>{t('admin.changePlanNote', { n: person.credits_count })}</p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={tier === person.tier}>
          {t('admin.changePlan')}
        </Button>
      </Group>
    </form>
  )
}
