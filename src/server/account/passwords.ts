/** How passwords are hashed: as the auth library does (scrypt), so that both read the same column. */
import { hashPassword as hash, verifyPassword as verify } from 'better-auth/crypto'

export const hashPassword = (password: string): Promise<string> => hash(password)

export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  verify({ hash: stored, password })
