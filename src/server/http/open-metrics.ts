/**
 * Counters and histograms of this process for /metrics. Labels are routes, statuses and outcomes, never ids or text.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  /** Call when a request arrives; call the result when it is answered, for a stream when it begins. */
  beginRequest(): (answered: { route: string; status: number; seconds: number }) => void
  /** Records one answer to a question. */
  answered(how: { outcome: AnswerOutcome; firstWordSeconds: number | null; seconds: number }): void
  /** Records a request rejected by a limit, by error code. */
  limited(code: string): void
}

export type AnswerOutcome = 'done' | 'stopped' | 'failed'

/** Seconds. Most routes take under 0.1 s; previews and language models take longer. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const ANSWER_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160]

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  // Memory, descriptors, garbage collection, the delay of the event loop.
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'readback_http_request_seconds',
    help: 'Requests by route and status, and the time until the response began',
    labelNames: ['route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const inFlight = new Gauge({
    name: 'readback_http_requests_in_hand',
    help: 'Requests waiting for a response',
    registers,
  })
  const answers = new Histogram({
    name: 'readback_answer_seconds',
    help: 'Answers to questions by outcome, and the time from question to end of answer',
    labelNames: ['outcome'],
    buckets: ANSWER_BUCKETS,
    registers,
  })
  const firstWords = new Histogram({
    name: 'readback_answer_first_word_seconds',
    help: 'Time from question to the first words of the answer',
    buckets: ANSWER_BUCKETS,
    registers,
  })
  const limited = new Counter({
    name: 'readback_limited_total',
    help: 'Requests rejected by a limit, by error code',
    labelNames: ['code'],
    registers,
  })
  return {
    registry,
    beginRequest() {
      inFlight.inc()
      return ({ route, status, seconds }) => {
        inFlight.dec()
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
