import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { SignInFirst } from '#web/features/account/sign-in-first.tsx'
import { t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'
import classes from './signed-in.module.css'

/** Shows its content to someone signed in and asks everyone else to sign in. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { user, loading } = useSession()
  if (loading) return <Loader className={classes.waiting} type="dots" aria-label={t('Loading')} role="status" />
  return user ? children : <SignInFirst />
}
