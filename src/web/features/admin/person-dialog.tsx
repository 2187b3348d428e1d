import type { ListedUser } from '#shared/admin.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import { useChangePerson } from '#web/queries/admin.ts'
import type { PersonChange } from '#web/queries/admin.ts'
import { failureText } from '#web/api/request.ts'
import { ConfirmQuestion } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SetCreditsForm } from './set-credits-form.tsx'
import { ChangePlanForm } from './change-plan-form.tsx'
import classes from './person-forms.module.css'

export type PersonAction =
  | 'plan'
  | 'credits'
  | 'end-sessions'
  | 'suspend'
  | 'unsuspend'
  | 'make-administrator'
  | 'remove-administrator'

type PersonDialogProps = { person: ListedUser; action: PersonAction; onClose: () => void }

/** Form or confirmation for an action on a person. Stays open and shows the error if the action fails. */
export function PersonDialog({ person, action, onClose }: PersonDialogProps) {
  const mutation = useChangePerson()
  const onSubmit = (change: PersonChange) => mutation.mutate({ person, change }, { onSuccess: onClose })
  const formProps = { person, busy: mutation.isPending, onCancel: onClose, onSubmit }
  return (
    <Dialog opened onClose={onClose} title={t(titles[action])}>
      {action === 'plan' && <ChangePlanForm {...formProps} />}
      {action === 'credits' && <SetCreditsForm {...formProps} />}
      {action !== 'plan' && action !== 'credits' && <ConfirmAction action={action} {...formProps} />}
      {mutation.error && (
        <Notice tone="danger" className={classes.failure}>
          {failureText(mutation.error, 'server.unexpected')}
        </Notice>
      )}
    </Dialog>
  )
}

const titles = {
  plan: 'admin.changePlanTitle',
  credits: 'admin.setCreditsTitle',
  'end-sessions': 'admin.endSessionsTitle',
  suspend: 'admin.suspendTitle',
  unsuspend: 'admin.reinstateTitle',
  'make-administrator': 'admin.makeAdministratorTitle',
  'remove-administrator': 'admin.removeAdministratorTitle',
} as const satisfies Record<PersonAction, TextKey>

export type PersonFormProps = {
  person: ListedUser
  busy: boolean
  onCancel: () => void
  onSubmit: (change: PersonChange) => void
}

function ConfirmAction({
  action,
  person,
  busy,
  onCancel,
  onSubmit,
}: PersonFormProps & { action: Exclude<PersonAction, 'plan' | 'credits'> }) {
  const { change, ...texts } = confirmations(person)[action]
  return <ConfirmQuestion {...texts} busy={busy} onCancel={onCancel} onConfirm={() => onSubmit(change)} />
}

function confirmations({ email, isListedAdmin }: ListedUser) {
  return {
    'end-sessions': {
      message: t('admin.endSessionsWarning', { email }),
      confirmLabel: t('admin.endSessions'),
      change: { type: 'end-sessions' },
    },
    suspend: {
      message: t('admin.suspendWarning', { email }),
      confirmLabel: t('admin.suspend'),
      type: 'danger',
      change: { type: 'suspended', value: true },
    },
    unsuspend: {
      message: t('admin.reinstateNote', {
        email,
      }),
      confirmLabel: t('admin.reinstate'),
      change: { type: 'suspended', value: false },
    },
    'make-administrator': {
      message: t('admin.makeAdministratorWarning', { email }),
      confirmLabel: t('admin.makeAdministrator'),
      type: 'danger',
      change: { type: 'administrator', value: true },
    },
    'remove-administrator': {
      message: `${t('admin.removeAdministratorWarning', { email })}${isListedAdmin ? ` ${t('admin.adminEmailsNote')}` : ''}`,
      confirmLabel: t('admin.removeAdministrator'),
      change: { type: 'administrator', value: false },
    },
  } as const satisfies Record<
    string,
    { message: string; confirmLabel: string; type?: 'warning' | 'danger'; change: PersonChange }
  >
}
