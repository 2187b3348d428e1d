import { expect, it } from 'vitest'
import { openTestApp } from '#test/app.ts'
import { expectSnapshotData, SNAPSHOT_SECRET, snapshots } from '#test/releases/snapshots.ts'
import { importInstallation } from './import-installation.ts'

it.each(snapshots)(
  'imports a backup with the schema $schema completely',
  async ({ file, schema }) => {
    const app = await openTestApp({ appSecret: SNAPSHOT_SECRET })
    try {
      const { rows } = await importInstallation({ db: app.services.db, appSecret: SNAPSHOT_SECRET, file })
      expect(rows).toBeGreaterThan(10)
      await expectSnapshotData(app, schema)
    } finally {
      await app.close()
    }
  },
  60_000,
)
