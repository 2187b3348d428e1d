/** /api/admin/settings: settings stored in the database. Secrets are write-only. */
import { AiTest, ChangeSettings, SystemSettings } from '#shared/settings.ts'
import { readSettings } from '#server/admin/read-settings.ts'
import { saveSettings } from '#server/admin/save-settings.ts'
import { testAi } from '#server/admin/test-ai.ts'
import { jsonBody, createRoute, createRouter, errorResponses, jsonResponse } from '#server/http/context.ts'
import { administrator } from '#server/http/middleware/session.ts'

export const adminSettingsRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/settings',
      summary: 'Get which system settings are set and where, without secrets',
      middleware: administrator,
      responses: { 200: jsonResponse(SystemSettings, 'The settings'), ...errorResponses(401, 403) },
    }),
    async (c) => c.json(await readSettings(c.get('services'), { adminId: c.get('me').user.id }), 200),
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/admin/settings',
      summary: 'Update system settings; an empty string keeps a value, null removes it',
      middleware: administrator,
      request: { body: jsonBody(ChangeSettings) },
      responses: { 200: jsonResponse(SystemSettings, 'The updated settings'), ...errorResponses(400, 401, 403) },
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
      summary: 'Test the AI service: list its models and ask one question',
      middleware: administrator,
      responses: {
        200: jsonResponse(AiTest, 'The result; a failed test is a result too'),
        ...errorResponses(401, 403),
      },
    }),
    async (c) => c.json(await testAi(c.get('services'), { adminId: c.get('me').user.id }), 200),
  )
