import { signIn } from '#web/api/auth-client.ts'
import type { Failure } from '#web/api/request.ts'
import { errorText } from '#web/messages/error-text.ts'
import { useSession } from '#web/queries/session/session.ts'

/** What may follow a password that was sent. */
export type SignInSteps = {
  onSignedIn: () => Promise<unknown>
  onVerify: (email: string) => void
  onChallenged: () => void
  /** Too many wrong passwords; `text` says how long to wait. */
  onPaused: (text: string) => void
}

/** Signs in with a password and takes the next step; resolves to the error text if the sign-in fails. */
export function usePasswordSignIn({ onSignedIn, onVerify, onChallenged, onPaused }: SignInSteps) {
  const { attempt } = useSession()
  return async (email: string, password: string): Promise<string | undefined> => {
    const { data, error } = await attempt(() => signIn(email, password))
    if (error?.code === 'account.not-verified') return void onVerify(email)
    if (error?.code === 'account.sign-in-paused') return void onPaused(error.words)
    if (error) return signInError(error)
    if (data.challenged) onChallenged()
    else await onSignedIn()
    return undefined
  }
}

function signInError({ status, code, words }: Failure): string {
  if (code === 'account.suspended' || code === 'account.too-many-mails') return words
  if (status === 429) return errorText('request.too-many')
  // The server did not check the password.
  if (status === 0 || status >= 500) return errorText('server.unexpected')
  return errorText('account.sign-in-failed')
}
