/** Two web and two worker processes on one PostgreSQL; several-processes.long.ts is the long form. */
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { Client as Postgres } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrationsFolder } from '#server/platform/db/migrations-folder.ts'
import { openTestApp } from '#test/app.ts'
import { type Installation, startInstallation } from '#test/installation.ts'
import { startServer } from '#test/running-server.ts'
import { type WebsiteFleet, openWebsiteFleet } from '#test/website-fleet.ts'
import { runStatement, withDatabaseName } from '#test/run-statement.ts'
import { expectEachPageOnce, crawlAcrossProcesses } from '#test/crawl-across-processes.ts'
import { waitFor } from '#test/wait-for.ts'

const SITES = 6
const PAGES = 5
const PEOPLE = 2

describe('two web and two worker processes on one database', () => {
  let sites: WebsiteFleet
  let installation: Installation
  let databaseUrl: string
  let drop: () => Promise<void>

  beforeAll(async () => {
    const databases = inject('databases')
    if (databases.kind !== 'postgres') throw new Error('this suite runs on PostgreSQL')
    const name = `empty_${randomUUID().replaceAll('-', '')}`
    await runStatement(databases.serverUrl, `create database ${name}`)
    databaseUrl = withDatabaseName(databases.serverUrl, name)
    drop = async () => void (await runStatement(databases.serverUrl, `drop database ${name} with (force)`))
    sites = await openWebsiteFleet(SITES, PAGES, 150)
    installation = await startInstallation(
      { web: 2, workers: 2 },
      { DATABASE_URL: databaseUrl, DEFAULT_TIER: 'enterprise', ALLOW_PRIVATE_HOSTS: sites.hosts },
    )
  }, 120_000)

  afterAll(async () => {
    await installation?.close()
    await sites?.close()
    await drop?.()
  })

  it('start concurrently on an empty database, which is migrated once', async () => {
    const database = new Postgres({ connectionString: databaseUrl })
    await database.connect()
    const { rows } = await database.query('select count(*)::int as migrations from drizzle.__drizzle_migrations')
    await database.end()
    expect(rows).toEqual([{ migrations: readdirSync(migrationsFolder).filter((file) => file.endsWith('.sql')).length }])
  })

  it('show that a worker has the mail, since the folder of a web process gets none', async () => {
    const [web] = installation.web
    const { mail, outbox } = await (await fetch(`${web?.url}/api/instance`)).json()
    expect({ mail, outbox }).toEqual({ mail: 'outbox', outbox: null })
    expect(web?.log()).toContain('mail is written and printed by the worker that takes it')
  })

  it('with ROLE=all show no folder for mail either, since each takes a part of it', async () => {
    const app = await openTestApp()
    expect((await app.visitor.get('/api/instance')).body).toMatchObject({ mail: 'outbox', outbox: null })
    await app.close()
  })

  it('are not joined by a process with another APP_SECRET', async () => {
    const joining = startServer({ DATABASE_URL: databaseUrl, ROLE: 'worker', APP_SECRET: 'x'.repeat(40) })
    await expect(joining).rejects.toThrow(/exited with 1:\s+APP_SECRET must be the one that this database/)
  })

  it('store and charge every page once when some are killed, and every screen learns the end of its crawls', async () => {
    const outcome = await crawlAcrossProcesses(
      { installation, sites, databaseUrl, people: PEOPLE, pages: PAGES },
      async ({ stored }) => {
        await waitFor('some pages', async () => (await stored()) >= SITES)
        await Promise.all([installation.web[0]?.restart('SIGKILL'), installation.workers[0]?.restart('SIGKILL')])
        return 2
      },
      90_000,
    )
    expectEachPageOnce(outcome, { sites: SITES, pages: PAGES })
    expect(sites.maxConcurrent()).toBe(1)
    // A kill loses at most the page being read and the one requested ahead of it.
    for (const asked of sites.asked.values()) expect(asked).toBeLessThanOrEqual(PAGES + 2 * outcome.kills)
  }, 180_000)

  it('starts a due check once although several processes look for it', async () => {
    const [person] = await installation.enter('checker@example.org')
    if (!person) throw new Error('sign-in failed')
    const url = sites.origins[0]
    const { body: crawl } = await person.post('/api/crawls', { url, maxPages: 1, maxDepth: 1 })
    const pages = await waitFor('the page', async () => {
      const { body } = await person.get(`/api/crawls/${crawl.id}`)
      return body.status === 'finished' && body.pages.map((page: { id: string }) => page.id)
    })
    const { body: chat } = await person.post('/api/chats', {
      title: 'Checked',
      crawled_pages: pages,
      selected_pages: pages,
      chat_history: [],
    })
    const path = `/api/chats/${chat.id}/changes`
    expect((await person.put(`${path}/schedule`, { every: 'daily' })).status).toBe(200)
    await runStatement(databaseUrl, DUE_MANY_TIMES)
    const ended = await waitFor('the check', async () => {
      const { body } = await person.get(path)
      return body.checks[0]?.finishedAt && body.checks
    })
    expect(ended).toMatchObject([{ scheduled: true, status: 'finished' }])
    await waitFor('all its jobs to run', async () => (await pendingChecks(databaseUrl)) === 1)
    expect((await person.get(path)).body.checks).toHaveLength(1)
  }, 60_000)
})

/** The job of the next check, due now, and nine more of the same. */
const DUE_MANY_TIMES = `
  with due as (update pgboss.job set start_after = now() where name = 'scheduled-check' returning *)
  insert into pgboss.job (name, data, policy, start_after)
  select due.name, due.data, due.policy, now() from due, generate_series(1, 9)`

async function pendingChecks(databaseUrl: string): Promise<number> {
  const database = new Postgres({ connectionString: databaseUrl })
  await database.connect()
  const { rows } = await database.query(
    `select count(*)::int as jobs from pgboss.job where name = 'scheduled-check' and state in ('created', 'retry', 'active')`,
  )
  await database.end()
  return rows[0]?.jobs
}
