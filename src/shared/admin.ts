/** Administration. */
import { z } from 'zod'
import { CrawlStatus, CrawlWait } from './crawl/crawls.ts'
import { Tier } from './tier.ts'
import { invalid } from './errors.ts'

/** GET /api/admin/overview: totals (specification, section 7). */
export const AdminOverview = z.object({
  users: z.number().int(),
  chats: z.number().int(),
  notebooks: z.number().int(),
  /** Users active within the last 24 hours. */
  dailyActiveUsers: z.number().int(),
})
export type AdminOverview = z.infer<typeof AdminOverview>

/** The periods of the charts, in days. */
export const ChartDays = z.enum(['30', '90', '365'])
export type ChartDays = z.infer<typeof ChartDays>

/** Totals of one UTC day; `date` is such as 2026-01-31. */
export const ActivityDay = z.object({
  date: z.string(),
  /** Crawls started, and those of them that failed. */
  crawls: z.number().int(),
  failures: z.number().int(),
  /** Pages crawled and charged. */
  pages: z.number().int(),
  questions: z.number().int(),
  /** Users who did something while signed in. */
  people: z.number().int(),
  /** Tokens that language models read and wrote, and their cost in US dollars where the price is known. */
  tokens: z.number().int(),
  cost: z.number(),
})
export type ActivityDay = z.infer<typeof ActivityDay>

/** GET /api/admin/activity: every day up to today, oldest first. */
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
  /** Null while the database is not responding. */
  queue: QueueCounts.extend({
    /** Age of the oldest runnable job. */
    oldestWaitingSeconds: z.number().nullable(),
    queues: z.array(QueueCounts.extend({ name: z.string() })),
  }).nullable(),
})
export type Health = z.infer<typeof Health>

/** A user account as administrators see it. Times are ISO. */
export const ListedUser = z.object({
  id: z.string(),
  email: z.string(),
  created_at: z.string(),
  tier: Tier,
  credits_count: z.number().int(),
  isAdmin: z.boolean(),
  /** ADMIN_EMAILS contains the address, so the next start grants the role again. */
  isListedAdmin: z.boolean(),
  suspended_at: z.string().nullable(),
  /** Open sessions. */
  sessions: z.number().int(),
  last_seen_at: z.string().nullable(),
})
export type ListedUser = z.infer<typeof ListedUser>

/** GET /api/admin/people: `next` is the cursor of the next page, null at the end. */
export const ListedUsers = z.object({ people: z.array(ListedUser), next: z.string().nullable() })

export const UsersQuery = z.object({
  /** Part of the email address. */
  search: z.string().trim().max(200).optional(),
  after: z.string().max(400).optional(),
})
export type UsersQuery = z.infer<typeof UsersQuery>

// A balance is a 32-bit integer in the database.
export const MOST_CREDITS = 1_000_000_000

export const SetPlan = z.object({ tier: Tier })
export const SetCredits = z.object({
  credits: z
    .number(invalid('credits.not-whole'))
    .int(invalid('credits.not-whole'))
    .min(0, invalid('credits.negative'))
    .max(MOST_CREDITS, invalid('credits.too-many')),
})
export const SetSuspension = z.object({ suspended: z.boolean() })
export const SetRole = z.object({ isAdmin: z.boolean() })

/** An unfinished crawl of any user. */
export const RunningCrawl = z.object({
  id: z.string(),
  host: z.string(),
  owner: z.object({ id: z.string(), email: z.string() }),
  status: CrawlStatus,
  pagesCrawled: z.number().int(),
  pagesFound: z.number().int(),
  maxPages: z.number().int(),
  /** What the crawl waits for; null when it is not waiting. */
  waiting: CrawlWait.nullable(),
  stopping: z.boolean(),
  since: z.string(),
})
export type RunningCrawl = z.infer<typeof RunningCrawl>

/** GET /api/admin/crawls: 200 of `total`; `next` is the cursor of the next page. */
export const RunningCrawls = z.object({
  crawls: z.array(RunningCrawl),
  total: z.number().int(),
  next: z.string().nullable(),
})

/** Actions in the audit log; the first three are required by the specification, section 6. */
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

/** Actions that change nothing. */
export const auditViews: readonly AuditAction[] = ['view_dashboard', 'view_system_settings']

/** The `admin_id` of what an operator did with `npm run admin`. */
export const COMMAND_LINE = 'command-line'

export const AUDIT_LOG_LIMIT = 100

export const AuditEntry = z.object({
  id: z.string(),
  created_at: z.string(),
  admin_id: z.string(),
  /** Null once the account is deleted, and for the command line. */
  admin_email: z.string().nullable(),
  action: z.string(),
  target_type: z.string().nullable(),
  target_id: z.string().nullable(),
  /** The email address of the target account, or of the owner of the target, while it exists. */
  target_email: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/**
 * GET /api/admin/audit: 100 entries, optionally of one action or without views; `next` is the cursor of the next page.
 */
export const AuditLog = z.object({ entries: z.array(AuditEntry), next: z.string().nullable() })
