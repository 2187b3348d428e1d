/**
 * What one person may ask for at once, by plan: so much that nobody notices who does not run a program. What is beyond
 * the first number of a pair waits in line; what is beyond both is refused with words and the time to wait. What a whole
 * server takes on are settings (manual: Settings, Limits).
 */
import { API_KEYS_MAX, API_REQUESTS_PER_MINUTE } from './api-keys.ts'
import type { Tier } from './plans.ts'

export type PersonLimits = {
  /** Crawls that are queued or run. Each waits its turn; one website is read page by page whoever asks. */
  unfinishedCrawls: number
  /** Questions in a minute, over all processes. */
  questionsPerMinute: number
  /** Answers being written at once, over all processes. */
  answersAtOnce: number
  /** Questions that wait for one of those to end, in each process. */
  questionsWaiting: number
}

export const personLimits: Readonly<Record<Tier, PersonLimits>> = {
  free: { unfinishedCrawls: 20, questionsPerMinute: 120, answersAtOnce: 4, questionsWaiting: 16 },
  pro: { unfinishedCrawls: 100, questionsPerMinute: 240, answersAtOnce: 8, questionsWaiting: 32 },
  enterprise: { unfinishedCrawls: 500, questionsPerMinute: 600, answersAtOnce: 16, questionsWaiting: 64 },
}

/** The same on every plan. */
export const everybodysLimits = {
  /** Requests that one person, or one address that has not signed in, may have in hand at once, in each process. */
  requestsAtOnce: 100,
  /** Open streams of events: one for each tab. */
  eventStreams: 50,
  /** Previews of a website in a minute, since one costs no credit. */
  previewsPerMinute: 10,
  apiKeys: API_KEYS_MAX,
  apiKeyRequestsPerMinute: API_REQUESTS_PER_MINUTE,
} as const

/** What a request may be, whoever sends it. */
export const requestLimits = {
  /** Room for a saved chat of 2,000 long messages. */
  bodyBytes: 8 * 1024 * 1024,
  headerBytes: 16 * 1024,
  /** The headers are in by then. */
  headersWithinSeconds: 20,
  /** The whole request is in by then. */
  requestWithinSeconds: 120,
  /** The answer has begun by then; a stream may take as long as it likes. */
  answerWithinSeconds: 120,
} as const
