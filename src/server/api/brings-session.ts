import { getCookie } from 'hono/cookie'
import type { Context } from 'hono'

/** Whether a browser sent the cookie of a session along, which may have ended (its name: account/create-auth.ts). */
export const bringsSession = (c: Context) => Object.keys(getCookie(c)).some((name) => name.endsWith('.session_token'))
