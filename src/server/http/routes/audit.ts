/** /api/notebooks/{id}/audit */
import { SiteAudit } from '#shared/chat/site-audit.ts'
import { auditNotebook } from '#server/audit/audit-notebook.ts'
import { createRoute, createRouter, errorResponses, IdParam, jsonResponse } from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'

export const auditRoutes = createRouter().openapi(
  createRoute({
    method: 'get',
    path: '/notebooks/{id}/audit',
    summary:
      'Audit the last crawl of each site of a notebook: links, titles and texts; takes seconds for a thousand pages',
    middleware: signedIn,
    request: { params: IdParam },
    responses: { 200: jsonResponse(SiteAudit, 'The audit'), ...errorResponses(400, 401, 404) },
  }),
  async (c) => {
    const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
    return c.json(await auditNotebook(c.get('services'), notebook), 200)
  },
)
