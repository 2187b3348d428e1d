import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Program } from '#shared/api-keys.ts'
import { failureText } from '#web/api/request.ts'
import { rich, t } from '#web/messages/t.ts'
import { useRevokeProgram } from '#web/queries/api-keys.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ConnectSection } from './connect-section.tsx'
import classes from './key-list.module.css'

type ProgramSectionProps = {
  /** Passed in by the screen, as in KeySection. */
  programsQuery: Pick<UseQueryResult<Program[]>, 'data' | 'isError' | 'refetch'>
  origin: string
}

/** The programs that signed in with OAuth, each with a revoke button. */
export function ProgramSection({ programsQuery, origin }: ProgramSectionProps) {
  const { data: programs, isError, refetch } = programsQuery
  const [toRevoke, setToRevoke] = useState<Program | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const revokeProgram = useRevokeProgram()
  const nameOf = (program: Program | null) => program?.name || t('connect.unnamedProgram')
  return (
    <ConnectSection
      title={t('connect.programs')}
      hint={rich('connect.programsHint', { url: <code>{`${origin}/mcp`}</code> })}
    >
      {isError && !programs && (
        <ErrorState compact title={t('connect.programsLoadFailed')} onRetry={() => void refetch()} />
      )}
      {programs?.length === 0 && <p className={classes.facts}>{t('connect.noPrograms')}</p>}
      {programs && programs.length > 0 && (
        <ul className={classes.list} aria-label={t('connect.yourPrograms')}>
          {programs.map((program) => (
            <li key={program.id} className={classes.item}>
              <div>
                <p>{nameOf(program)}</p>
                <p className={classes.facts}>
                  {program.scopes.join(', ')} ·{' '}
                  {rich('connect.programAllowed', { time: <RelativeTime iso={program.created_at} /> })}
                </p>
              </div>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('connect.revokeNamed', { name: nameOf(program) })}
                onClick={() => {
                  setToRevoke(program)
                  setIsConfirming(true)
                }}
              >
                {t('connect.revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {revokeProgram.error && <Notice tone="danger">{failureText(revokeProgram.error, 'server.unexpected')}</Notice>}
      <ConfirmDialog
        opened={isConfirming}
        title={t('connect.revokeProgramTitle')}
        message={t('connect.revokeProgramWarning', { name: nameOf(toRevoke) })}
        confirmLabel={t('connect.revokeProgram')}
        type="danger"
        busy={revokeProgram.isPending}
        onConfirm={() => toRevoke && revokeProgram.mutate(toRevoke.id, { onSettled: () => setIsConfirming(false) })}
        onCancel={() => setIsConfirming(false)}
      />
    </ConnectSection>
  )
}
