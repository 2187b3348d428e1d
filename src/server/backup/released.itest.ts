/** Backups of released versions, imported into this one. */
import { expect, it } from 'vitest'
import { openTestApp } from '#test/app.ts'
import { expectEverythingThere, RELEASE_SECRET, releases } from '#test/releases/released.ts'
import { importInstallation } from './import-installation.ts'

it.each(releases)('takes in a backup that $version made, with everything in it', async ({ file }) => {
  const app = await openTestApp({ appSecret: RELEASE_SECRET })
  try {
    expect((await importInstallation({ db: app.services.db, appSecret: RELEASE_SECRET, file })).rows).toBeGreaterThan(10)
    await expectEverythingThere(app)
  } finally {
    await app.close()
  }
}, 60_000)
