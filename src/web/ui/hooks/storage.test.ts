import { afterEach, expect, it, vi } from 'vitest'
import { browserStorage, tabStorage } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage() {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  }
  vi.stubGlobal('sessionStorage', storage)
}

it('keeps texts and JSON in the storage of the browser until they are removed', () => {
  stubStorage()
  tabStorage.set('draft', '{"text":"Where?"}')
  expect(tabStorage.get('draft')).toBe('{"text":"Where?"}')
  expect(tabStorage.getJson('draft')).toEqual({ text: 'Where?' })
  tabStorage.set('draft', 'Where?')
  expect(tabStorage.getJson('draft')).toBeNull()
  tabStorage.set('draft', null)
  expect(tabStorage.get('draft')).toBeNull()
})

it('is empty where the browser has or allows no storage', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(() => {
    browserStorage.set('draft', 'Where?')
    browserStorage.set('draft', null)
  }).not.toThrow()
  expect(browserStorage.get('draft')).toBeNull()
  expect(browserStorage.getJson('draft')).toBeNull()
})
