import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/**
 * The route that answers a request, as the router has it, 'GET /api/crawls/:id', which holds nothing of what was asked;
 * '' when none does. What stands behind several is answered by the first.
 */
export function routeOf(c: Context): string {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')
  return route ? `${route.method} ${route.path}` : ''
}
