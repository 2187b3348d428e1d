/** What this process counts as it answers, for /metrics. Labels are routes, statuses and outcomes, never ids or words. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  /** To be called when a request comes; what it answers when it is answered. A stream is answered once it begins. */
  beginRequest(): (answered: { route: string; status: number; seconds: number }) => void
  /** One answer to a question. */
  answered(how: { outcome: AnswerOutcome; firstWordSeconds: number | null; seconds: number }): void
  /** A request that was refused for a limit, by the code of the refusal. */
  limited(code: string): void
}

export type AnswerOutcome = 'done' | 'stopped' | 'failed'

/** Seconds: the routes of screens answer within a tenth, previews and models take their time. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const ANSWER_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160]

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  // Memory, descriptors, garbage collection, the delay of the event loop.
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'readback_http_request_seconds',
    help: 'Requests answered, by route and status, and how long each took to the beginning of its answer',
    labelNames: ['route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const inHand = new Gauge({ name: 'readback_http_requests_in_hand', help: 'Requests that wait for their answer', registers })
  const answers = new Histogram({
    name: 'readback_answer_seconds',
    help: 'Answers to questions, by outcome, and how long each took from the question to its end',
    labelNames: ['outcome'],
    buckets: ANSWER_BUCKETS,
    registers,
  })
  const firstWords = new Histogram({
    name: 'readback_answer_first_word_seconds',
    help: 'How long it took from the question to the first words of its answer',
    buckets: ANSWER_BUCKETS,
    registers,
  })
  const limited = new Counter({
    name: 'readback_limited_total',
    help: 'Requests refused because of a limit, by the code of the refusal',
    labelNames: ['code'],
    registers,
  })
  return {
    registry,
    beginRequest() {
      inHand.inc()
      return ({ route, status, seconds }) => {
        inHand.dec()
        requests.observe({ route, status: String(status) }, seconds)
      }
    },
    answered({ outcome, firstWordSeconds, seconds }) {
      answers.observe({ outcome }, seconds)
      if (firstWordSeconds !== null) firstWords.observe(firstWordSeconds)
    },
    limited: (code) => limited.inc({ code }),
  }
}
