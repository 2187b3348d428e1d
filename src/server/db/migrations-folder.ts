import { fileURLToPath } from 'node:url'

/** Where `npm run db:generate` writes the migrations, which both databases run when they are opened. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
