/**
 * Limits per user, by plan, high enough to affect only programs. Limits of the whole server are settings (manual:
 * Settings, Limits).
 */
import { API_KEYS_MAX, API_REQUESTS_PER_MINUTE } from './api-keys.ts'
import type { Tier } from './tier.ts'

/** Concurrent and waiting answers. */
export type AnswerLimits = Pick<PlanLimits, 'answersAtOnce' | 'questionsWaiting'>

export type PlanLimits = {
  /** Queued and running crawls. */
  unfinishedCrawls: number
  /** Over all processes. */
  questionsPerMinute: number
  /** Concurrent answers over all processes; further questions are queued. */
  answersAtOnce: number
  /** Queued questions per process; further questions are rejected. */
  questionsWaiting: number
}

export const planLimits: Readonly<Record<Tier, PlanLimits>> = {
  free: { unfinishedCrawls: 20, questionsPerMinute: 120, answersAtOnce: 4, questionsWaiting: 16 },
  pro: { unfinishedCrawls: 100, questionsPerMinute: 240, answersAtOnce: 8, questionsWaiting: 32 },
  enterprise: { unfinishedCrawls: 500, questionsPerMinute: 600, answersAtOnce: 16, questionsWaiting: 64 },
}

/** The same on every plan. */
export const userLimits = {
  /** Concurrent requests per user, or per address if signed out, in each process. */
  requestsAtOnce: 100,
  /** Open event streams: one per tab. */
  eventStreams: 50,
  /** Previews are free. */
  previewsPerMinute: 10,
  apiKeys: API_KEYS_MAX,
  apiKeyRequestsPerMinute: API_REQUESTS_PER_MINUTE,
} as const

/** Limits of visitors of a published notebook, per network address, over all processes. */
export const visitorLimits = {
  questionsPerMinute: 10,
  questionsPerHour: 100,
  /** Concurrent and waiting answers of all visitors of one notebook. */
  answers: { answersAtOnce: 4, questionsWaiting: 16 },
} as const

/** Limits of a single request. */
export const requestLimits = {
  /** Enough for a saved chat of 2,000 long messages. */
  bodyBytes: 8 * 1024 * 1024,
  headerBytes: 16 * 1024,
  /** Until the headers are received. */
  headersWithinSeconds: 20,
  /** Until the whole request is received. */
  requestWithinSeconds: 120,
  /** Until the response begins; a stream may then take any time. */
  answerWithinSeconds: 120,
} as const
