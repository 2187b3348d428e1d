import { afterEach, expect, it } from 'vitest'
import { openLanguage } from '#web/messages/language.ts'
import { keyName, MAIN_MODIFIER } from './use-shortcut.ts'

afterEach(() => openLanguage('en'))

it('names the key for shortcuts as the keyboard of the language does [shortcuts-names]', async () => {
  const isMac = MAIN_MODIFIER === '⌘'
  expect(keyName(MAIN_MODIFIER)).toBe(isMac ? '⌘' : 'Ctrl')
  await openLanguage('de')
  expect(keyName(MAIN_MODIFIER)).toBe(isMac ? '⌘' : 'Strg')
})
