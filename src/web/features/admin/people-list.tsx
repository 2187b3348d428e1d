import { VisuallyHidden } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListedUser } from '#shared/admin.ts'
import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { PersonDialog } from './person-dialog.tsx'
import type { PersonAction } from './person-dialog.tsx'
import classes from './admin-table.module.css'

type PeopleListProps = {
  people: ListedUser[]
  currentUserId: string
}

/** Accounts, each with a menu of admin actions. */
export function PeopleList({ people, currentUserId }: PeopleListProps) {
  const [selected, setSelected] = useState<{ person: ListedUser; action: PersonAction } | null>(null)
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('admin.person')}</th>
            <th scope="col">{t('credits.plan')}</th>
            <th scope="col" className={classes.number}>
              {t('common.credits')}
            </th>
            <th scope="col">{t('admin.lastSeen')}</th>
            <th scope="col" className={classes.number}>
              {t('account.sessions')}
            </th>
            <th scope="col">
              <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <th scope="row" data-label={t('admin.person')}>
                {person.email}
                <Badges person={person} currentUserId={currentUserId} />
              </th>
              <td data-label={t('credits.plan')}>
                <span className={classes.plan}>{person.tier}</span>
              </td>
              <td data-label={t('common.credits')} className={classes.number}>
                {formatNumber(person.credits_count)}
              </td>
              <td data-label={t('admin.lastSeen')}>
                {person.last_seen_at ? <RelativeTime iso={person.last_seen_at} /> : t('common.never')}
              </td>
              <td data-label={t('account.sessions')} className={classes.number}>
                {person.sessions}
              </td>
              <td className={classes.actions}>
                <ChoiceMenu
                  label={t('admin.actionsFor', { email: person.email })}
                  icon={<IconDots size={18} aria-hidden />}
                  opens="below"
                  choices={actionsFor(person, person.id === currentUserId).map(({ words, action }) => ({
                    words,
                    onChoose: () => setSelected({ person, action }),
                  }))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {selected && (
        <PersonDialog key={selected.person.id + selected.action} {...selected} onClose={() => setSelected(null)} />
      )}
    </>
  )
}

function Badges({ person, currentUserId }: { person: ListedUser; currentUserId: string }) {
  const badges = [
    person.id === currentUserId && ('admin.you' as const),
    person.isAdmin && ('admin.administrator' as const),
    person.suspended_at !== null && ('admin.suspended' as const),
  ].filter((badge) => badge !== false)
  return badges.map((badge) => (
    <span key={badge} className={classes.badge} data-badge={badge}>
      {t(badge)}
    </span>
  ))
}

/** Administrators cannot suspend or demote themselves. */
function actionsFor(person: ListedUser, isSelf: boolean): { words: string; action: PersonAction }[] {
  return [
    { words: t('admin.changePlanItem'), action: 'plan' },
    { words: t('admin.setCreditsItem'), action: 'credits' },
    ...(person.sessions > 0 ? [{ words: t('admin.endSessionsItem'), action: 'end-sessions' as const }] : []),
    ...(isSelf ? [] : suspensionActions(person)),
    ...(isSelf ? [] : roleActions(person)),
  ]
}

const suspensionActions = ({ suspended_at }: ListedUser) =>
  suspended_at === null
    ? [{ words: t('admin.suspendItem'), action: 'suspend' as const }]
    : [{ words: t('admin.reinstateItem'), action: 'unsuspend' as const }]
const roleActions = ({ isAdmin }: ListedUser) =>
  isAdmin
    ? [{ words: t('admin.removeAdministratorItem'), action: 'remove-administrator' as const }]
    : [{ words: t('admin.makeAdministratorItem'), action: 'make-administrator' as const }]
