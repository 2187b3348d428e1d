import { AppError, type ErrorCode } from '#shared/errors.ts'

/** What failed, in the words of the specification (section 8), by route. */
const failureOfRoute: Record<string, ErrorCode> = {
  'GET /api/credits': 'credits.load-failed',
  'GET /api/usage': 'usage.load-failed',
  'POST /api/crawls': 'crawl.failed',
  'POST /api/knowledge': 'knowledge.failed',
  'POST /api/chats': 'chat.save-failed',
  'GET /api/chats/:id': 'chat.load-failed',
  'PATCH /api/chats/:id': 'chat.update-title-failed',
  'PUT /api/chats/:id/pages': 'chat.update-pages-failed',
  'GET /api/admin/settings': 'settings.load-failed',
  'PATCH /api/admin/settings': 'settings.save-failed',
}

/** The answer to an error that no code expects, such as a missing table. */
export const unexpectedFailure = (route: string) => new AppError(failureOfRoute[route] ?? 'server.unexpected')
