/** Accounts. The first tables belong to Better Auth and use its field names. */
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ApiScope } from '#shared/api-keys.ts'
import type { Tier } from '#shared/tier.ts'
import { timestamptz } from './timestamptz.ts'

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** Of the screens, as two letters; mails and feeds are written in it. */
  language: text('language').notNull().default('en'),
  /** The sign-in requires a second factor. */
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  /** When an administrator suspended the account: no sessions, no API keys, no crawls. */
  suspendedAt: timestamptz('suspended_at'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text('token').notNull().unique(),
    expiresAt: timestamptz('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user_id').on(table.userId)],
)

/** A sign-in method: the password, or an identity of an external issuer. */
export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    idToken: text('id_token'),
    password: text('password'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('accounts_user_id').on(table.userId),
    // One identity belongs to one account, even when two browsers return from the issuer at the same time.
    uniqueIndex('accounts_identity').on(table.providerId, table.accountId),
  ],
)

/** Pending mail links and sign-in challenges, by the hash of their token. */
export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
)

/** The second factor. Secret and recovery codes are encrypted. */
export const twoFactors = pgTable('two_factors', {
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  /** Recovery codes; better-auth reads them under this name. */
  backupCodes: text('backup_codes').notNull(),
  /** False until the first correct code. */
  verified: boolean('verified').notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: timestamptz('locked_until'),
})

/**
 * A sign-up whose address is not verified yet. It does not reserve the address: there may be several for one address.
 * The cookie of the browser that signed up holds the token.
 */
export const signUps = pgTable(
  'sign_ups',
  {
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('sign_ups_email').on(table.email, table.createdAt),
    index('sign_ups_created_at').on(table.createdAt),
  ],
)

/** The newest code sent for a purpose, hashed. */
export const emailCodes = pgTable(
  'email_codes',
  {
    purpose: text('purpose').$type<'sign-up' | 'sign-in' | 'change-email'>().notNull(),
    /** The hash of a browser's token, or the id of an account. */
    requestedBy: text('requested_by').notNull(),
    /** The address that the code verifies. */
    email: text('email').notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.purpose, table.requestedBy] }),
    index('email_codes_expires_at').on(table.expiresAt),
  ],
)

/** Password reset links, by the hash of their token. The address may have no account. */
export const resetLinks = pgTable(
  'reset_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('reset_links_email').on(table.email), index('reset_links_expires_at').on(table.expiresAt)],
)

/**
 * Rate limit counters for all processes: requests in the window that started at `since`; for wrong passwords, attempts
 * of which the last was at `since`.
 */
export const accountLimits = pgTable('account_limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  since: timestamptz('since').notNull(),
})

export const userSettings = pgTable('user_settings', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tier: text('tier').$type<Tier>().notNull().default('free'),
  /** The user's folder in the document storage. */
  workdriveWorkspaceId: text('workdrive_workspace_id'),
  workdriveFolderId: text('workdrive_folder_id'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

/** The administrators. */
export const adminUsers = pgTable('admin_users', {
  id: text('id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

/** The audit log. `adminId` has no foreign key: the entry outlives the account. */
export const adminAuditLogs = pgTable(
  'admin_audit_logs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    adminId: text('admin_id').notNull(),
    action: text('action').notNull(),
    targetType: text('target_type'),
    targetId: text('target_id'),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [index('admin_audit_logs_created_at').on(table.createdAt)],
)

/** One row per user and UTC day with activity. */
export const dailyUsage = pgTable(
  'daily_usage',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    date: date('date', { mode: 'string' }).notNull(),
    questions: integer('questions').notNull().default(0),
    /** Tokens that language models read and wrote for this user. */
    inputTokens: bigint('input_tokens', { mode: 'number' }).notNull().default(0),
    outputTokens: bigint('output_tokens', { mode: 'number' }).notNull().default(0),
    /** In US dollars, of the models whose price is known. */
    cost: doublePrecision('cost').notNull().default(0),
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.date] }),
    index('daily_usage_last_seen_at').on(table.lastSeenAt),
    index('daily_usage_date').on(table.date),
  ],
)

/** API keys. Only the hash of a key is stored. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the key, in hex. */
    hash: text('hash').notNull().unique(),
    /** The first characters, to distinguish keys. */
    prefix: text('prefix').notNull(),
    scopes: text('scopes').array().$type<ApiScope[]>().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastUsedAt: timestamptz('last_used_at'),
    revokedAt: timestamptz('revoked_at'),
  },
  (table) => [index('api_keys_user').on(table.userId, table.createdAt)],
)
