/** The address a verification code was sent to, kept in this tab between sign-up and /auth/verify. */
const KEY = 'readback:pending-email'

export const savePendingEmail = (email: string) => sessionStorage.setItem(KEY, email)
export const pendingEmail = () => sessionStorage.getItem(KEY)
export const clearPendingEmail = () => sessionStorage.removeItem(KEY)
