/** Programs that sign in with OAuth. The tables belong to Better Auth's OAuth provider and use its field names. */
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sessions, users } from './accounts.ts'
import { timestamptz } from './timestamptz.ts'

const cascade = { onDelete: 'cascade' } as const

/** A program, as it registered itself. */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    id: text('id').primaryKey(),
    clientId: text('client_id').notNull().unique(),
    clientSecret: text('client_secret'),
    clientDiscoveryId: text('client_discovery_id'),
    disabled: boolean('disabled').default(false),
    skipConsent: boolean('skip_consent'),
    enableEndSession: boolean('enable_end_session'),
    subjectType: text('subject_type'),
    scopes: text('scopes').array(),
    clientCredentialsScopes: text('client_credentials_scopes').array(),
    userId: text('user_id').references(() => users.id, cascade),
    createdAt: timestamptz('created_at'),
    updatedAt: timestamptz('updated_at'),
    name: text('name'),
    uri: text('uri'),
    icon: text('icon'),
    contacts: text('contacts').array(),
    tos: text('tos'),
    policy: text('policy'),
    softwareId: text('software_id'),
    softwareVersion: text('software_version'),
    softwareStatement: text('software_statement'),
    redirectUris: text('redirect_uris').array().notNull(),
    postLogoutRedirectUris: text('post_logout_redirect_uris').array(),
    backchannelLogoutUri: text('backchannel_logout_uri'),
    backchannelLogoutSessionRequired: boolean('backchannel_logout_session_required'),
    tokenEndpointAuthMethod: text('token_endpoint_auth_method'),
    applicationType: text('application_type'),
    jwks: text('jwks'),
    jwksUri: text('jwks_uri'),
    grantTypes: text('grant_types').array(),
    responseTypes: text('response_types').array(),
    requirePKCE: boolean('require_pkce'),
    dpopBoundAccessTokens: boolean('dpop_bound_access_tokens').default(false),
    referenceId: text('reference_id'),
    metadata: jsonb('metadata'),
  },
  (table) => [index('oauth_clients_user_id').on(table.userId)],
)

/** What a token is for. There is one: this server's /mcp. */
export const oauthResources = pgTable('oauth_resources', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull().unique(),
  name: text('name').notNull(),
  accessTokenTtl: integer('access_token_ttl'),
  refreshTokenTtl: integer('refresh_token_ttl'),
  signingAlgorithm: text('signing_algorithm'),
  signingKeyId: text('signing_key_id'),
  allowedScopes: text('allowed_scopes').array(),
  customClaims: jsonb('custom_claims'),
  dpopBoundAccessTokensRequired: boolean('dpop_bound_access_tokens_required').default(false),
  disabled: boolean('disabled').default(false),
  createdAt: timestamptz('created_at'),
  updatedAt: timestamptz('updated_at'),
  policyVersion: integer('policy_version').default(1),
  metadata: jsonb('metadata'),
})

export const oauthClientResources = pgTable(
  'oauth_client_resources',
  {
    id: text('id').primaryKey(),
    clientId: text('client_id')
      .notNull()
      .references(() => oauthClients.clientId, cascade),
    resourceId: text('resource_id')
      .notNull()
      .references(() => oauthResources.identifier, cascade),
    metadata: jsonb('metadata'),
    createdAt: timestamptz('created_at'),
  },
  (table) => [
    uniqueIndex('oauth_client_resources_client_resource').on(table.clientId, table.resourceId),
    index('oauth_client_resources_resource_id').on(table.resourceId),
  ],
)

const clientId = () =>
  text('client_id')
    .notNull()
    .references((): AnyPgColumn => oauthClients.clientId, cascade)
const sessionId = () => text('session_id').references(() => sessions.id, { onDelete: 'set null' })
const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, cascade)

/** The token's hash, as in `oauthAccessTokens`. */
export const oauthRefreshTokens = pgTable(
  'oauth_refresh_tokens',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    clientId: clientId(),
    sessionId: sessionId(),
    userId: userId(),
    referenceId: text('reference_id'),
    authorizationCodeId: text('authorization_code_id'),
    resources: text('resources').array(),
    requestedUserInfoClaims: text('requested_user_info_claims').array(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    revoked: timestamptz('revoked'),
    rotatedAt: timestamptz('rotated_at'),
    rotationReplayResponse: text('rotation_replay_response'),
    rotationReplayExpiresAt: timestamptz('rotation_replay_expires_at'),
    authTime: timestamptz('auth_time'),
    confirmation: jsonb('confirmation'),
    scopes: text('scopes').array().notNull(),
  },
  (table) => [
    index('oauth_refresh_tokens_client_id').on(table.clientId),
    index('oauth_refresh_tokens_session_id').on(table.sessionId),
    index('oauth_refresh_tokens_user_id').on(table.userId),
    index('oauth_refresh_tokens_code_id').on(table.authorizationCodeId),
  ],
)

export const oauthAccessTokens = pgTable(
  'oauth_access_tokens',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    clientId: clientId(),
    sessionId: sessionId(),
    userId: userId(),
    referenceId: text('reference_id'),
    authorizationCodeId: text('authorization_code_id'),
    resources: text('resources').array(),
    requestedUserInfoClaims: text('requested_user_info_claims').array(),
    refreshId: text('refresh_id').references(() => oauthRefreshTokens.id, cascade),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    revoked: timestamptz('revoked'),
    confirmation: jsonb('confirmation'),
    scopes: text('scopes').array().notNull(),
  },
  (table) => [
    index('oauth_access_tokens_client_id').on(table.clientId),
    index('oauth_access_tokens_session_id').on(table.sessionId),
    index('oauth_access_tokens_user_id').on(table.userId),
    index('oauth_access_tokens_refresh_id').on(table.refreshId),
    index('oauth_access_tokens_code_id').on(table.authorizationCodeId),
  ],
)

/** What a user allowed a program. */
export const oauthConsents = pgTable(
  'oauth_consents',
  {
    id: text('id').primaryKey(),
    clientId: clientId(),
    userId: userId(),
    referenceId: text('reference_id'),
    resources: text('resources').array(),
    requestedUserInfoClaims: text('requested_user_info_claims').array(),
    scopes: text('scopes').array().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [index('oauth_consents_client_id').on(table.clientId), index('oauth_consents_user_id').on(table.userId)],
)

/** Used assertions of clients that sign; none may register here, but the library checks for the table. */
export const oauthClientAssertions = pgTable('oauth_client_assertions', {
  id: text('id').primaryKey(),
  expiresAt: timestamptz('expires_at').notNull(),
})
