/** The address a code was sent to, remembered between sign-up and /auth/verify in this tab. */
const KEY = 'readback:pending-email'

export const keepPendingEmail = (email: string) => sessionStorage.setItem(KEY, email)
export const pendingEmail = () => sessionStorage.getItem(KEY)
export const forgetPendingEmail = () => sessionStorage.removeItem(KEY)
