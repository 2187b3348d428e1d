import { tabStorage } from '#web/ui/hooks/storage.ts'

/** The address a verification code was sent to, kept in this tab between sign-up and /auth/verify. */
const KEY = 'readback:pending-email'

export const savePendingEmail = (email: string) => tabStorage.set(KEY, email)
export const pendingEmail = () => tabStorage.get(KEY)
export const clearPendingEmail = () => tabStorage.set(KEY, null)
