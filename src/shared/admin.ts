/** The words both sides speak about administering. */
import { z } from 'zod'
import { CrawlStatus } from './crawls.ts'
import { Tier } from './plans.ts'

/** GET /api/admin/overview: the counts of SPEC section 7. */
export const AdminOverview = z.object({
  users: z.number().int(),
  chats: z.number().int(),
  notebooks: z.number().int(),
  /** People who did something while signed in within the last 24 hours. */
  dailyActiveUsers: z.number().int(),
})
export type AdminOverview = z.infer<typeof AdminOverview>

/** For how many days the charts may be asked. */
export const ChartDays = z.enum(['30', '90', '365'])
export type ChartDays = z.infer<typeof ChartDays>

/** What happened on one UTC day, `date` as 2026-01-31. */
export const ActivityDay = z.object({
  date: z.string(),
  /** Crawls that were started, and those of them that failed. */
  crawls: z.number().int(),
  failures: z.number().int(),
  /** Pages that crawls read and charged. */
  pages: z.number().int(),
  questions: z.number().int(),
  /** People who did something while signed in. */
  people: z.number().int(),
})
export type ActivityDay = z.infer<typeof ActivityDay>

/** GET /api/admin/activity: every day up to today, the oldest first; a quiet day has zeros. */
export const Activity = z.object({ days: z.array(ActivityDay) })

const QueueCounts = z.object({ waiting: z.number().int(), active: z.number().int(), failed: z.number().int() })

/** GET /api/admin/health */
export const Health = z.object({
  database: z.object({
    kind: z.enum(['embedded', 'postgres']),
    reachable: z.boolean(),
    /** One round trip. */
    latencyMs: z.number().nullable(),
    sizeBytes: z.number().nullable(),
  }),
  /** Null while the database does not answer. */
  queue: QueueCounts.extend({
    /** How long the oldest job that may be taken has waited. */
    oldestWaitingSeconds: z.number().nullable(),
    queues: z.array(QueueCounts.extend({ name: z.string() })),
  }).nullable(),
})
export type Health = z.infer<typeof Health>

/** Somebody with an account, as administrators see them. Times are ISO. */
export const Person = z.object({
  id: z.string(),
  email: z.string(),
  created_at: z.string(),
  tier: Tier,
  credits_count: z.number().int(),
  isAdmin: z.boolean(),
  /** ADMIN_EMAILS names the address: the next start makes it an administrator again. */
  isListedAdmin: z.boolean(),
  suspended_at: z.string().nullable(),
  /** Open sessions. */
  sessions: z.number().int(),
  last_seen_at: z.string().nullable(),
})
export type Person = z.infer<typeof Person>

/** GET /api/admin/people: `next` is the cursor of the next piece, null at the end. */
export const People = z.object({ people: z.array(Person), next: z.string().nullable() })

export const PeopleWish = z.object({
  /** Part of the address. */
  search: z.string().trim().max(200).optional(),
  after: z.string().max(400).optional(),
})
export type PeopleWish = z.infer<typeof PeopleWish>

// A balance is a 32-bit integer in the database.
export const MOST_CREDITS = 1_000_000_000

export const SetPlan = z.object({ tier: Tier })
export const SetCredits = z.object({
  credits: z
    .number('Write a whole number of credits.')
    .int('Write a whole number of credits.')
    .min(0, 'A balance is never below zero.')
    .max(MOST_CREDITS, `At most ${MOST_CREDITS} credits.`),
})
export const SetSuspension = z.object({ suspended: z.boolean() })
export const SetRole = z.object({ isAdmin: z.boolean() })

/** A crawl that has not ended, whosever it is. */
export const RunningCrawl = z.object({
  id: z.string(),
  host: z.string(),
  owner: z.object({ id: z.string(), email: z.string() }),
  status: CrawlStatus,
  pagesCrawled: z.number().int(),
  pagesFound: z.number().int(),
  maxPages: z.number().int(),
  /** What it waits for; '' while it reads. */
  waiting: z.string(),
  stopping: z.boolean(),
  since: z.string(),
})
export type RunningCrawl = z.infer<typeof RunningCrawl>

/** GET /api/admin/crawls: the newest 200 of `total`. */
export const RunningCrawls = z.object({ crawls: z.array(RunningCrawl), total: z.number().int() })

/** What administrators do that is written down; the first three are those of SPEC section 6. */
export const AuditAction = z.enum([
  'view_dashboard',
  'view_system_settings',
  'update_system_settings',
  'test_ai_connection',
  'change_plan',
  'set_credits',
  'suspend_account',
  'unsuspend_account',
  'end_sessions',
  'grant_admin',
  'revoke_admin',
  'stop_crawl',
  'test_storage_connection',
  'disconnect_storage',
])
export type AuditAction = z.infer<typeof AuditAction>

export const AUDIT_LOG_LIMIT = 100

export const AuditEntry = z.object({
  id: z.string(),
  created_at: z.string(),
  admin_id: z.string(),
  /** Null once the account is deleted. */
  admin_email: z.string().nullable(),
  action: z.string(),
  target_type: z.string().nullable(),
  target_id: z.string().nullable(),
  /** The address of a person it was about, while there is one. */
  target_email: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** GET /api/admin/audit: the newest 100, of one action when one is named. */
export const AuditLog = z.object({ entries: z.array(AuditEntry) })
