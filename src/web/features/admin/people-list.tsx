import { Skeleton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { Person } from '#shared/admin.ts'
import { digits } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import type { Wish } from './change-dialog.tsx'
import classes from './rows.module.css'

type PeopleListProps = {
  people: Person[]
  /** Whoever looks at it. */
  self: string
}

/** Everybody with an account, each with what an administrator may do. */
export function PeopleList({ people, self }: PeopleListProps) {
  const [asked, setAsked] = useState<{ person: Person; wish: Wish } | null>(null)
  return (
    <>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{t('Person')}</th>
            <th scope="col">{t('Plan')}</th>
            <th scope="col" className={classes.number}>
              {t('Credits')}
            </th>
            <th scope="col">{t('Last seen')}</th>
            <th scope="col" className={classes.number}>
              {t('Sessions')}
            </th>
            <th scope="col">
              <span className={classes.quiet}>{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <th scope="row" data-label={t('Person')}>
                {person.email}
                <Marks person={person} self={self} />
              </th>
              <td data-label={t('Plan')}>
                <span className={classes.plan}>{person.tier}</span>
              </td>
              <td data-label={t('Credits')} className={classes.number}>
                {digits(person.credits_count)}
              </td>
              <td data-label={t('Last seen')}>{person.last_seen_at ? <RelativeTime iso={person.last_seen_at} /> : t('never')}</td>
              <td data-label={t('Sessions')} className={classes.number}>
                {person.sessions}
              </td>
              <td className={classes.act}>
                <ChoiceMenu
                  label={t('What to do with {email}', { email: person.email })}
                  icon={<IconDots size={18} aria-hidden />}
                  opens="below"
                  choices={wishesFor(person, person.id === self).map(({ words, wish }) => ({
                    words,
                    onChoose: () => setAsked({ person, wish }),
                  }))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked && <ChangeDialog key={asked.person.id + asked.wish} {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function Marks({ person, self }: { person: Person; self: string }) {
  const marks = [
    person.id === self && ('you' as const),
    person.isAdmin && ('administrator' as const),
    person.suspended_at !== null && ('suspended' as const),
  ].filter((mark) => mark !== false)
  return marks.map((mark) => (
    <span key={mark} className={classes.mark} data-mark={mark}>
      {t(mark)}
    </span>
  ))
}

/** Nobody suspends or unmakes himself. */
function wishesFor(person: Person, isSelf: boolean): { words: string; wish: Wish }[] {
  return [
    { words: t('Change plan…'), wish: 'plan' },
    { words: t('Set credits…'), wish: 'credits' },
    ...(person.sessions > 0 ? [{ words: t('End sessions…'), wish: 'end-sessions' as const }] : []),
    ...(isSelf ? [] : suspension(person)),
    ...(isSelf ? [] : role(person)),
  ]
}

const suspension = ({ suspended_at }: Person) =>
  suspended_at === null
    ? [{ words: t('Suspend…'), wish: 'suspend' as const }]
    : [{ words: t('Unsuspend…'), wish: 'unsuspend' as const }]
const role = ({ isAdmin }: Person) =>
  isAdmin
    ? [{ words: t('Unmake administrator…'), wish: 'unmake-administrator' as const }]
    : [{ words: t('Make administrator…'), wish: 'make-administrator' as const }]

export function RowsSkeleton({ label }: { label: string }) {
  return (
    <div className={classes.skeleton} role="status" aria-label={label}>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </div>
  )
}
