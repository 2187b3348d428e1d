/** /api/admin: for administrators alone; `app.ts` guards every address below it. */
import { AdminOverview } from '#shared/admin.ts'
import { unsafeReadOverview } from '#server/admin/read-overview.ts'
import { createRoute, createRouter, failing, json } from './context.ts'
import { administrator } from './session.ts'

export const adminRoutes = createRouter().openapi(
  createRoute({
    method: 'get',
    path: '/admin/overview',
    summary: 'The counts of the Admin Dashboard',
    middleware: administrator,
    responses: { 200: json(AdminOverview, 'The counts'), ...failing(401, 403) },
  }),
  async (c) => c.json(await unsafeReadOverview(c.get('services'), { adminId: c.get('me').user.id }), 200),
)
