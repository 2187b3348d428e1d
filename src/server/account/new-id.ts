import { randomBytes } from 'node:crypto'

/** An id for the tables that the auth library writes too. */
export const newId = () => randomBytes(24).toString('base64url')
