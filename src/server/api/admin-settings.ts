/** /api/admin/settings: what administrators store beside the environment. A secret goes in and never comes out. */
import { AiTest, ChangeSettings, SystemSettings } from '#shared/settings.ts'
import { readSettings } from '#server/admin/read-settings.ts'
import { saveSettings } from '#server/admin/save-settings.ts'
import { testAi } from '#server/admin/test-ai.ts'
import { body, createRoute, createRouter, failing, json } from './context.ts'
import { administrator } from './session.ts'

export const adminSettingsRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/settings',
      summary: 'The system settings: which are filled and from where, no secret among them',
      middleware: administrator,
      responses: { 200: json(SystemSettings, 'The settings'), ...failing(401, 403) },
    }),
    async (c) => c.json(await readSettings(c.get('services'), { adminId: c.get('me').user.id }), 200),
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/admin/settings',
      summary: 'Store system settings; an empty text keeps what is stored, null removes it',
      middleware: administrator,
      request: { body: body(ChangeSettings) },
      responses: { 200: json(SystemSettings, 'The settings as they are now'), ...failing(400, 401, 403) },
    }),
    async (c) => {
      const change = { adminId: c.get('me').user.id, changes: c.req.valid('json') }
      return c.json(await saveSettings(c.get('services'), change), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/settings/test-ai',
      summary: 'Ask the AI service that is set up which models it has, and one real question',
      middleware: administrator,
      responses: { 200: json(AiTest, 'What came of it, a failure too'), ...failing(401, 403) },
    }),
    async (c) => c.json(await testAi(c.get('services'), { adminId: c.get('me').user.id }), 200),
  )
