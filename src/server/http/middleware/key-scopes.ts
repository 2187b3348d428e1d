/**
 * The routes an API key may call, each with its scope. A route that is not listed rejects API keys: account, keys,
 * sessions, payment, administration, share links, schedules and everything that deletes.
 */
import type { ApiScope } from '#shared/api-keys.ts'

/** `any`: public routes. */
export const keyScopes: Readonly<Record<string, ApiScope | 'any'>> = {
  'GET /api/openapi.json': 'any',
  'GET /api/docs': 'any',
  'GET /api/instance': 'any',

  'GET /api/credits': 'read',
  'GET /api/crawls': 'read',
  'GET /api/crawls/:id': 'read',
  'GET /api/crawls/:id/skipped': 'read',
  'GET /api/crawls/:id/messages': 'read',
  'GET /api/pages/:id': 'read',
  'GET /api/knowledge/passages': 'read',
  'GET /api/chats': 'read',
  'GET /api/chats/search': 'read',
  'GET /api/chats/:id': 'read',
  'GET /api/chats/:id/export': 'read',
  'GET /api/chats/:id/changes': 'read',
  'GET /api/unsaved-chats': 'read',
  'GET /api/notebooks': 'read',
  'GET /api/notebooks/:id': 'read',
  'GET /api/notebooks/:id/conflicts': 'read',

  'PUT /api/crawls/:id/selection': 'ask',
  'POST /api/knowledge': 'ask',
  'POST /api/knowledge/questions': 'ask',
  'POST /api/answers': 'ask',
  'GET /api/answers/:id': 'ask',
  'POST /api/answers/:id/stop': 'ask',
  'POST /api/chats': 'ask',
  'PATCH /api/chats/:id': 'ask',
  'PUT /api/chats/:id/pages': 'ask',
  'POST /api/chats/:id/messages': 'ask',
  'POST /api/chats/:id/stop': 'ask',
  'POST /api/chats/:id/duplicate': 'ask',
  'POST /api/notebooks': 'ask',
  'PATCH /api/notebooks/:id': 'ask',
  'POST /api/notebooks/:id/conflicts': 'ask',
  'PATCH /api/conflicts/:id': 'ask',

  'POST /api/previews': 'crawl',
  'POST /api/crawls': 'crawl',
  'PATCH /api/crawls/:id': 'crawl',
  'POST /api/crawls/:id/stop': 'crawl',
  'POST /api/crawls/:id/continue': 'crawl',
  'POST /api/crawls/:id/retry': 'crawl',
  'POST /api/pages/:id/analysis': 'crawl',
  'POST /api/chats/:id/changes': 'crawl',
  'POST /api/chats/:id/changes/stop': 'crawl',
}
