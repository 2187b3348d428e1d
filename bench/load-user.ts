/** Simulates one user: an open event stream, and a request every few seconds. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from './load-installation.ts'

/** The request times of all users in milliseconds by route, and the count of each failure. */
export type Results = { times: Map<string, number[]>; failures: Map<string, number> }

export const FIRST_TOKEN = 'first token of an answer'

type Action = { name: string; share: number; path: (person: Person) => string }

/** Shares of all requests in percent. The rest are questions. */
const ACTIONS: Action[] = [
  { name: 'GET /api/chats', share: 15, path: () => '/api/chats' },
  { name: 'GET /api/chats/{id}', share: 20, path: ({ chatIds }) => `/api/chats/${oneOf(chatIds)}` },
  { name: 'GET /api/chats/search', share: 5, path: () => '/api/chats/search?q=subject&in=messages' },
  { name: 'GET /api/notebooks', share: 5, path: () => '/api/notebooks' },
  { name: 'GET /api/crawls', share: 10, path: () => '/api/crawls' },
  { name: 'GET /api/crawls/{id}', share: 15, path: ({ crawlId }) => `/api/crawls/${crawlId}?content=false` },
  { name: 'GET /api/pages/{id}', share: 10, path: ({ pageIds }) => `/api/pages/${oneOf(pageIds)}` },
  { name: 'GET /api/me', share: 5, path: () => '/api/me' },
  { name: 'GET /api/credits', share: 5, path: () => '/api/credits' },
]
const QUESTION_SHARE = 10
const QUESTIONS = ['What does this site say about the guide?', 'Which part comes first?', 'How is the page used?']

/** Sends requests with random pauses until `signal` aborts. */
export async function simulateUser(
  origin: string,
  person: Person,
  results: Results,
  pace: { from: number; to: number },
  signal: AbortSignal,
) {
  const eventStream = holdEventStream(origin, person, signal)
  const pause = () => sleep(pace.from + Math.random() * (pace.to - pace.from), undefined, { signal }).catch(() => {})
  // Spread the users' first requests.
  await sleep(Math.random() * pace.to, undefined, { signal }).catch(() => {})
  while (!signal.aborted) {
    const action = chooseAction()
    if (action) await get(origin, person, action, results)
    else await ask(origin, person, results)
    await pause()
  }
  await eventStream
}

/** A random action weighted by share; null for a question. */
function chooseAction(): Action | null {
  const total = ACTIONS.reduce((sum, { share }) => sum + share, QUESTION_SHARE)
  let remainder = Math.random() * total
  for (const action of ACTIONS) if ((remainder -= action.share) < 0) return action
  return null
}

async function get(origin: string, person: Person, { name, path }: Action, results: Results) {
  const from = performance.now()
  const response = await fetch(origin + path(person), { headers: { Cookie: person.cookie } }).catch(
    (error: Error) => error,
  )
  if (response instanceof Error) return fail(results, `${name}: ${response.message}`)
  await response.text()
  if (!response.ok) return fail(results, `${name}: ${response.status}`)
  add(results, name, performance.now() - from)
}

/** Asks a question in a saved chat, and measures the time to the first token and to the end. */
async function ask(origin: string, person: Person, results: Results) {
  const name = 'POST /api/chats/{id}/messages'
  const from = performance.now()
  const response = await fetch(`${origin}/api/chats/${oneOf(person.chatIds)}/messages`, {
    method: 'POST',
    headers: { Cookie: person.cookie, Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ question: oneOf(QUESTIONS) }),
  }).catch((error: Error) => error)
  if (response instanceof Error) return fail(results, `${name}: ${response.message}`)
  let text = ''
  let first: number | null = null
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (first === null && text.includes('event: delta')) first = performance.now() - from
  }
  if (!response.ok) return fail(results, `${name}: ${response.status}`)
  if (first === null || !text.includes('event: done')) return fail(results, `${name}: no answer`)
  add(results, FIRST_TOKEN, first)
  add(results, name, performance.now() - from)
}

/** Keeps the event stream of an open screen connected and discards its events. */
async function holdEventStream(origin: string, person: Person, signal: AbortSignal) {
  try {
    const response = await fetch(`${origin}/api/events`, { headers: { Cookie: person.cookie }, signal })
    for await (const _ of response.body ?? []);
  } catch {
    // Aborted at the end of the bench.
  }
}

function add(results: Results, name: string, ms: number) {
  const times = results.times.get(name) ?? []
  times.push(ms)
  results.times.set(name, times)
}

function fail(results: Results, description: string) {
  results.failures.set(description, (results.failures.get(description) ?? 0) + 1)
}

function oneOf<T>(list: readonly T[]): T {
  const chosen = list[Math.floor(Math.random() * list.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}
