import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/** The pattern of the matched route, such as 'GET /api/crawls/:id', so without ids; '' when no route matches. */
export function routeOf(c: Context): string {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')
  return route ? `${route.method} ${route.path}` : ''
}
