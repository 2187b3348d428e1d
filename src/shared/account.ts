/** The words both sides speak about a person: sign-up and sign-in forms, the session, the credit balance. */
import { z } from 'zod'
import { errorMessage } from './errors.ts'
import { ReaderName } from './crawl-settings.ts'
import { Tier } from './plans.ts'

export const PASSWORD_MIN_LENGTH = 8
export const VERIFICATION_CODE_LENGTH = 7

export const Email = z.string(errorMessage('account.invalid-email')).trim().pipe(z.email(errorMessage('account.invalid-email')))
export const Password = z
  .string(errorMessage('account.password-too-short'))
  .min(PASSWORD_MIN_LENGTH, errorMessage('account.password-too-short'))
  // Longer ones only cost hashing time; the auth library's own limit is the same.
  .max(128, 'Password must be at most 128 characters')
export const VerificationCode = z
  .string(errorMessage('account.code-length'))
  .transform((typed) => typed.replace(/\D/g, ''))
  .pipe(z.string().length(VERIFICATION_CODE_LENGTH, errorMessage('account.code-length')))

/** Six digits of an authenticator app. */
export const FactorCode = z
  .string()
  .transform((typed) => typed.replace(/\D/g, ''))
  .pipe(z.string().length(6, 'The code has 6 digits'))

export const SignIn = z.object({ email: Email, password: Password })
export type SignIn = z.infer<typeof SignIn>

export const SignUp = SignIn.extend({ confirmPassword: z.string() }).refine(
  (form) => form.password === form.confirmPassword,
  { path: ['confirmPassword'], message: errorMessage('account.passwords-differ') },
)
export type SignUp = z.infer<typeof SignUp>

/** GET /api/me: who is asking. `expiresAt` is an ISO time; no token ever reaches the browser's script. */
export const Me = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    emailVerified: z.boolean(),
    isAdmin: z.boolean(),
    tier: Tier,
  }),
  expiresAt: z.string(),
})
export type Me = z.infer<typeof Me>

/** A second factor of the account. 'unverified': set up, but its first code has not been typed yet. */
const Factor = z.object({ factor_type: z.literal('totp'), status: z.enum(['verified', 'unverified']) })
/** A way in: 'email' is the password, anything else an outside issuer. */
const Identity = z.object({ id: z.string(), provider: z.string(), created_at: z.string() })

/** GET /api/me: who is asking, with the ways in. */
export const MyAccount = Me.extend({
  user: Me.shape.user.extend({ factors: z.array(Factor), identities: z.array(Identity) }),
})
export type MyAccount = z.infer<typeof MyAccount>

/** One of GET /api/account/sessions. Times are ISO. */
export const SignedInSession = z.object({
  id: z.string(),
  /** The session that asks. */
  current: z.boolean(),
  user_agent: z.string(),
  ip_address: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string(),
})
export type SignedInSession = z.infer<typeof SignedInSession>

/** Where to go on after a visit to the outside issuer: a path of this server. */
export const ReturnTo = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\s\\]*$/, 'A path of this server, such as /account.')

/** The password is left out by whoever has none and has just signed in through an outside issuer. */
const Confirmation = z.object({ password: z.string().max(128).optional() })
export const DeleteAccount = Confirmation
export const RequestEmailChange = Confirmation.extend({ email: Email })
export const ChangeEmail = z.object({ email: Email, otp: VerificationCode })
export const ChangePassword = z.object({ currentPassword: z.string().max(128).optional(), newPassword: Password })

/** GET /api/credits */
export const Credits = z.object({ credits_count: z.number().int(), tier: Tier })
export type Credits = z.infer<typeof Credits>

/** GET /api/instance: what a visitor may know about this server before signing in. */
export const Instance = z.object({
  /** Where a code or link can be found: 'smtp' sends real mail, 'outbox' writes files and prints to the log. */
  mail: z.enum(['smtp', 'outbox']),
  /** For the outbox only: the folder the messages are written to, as the operator named it. */
  outbox: z.string().nullable(),
  engine: z.object({
    kind: z.enum(['built-in', 'language-model']),
    name: z.string(),
    /** Where pages and questions are sent to be answered; null when they stay on this server. */
    host: z.string().nullable(),
  }),
  /** What the outside issuer is called, when there is one: "Continue with …". */
  oidc: z.string().nullable(),
  /** The readers that are set up here. */
  readers: z.array(ReaderName),
  /** Whether files can be saved to a document storage. */
  storage: z.boolean(),
  /** The start address of the product's own manual. */
  manualUrl: z.string(),
})
export type Instance = z.infer<typeof Instance>
