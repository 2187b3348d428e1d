/** What several routes under /api/auth take and answer. */
import { Email } from '#shared/account.ts'
import { z } from './context.ts'

export const SessionUser = z.object({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() })
export const SignedIn = z.object({ user: SessionUser })
export const Done = z.object({ success: z.boolean() })
export const ResendRequest = z.object({ email: Email })
/** Left out by whoever has no password, only an outside issuer. */
export const PasswordRequest = z.object({ password: z.string().min(1, 'Type your password.').max(128).optional() })
