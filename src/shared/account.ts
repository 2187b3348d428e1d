/** Accounts: sign-up and sign-in forms, the session, the credit balance. */
import { z } from 'zod'
import { invalid } from './errors.ts'
import { ReaderName } from './crawl/crawl-settings.ts'
import { Tier } from './tier.ts'

export const PASSWORD_MIN_LENGTH = 8
/** The auth library's limit, which bounds the time of hashing. */
const PASSWORD_MAX_LENGTH = 128
export const VERIFICATION_CODE_LENGTH = 7
/** Of the codes of an authenticator app. */
const FACTOR_CODE_LENGTH = 6

export const Email = z
  .string(invalid('account.invalid-email'))
  .trim()
  .pipe(z.email(invalid('account.invalid-email')))
export const Password = z
  .string(invalid('account.password-too-short'))
  .min(PASSWORD_MIN_LENGTH, invalid('account.password-too-short'))
  .max(PASSWORD_MAX_LENGTH, invalid('account.password-too-long'))
export const VerificationCode = z
  .string(invalid('account.code-length'))
  .transform((typed) => typed.replace(/\D/g, ''))
  .pipe(z.string().length(VERIFICATION_CODE_LENGTH, invalid('account.code-length')))

export const FactorCode = z
  .string()
  .transform((typed) => typed.replace(/\D/g, ''))
  .pipe(z.string().length(FACTOR_CODE_LENGTH, invalid('account.factor-code-length')))

export const SignIn = z.object({ email: Email, password: Password })
export type SignIn = z.infer<typeof SignIn>

export const SignUp = SignIn.extend({ confirmPassword: z.string() }).refine(
  (form) => form.password === form.confirmPassword,
  { path: ['confirmPassword'], message: invalid('account.passwords-differ') },
)
export type SignUp = z.infer<typeof SignUp>

/** The session's user. `expiresAt` is an ISO time. JavaScript in the browser never sees the session's token. */
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

/** A second factor. 'unverified': set up, but no code has been entered yet. */
const Factor = z.object({ factor_type: z.literal('totp'), status: z.enum(['verified', 'unverified']) })
/** A sign-in method: 'email' is the password, anything else a provider of single sign-on. */
const Identity = z.object({ id: z.string(), provider: z.string(), created_at: z.string() })

/** A language of the screens, by its two letters. */
const Language = z.string().regex(/^[a-z]{2}$/)

/** PUT /api/account/language */
export const ChangeLanguage = z.strictObject({ language: Language })

/** GET /api/me: the signed-in user with sign-in methods. */
export const MyAccount = Me.extend({
  user: Me.shape.user.extend({
    factors: z.array(Factor),
    identities: z.array(Identity),
    /** Of mails and feeds. */
    language: Language,
  }),
})
export type MyAccount = z.infer<typeof MyAccount>

/** One of GET /api/account/sessions. Times are ISO. */
export const SignedInSession = z.object({
  id: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  user_agent: z.string(),
  ip_address: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string(),
})
export type SignedInSession = z.infer<typeof SignedInSession>

/**
 * Where the browser returns after single sign-on: a path of this server. `//host` and `/\host` would lead elsewhere.
 */
export const ReturnTo = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\s\\]*$/, 'A path of this server, such as /account.')

/** An account without a password leaves it out, and must have signed in through single sign-on a short time before. */
const PasswordConfirmation = z.object({ password: z.string().max(PASSWORD_MAX_LENGTH).optional() })
export const DeleteAccount = PasswordConfirmation
export const RequestEmailChange = PasswordConfirmation.extend({ email: Email })
export const ChangeEmail = z.object({ email: Email, otp: VerificationCode })
export const ChangePassword = z.object({
  currentPassword: z.string().max(PASSWORD_MAX_LENGTH).optional(),
  newPassword: Password,
})

/** GET /api/credits */
export const Credits = z.object({ credits_count: z.number().int(), tier: Tier })
export type Credits = z.infer<typeof Credits>

/** GET /api/instance: public information about this server. */
export const Instance = z.object({
  /** 'smtp' sends real mail; 'outbox' writes it to files and prints codes and links to the log. */
  mail: z.enum(['smtp', 'outbox']),
  /**
   * For the outbox only: its folder, as configured; null with PostgreSQL, because another process may write the files.
   */
  outbox: z.string().nullable(),
  engine: z.object({
    kind: z.enum(['built-in', 'language-model']),
    name: z.string(),
    /** The host that receives pages and questions; null when they stay on this server. */
    host: z.string().nullable(),
    /** The models that a user may choose from for a question, the usual one first; empty without a language model. */
    models: z.array(z.string()),
  }),
  /** Name of the provider of single sign-on for "Continue with …"; null without one. */
  oidc: z.string().nullable(),
  /** The available readers. */
  readers: z.array(ReaderName),
  /** Whether files can be saved to a document storage. */
  storage: z.boolean(),
  /** Start page of the manual. */
  manualUrl: z.string(),
  /** The plan of a new account. */
  defaultTier: Tier,
  /** Whether plans can be paid for here. */
  payment: z.boolean(),
})
export type Instance = z.infer<typeof Instance>
