/**
 * A year of a busy installation, for looking at the administrators' screens and measuring their queries: people who come
 * when they come, their crawls, pages, questions and chats, and what administrators did. The same each time.
 * `node test/year-of-use.ts` fills the database that the settings name (DATA_DIR or DATABASE_URL), while no server runs.
 */
import { sql } from 'drizzle-orm'
import { readConfig } from '#server/config.ts'
import { loadEnvironment } from '#server/environment.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Db } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'

const PAGES_MOST = 40

export async function fillYear(db: Db, { people = 1000, days = 365 }: { people?: number; days?: number } = {}) {
  /** A whole number from 0 to `below` that depends on nothing but what it is made of. */
  const chance = (of: string, below: number) => sql.raw(`(abs(hashtext(${of})::bigint) % ${below})::int`)
  const everyDay = sql.raw(`generate_series(0, ${days - 1}) as d`)
  const moment = sql.raw(`date_trunc('day', now()) - make_interval(days => d) + make_interval(mins => (abs(hashtext(u.id || d)) % 600)::int)`)

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
  // More come on weekdays, and more as the year goes by.
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
  // In pieces: the embedded database is given up on when one statement takes too long.
  for (let n = 1; n <= PAGES_MOST; n++) {
    await db.execute(sql`
      insert into credit_ledger (user_id, amount, reason, crawl_id, url, created_at)
      select user_id, -1, 'page', id, url || ${n}::int, created_at
        from crawls c
       where user_id like 'person-%' and status <> 'failed' and ${n}::int <= ${chance('c.id::text', PAGES_MOST)}`)
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
  const database = await openDatabase({ dataDir: config.dataDir, log, ...(config.databaseUrl && { databaseUrl: config.databaseUrl }) })
  await fillYear(database.db)
  await database.close()
}
