import type { Person } from '#shared/admin.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'
import { useChangePerson } from '#web/queries/admin.ts'
import type { PersonChange } from '#web/queries/admin.ts'
import { failureWords } from '#web/request.ts'
import { ConfirmQuestion } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CreditsQuestion } from './credits-question.tsx'
import { PlanQuestion } from './plan-question.tsx'
import classes from './questions.module.css'

export type Wish = 'plan' | 'credits' | 'end-sessions' | 'suspend' | 'unsuspend' | 'make-administrator' | 'unmake-administrator'

type ChangeDialogProps = { person: Person; wish: Wish; onClose: () => void }

/** Asks what is to become of a person, or whether it really is; a refusal is said here, and the dialog stays. */
export function ChangeDialog({ person, wish, onClose }: ChangeDialogProps) {
  const changing = useChangePerson()
  const change = (to: PersonChange) => changing.mutate({ person, change: to }, { onSuccess: onClose })
  const asks = { person, busy: changing.isPending, onCancel: onClose, onChange: change }
  return (
    <Dialog opened onClose={onClose} title={t(titles[wish])}>
      {wish === 'plan' && <PlanQuestion {...asks} />}
      {wish === 'credits' && <CreditsQuestion {...asks} />}
      {wish !== 'plan' && wish !== 'credits' && <PlainQuestion wish={wish} {...asks} />}
      {changing.error && (
        <Notice tone="danger" className={classes.failure}>
          {failureWords(changing.error, 'server.unexpected')}
        </Notice>
      )}
    </Dialog>
  )
}

const titles = {
  plan: 'Change the plan',
  credits: 'Set the credits',
  'end-sessions': 'End all sessions?',
  suspend: 'Suspend this account?',
  unsuspend: 'Let this account in again?',
  'make-administrator': 'Make administrator?',
  'unmake-administrator': 'Unmake administrator?',
} as const satisfies Record<Wish, Text>

export type Asks = {
  person: Person
  busy: boolean
  onCancel: () => void
  onChange: (change: PersonChange) => void
}

function PlainQuestion({ wish, person, busy, onCancel, onChange }: Asks & { wish: Exclude<Wish, 'plan' | 'credits'> }) {
  const { change, ...words } = questions(person)[wish]
  return <ConfirmQuestion {...words} busy={busy} onCancel={onCancel} onConfirm={() => onChange(change)} />
}

function questions({ email, isListedAdmin }: Person) {
  return {
    'end-sessions': {
      message: t('{email} is signed out everywhere and may sign in again.', { email }),
      confirmLabel: t('End sessions'),
      change: { what: 'end-sessions' },
    },
    suspend: {
      message: t(
        '{email} is signed out everywhere and cannot sign in, API keys are refused and running crawls stop. Nothing is deleted.',
        { email },
      ),
      confirmLabel: t('Suspend'),
      type: 'danger',
      change: { what: 'suspended', to: true },
    },
    unsuspend: {
      message: t('{email} may sign in again, and API keys work again. Crawls that were stopped stay stopped.', { email }),
      confirmLabel: t('Unsuspend'),
      change: { what: 'suspended', to: false },
    },
    'make-administrator': {
      message: t(
        "{email} will see everybody's plans and credits, may change these settings, suspend people and unmake you.",
        { email },
      ),
      confirmLabel: t('Make administrator'),
      type: 'danger',
      change: { what: 'administrator', to: true },
    },
    'unmake-administrator': {
      message: `${t('{email} loses the admin area at once.', { email })}${isListedAdmin ? ` ${t('ADMIN_EMAILS names this address, so the next start makes it an administrator again.')}` : ''}`,
      confirmLabel: t('Unmake administrator'),
      change: { what: 'administrator', to: false },
    },
  } as const satisfies Record<string, { message: string; confirmLabel: string; type?: 'warning' | 'danger'; change: PersonChange }>
}
