/** /healthz: this process lives. /readyz: it can do its work. */
import { createRouter } from './context.ts'

export const healthRoutes = createRouter()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .get('/readyz', async (c) => {
    try {
      await c.get('services').database.ping()
      return c.json({ status: 'ready' })
    } catch {
      return c.json({ status: 'the database does not answer' }, 503)
    }
  })
