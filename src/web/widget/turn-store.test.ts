import { expect, it } from 'vitest'
import { openTurnStore, type Turn } from './turn-store.ts'

const KEY = 'readback'
const turn: Turn = {
  question: 'When is the ferry?',
  text: 'At noon [1].',
  kind: 'answer',
  sources: [{ marker: 1, url: 'https://a.example/', title: 'Ferry', sentence: 'At noon.', state: 'quoted' }],
  language: '',
  feedbackId: '0c9d2b1e-1f1a-4d6e-9d55-0a3c8f3f2b11',
}

function openStorage(stored?: string) {
  const items = new Map(stored === undefined ? [] : [[KEY, stored]])
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

it('the widget reads back the turns that it stored', () => {
  const storage = openStorage()
  openTurnStore(KEY, () => storage).write([turn, { ...turn, language: 'de' }])
  expect(openTurnStore(KEY, () => storage).read()).toEqual([turn, { ...turn, language: 'de' }])
})

it.each([
  ['no JSON', '{'],
  ['no list', '{"length":1}'],
  ['null', '[null]'],
  ['a question that is no text', JSON.stringify([{ ...turn, question: 1 }])],
  ['an unknown state', JSON.stringify([{ ...turn, sources: [{ ...turn.sources[0], state: 'toString' }] }])],
  ['a marker that is no number', JSON.stringify([{ ...turn, sources: [{ ...turn.sources[0], marker: '1' }] }])],
  ['a language that Intl refuses', JSON.stringify([{ ...turn, language: 'no language' }])],
  ['an address as feedback id', JSON.stringify([{ ...turn, feedbackId: '../../keys' }])],
  ['too many turns', JSON.stringify(Array(21).fill(turn))],
  ['too much text', JSON.stringify([{ ...turn, text: 'x'.repeat(200_000) }])],
])('the widget clears stored turns that it did not write: %s', (_name, stored) => {
  const storage = openStorage(stored)
  expect(openTurnStore(KEY, () => storage).read()).toEqual([])
  expect(storage.items.size).toBe(0)
})

it('the widget stores the last 20 turns, or as many as fit', () => {
  const storage = openStorage()
  const store = openTurnStore(KEY, () => storage)
  store.write(Array.from({ length: 25 }, (_none, index) => ({ ...turn, question: `Question ${index}` })))
  expect(store.read().map(({ question }) => question)).toEqual(
    Array.from({ length: 20 }, (_none, index) => `Question ${index + 5}`),
  )
  store.write([
    { ...turn, text: 'x'.repeat(150_000) },
    { ...turn, text: 'y'.repeat(150_000) },
  ])
  expect(store.read().map(({ text }) => text[0])).toEqual(['y'])
})

it('the widget works on a site that may use no storage', () => {
  const store = openTurnStore(KEY, () => {
    throw new Error('SecurityError')
  })
  store.write([turn])
  expect(store.read()).toEqual([])
})
