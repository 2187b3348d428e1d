/**
 * Generates a year of activity of a busy installation, to view the admin screens and measure their queries: users,
 * crawls, pages, questions, chats and audit entries. Deterministic. `node test/seed-year.ts` fills the database of the
 * settings DATA_DIR or DATABASE_URL; no server may be running.
 */
import { sql } from 'drizzle-orm'
import { readConfig } from '#server/platform/config.ts'
import { loadEnvironment } from '#server/platform/environment.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'

const MAX_PAGES_PER_CRAWL = 40

export async function seedYear(db: Db, { people = 1000, days = 365 }: { people?: number; days?: number } = {}) {
  /** A pseudo-random integer from 0 to below `limit`, derived from the SQL expression `seed`. */
  const chance = (seed: string, limit: number) => sql.raw(`(abs(hashtext(${seed})::bigint) % ${limit})::int`)
  const everyDay = sql.raw(`generate_series(0, ${days - 1}) as d`)
  const moment = sql.raw(
    `date_trunc('day', now()) - make_interval(days => d) + make_interval(mins => (abs(hashtext(u.id || d)) % 600)::int)`,
  )

  await db.execute(sql`
    insert into users (id, name, email, email_verified, created_at, updated_at)
    select 'person-' || n, 'Person ' || n, 'person-' || lpad(n::text, 4, '0') || '@example.org', true,
           now() - make_interval(days => ${chance(`'made' || n`, days)}), now()
      from generate_series(1, ${people}::int) as n`)
  const ours = sql`(select id from users where id like 'person-%') as u`
  await db.execute(sql`
    insert into user_settings (user_id, tier)
    select id, case when ${chance(`'tier' || id`, 100)} < 90 then 'free' when ${chance(`'tier' || id`, 100)} < 98 then 'pro' else 'enterprise' end
      from ${ours}`)
  // More activity on weekdays, and growing over the year.
  await db.execute(sql`
    insert into daily_usage (user_id, date, questions, last_seen_at)
    select u.id, (now() at time zone 'UTC')::date - d, ${chance(`u.id || 'q' || d`, 9)}, ${moment}
      from ${ours}, ${everyDay}
     where ${chance(`u.id || 'came' || d`, 100)} < (case when extract(isodow from now() - make_interval(days => d)) > 5 then 6 else 16 end) * (${days}::int - d * 0.6) / ${days}::int`)
  await db.execute(sql`
    insert into crawls (user_id, url, protocol, host, path_prefix, max_pages, max_depth, status, pages_found, pages_crawled, created_at, started_at, finished_at)
    select u.id, 'https://site-' || ${chance(`u.id || d`, 500)} || '.example/', 'https:', 'site-' || ${chance(`u.id || d`, 500)} || '.example', '', 30, 3,
           case when ${chance(`u.id || 'end' || d`, 100)} < 5 then 'failed' when ${chance(`u.id || 'end' || d`, 100)} < 12 then 'stopped' else 'finished' end,
           40, 20, ${moment}, ${moment}, ${moment}
      from ${ours}, ${everyDay}
     where ${chance(`u.id || 'crawled' || d`, 100)} < 3`)
  await db.execute(sql`
    insert into credit_ledger (user_id, amount, reason, created_at)
    select id, 3000, 'account', now() - make_interval(days => ${days}::int) from ${ours}`)
  // One statement per page number, because the embedded database has a statement timeout.
  for (let n = 1; n <= MAX_PAGES_PER_CRAWL; n++) {
    await db.execute(sql`
      insert into credit_ledger (user_id, amount, reason, crawl_id, url, created_at)
      select user_id, -1, 'page', id, url || ${n}::int, created_at
        from crawls c
       where user_id like 'person-%' and status <> 'failed' and ${n}::int <= ${chance('c.id::text', MAX_PAGES_PER_CRAWL)}`)
  }
  await db.execute(sql`
    insert into user_credits (user_id, credits_count)
    select user_id, greatest(sum(amount), 0) from credit_ledger where user_id like 'person-%' group by user_id`)
  await db.execute(sql`
    insert into notebooks (user_id, title, is_default) select id, 'Default Notebook', true from ${ours}`)
  await db.execute(sql`
    insert into saved_chats (user_id, notebook_id, title)
    select user_id, id, 'Chat ' || n from notebooks, generate_series(1, 3) as n where user_id like 'person-%'`)
  await db.execute(sql`
    insert into admin_audit_logs (admin_id, action, target_type, target_id, metadata, created_at)
    select 'person-1', (array['view_dashboard', 'change_plan', 'suspend_account', 'set_credits', 'view_system_settings'])[1 + n % 5],
           case when n % 5 in (0, 4) then 'dashboard' else 'user' end,
           case when n % 5 in (0, 4) then null else 'person-' || n end,
           case when n % 5 = 3 then '{"before": 30, "credits": 300}'::jsonb else '{}'::jsonb end,
           now() - make_interval(hours => n * 5)
      from generate_series(1, 400) as n`)
}

if (import.meta.main) {
  const config = readConfig(loadEnvironment())
  const log = createLog({ level: config.logLevel, readable: true })
  const database = await openDatabase({
    dataDir: config.dataDir,
    log,
    ...(config.databaseUrl && { databaseUrl: config.databaseUrl }),
  })
  await seedYear(database.db)
  await database.close()
}
