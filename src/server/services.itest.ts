import { expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { newTestDatabase } from '#test/database.ts'
import { openServices } from './services.ts'

it('closes the database when a service cannot be opened', async () => {
  const { dataDir, databaseUrl, log } = await newTestDatabase()
  const config = { ...readConfig({}), dataDir, databaseUrl, reader: 'scrapingbee' as const }
  await expect(openServices(config, log)).rejects.toThrow('SCRAPINGBEE_API_KEY must be set')
  // The folder of an embedded database can be opened once.
  const database = await openDatabase({ databaseUrl, dataDir, log })
  await database.close()
})
