import { fileURLToPath } from 'node:url'

/** `npm run db:generate` writes the migrations here; both databases run them when they are opened. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
