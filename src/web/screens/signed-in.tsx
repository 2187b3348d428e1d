import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { SignInRequired } from '#web/features/sign-in/sign-in-required.tsx'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import classes from './signed-in.module.css'

/** Shows its content to signed-in users and asks visitors to sign in. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { user, loading } = useSession()
  if (loading) return <Loader className={classes.waiting} type="dots" aria-label={t('common.loading')} role="status" />
  return user ? children : <SignInRequired />
}
