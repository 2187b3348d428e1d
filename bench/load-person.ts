/** One person at work: an event stream that stays open, and a click every few seconds. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from './load-installation.ts'

/** What the clicks of all people took, in milliseconds by route, and what was not answered with 2xx. */
export type Told = { times: Map<string, number[]>; failures: Map<string, number> }

export const FIRST_TOKEN = 'first words of an answer'

type Click = { name: string; share: number; path: (person: Person) => string }

/** Shares of the clicks, in hundredths. Questions are one click in ten. */
const CLICKS: Click[] = [
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

/** Clicks until `signal` is aborted, at a person's pace. */
export async function clickThrough(origin: string, person: Person, told: Told, pace: { from: number; to: number }, signal: AbortSignal) {
  const following = follow(origin, person, signal)
  const pause = () => sleep(pace.from + Math.random() * (pace.to - pace.from), undefined, { signal }).catch(() => {})
  // Nobody begins at the same moment.
  await sleep(Math.random() * pace.to, undefined, { signal }).catch(() => {})
  while (!signal.aborted) {
    const click = choose()
    if (click) await get(origin, person, click, told)
    else await ask(origin, person, told)
    await pause()
  }
  await following
}

/** A click by its share; null for a question. */
function choose(): Click | null {
  const total = CLICKS.reduce((sum, { share }) => sum + share, QUESTION_SHARE)
  let left = Math.random() * total
  for (const click of CLICKS) if ((left -= click.share) < 0) return click
  return null
}

async function get(origin: string, person: Person, { name, path }: Click, told: Told) {
  const from = performance.now()
  const response = await fetch(origin + path(person), { headers: { Cookie: person.cookie } }).catch((error: Error) => error)
  if (response instanceof Error) return fail(told, `${name}: ${response.message}`)
  await response.text()
  if (!response.ok) return fail(told, `${name}: ${response.status}`)
  add(told, name, performance.now() - from)
}

/** A question in a saved chat, until its first words and until its end. */
async function ask(origin: string, person: Person, told: Told) {
  const name = 'POST /api/chats/{id}/messages'
  const from = performance.now()
  const response = await fetch(`${origin}/api/chats/${oneOf(person.chatIds)}/messages`, {
    method: 'POST',
    headers: { Cookie: person.cookie, Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ question: oneOf(QUESTIONS) }),
  }).catch((error: Error) => error)
  if (response instanceof Error) return fail(told, `${name}: ${response.message}`)
  let text = ''
  let first: number | null = null
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (first === null && text.includes('event: delta')) first = performance.now() - from
  }
  if (!response.ok) return fail(told, `${name}: ${response.status}`)
  if (first === null || !text.includes('event: done')) return fail(told, `${name}: no answer`)
  add(told, FIRST_TOKEN, first)
  add(told, name, performance.now() - from)
}

/** What every open screen holds; its events are read and let go. */
async function follow(origin: string, person: Person, signal: AbortSignal) {
  try {
    const response = await fetch(`${origin}/api/events`, { headers: { Cookie: person.cookie }, signal })
    for await (const _ of response.body ?? []);
  } catch {
    // Ended with the bench.
  }
}

function add(told: Told, name: string, ms: number) {
  const times = told.times.get(name) ?? []
  times.push(ms)
  told.times.set(name, times)
}

function fail(told: Told, words: string) {
  told.failures.set(words, (told.failures.get(words) ?? 0) + 1)
}

function oneOf<T>(list: readonly T[]): T {
  const chosen = list[Math.floor(Math.random() * list.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}
