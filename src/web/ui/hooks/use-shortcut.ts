/**
 * Keyboard shortcuts. Single keys are matched by `event.key` alone: `useHotkeys` also compares Shift, which would break
 * `?` and `/` on layouts that need Shift for them.
 */
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import { useEffect, useEffectEvent } from 'react'
import { browserStorage } from './storage.ts'
import { useStored } from './use-stored.ts'

/** Single keys can be turned off, because speech input triggers them (WCAG 2.1.4). */
const STORED_AS = 'readback:single-keys'

const isBoolean = (stored: unknown): stored is boolean => typeof stored === 'boolean'

/** The setting for single-key shortcuts. */
export const useSingleKeys = () => useStored(STORED_AS, true, isBoolean)

/**
 * Calls `act` when `key` is pressed outside inputs and dialogs, while `active`.
 * @param key a KeyboardEvent.key such as `n`, `?` or `Escape`; Escape works even when single keys are off; undefined
 *   for none
 */
export function useShortcut(key: string | undefined, act: () => void, active = true) {
  const pressed = useEffectEvent(act)
  useEffect(() => {
    if (key === undefined || !active) return
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.defaultPrevented || event.isComposing || event.repeat) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target, key) || document.querySelector('[role=dialog]')) return
      if (key !== 'Escape' && areSingleKeysOff()) return
      event.preventDefault()
      pressed()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key, active])
}

/** Ctrl, or ⌘ where that is what keyboards have. */
export const MAIN_MODIFIER = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl'

/**
 * Calls `act` when `key` is pressed together with Ctrl or ⌘: also where something is typed, and with single keys off.
 * While a dialog is open the dialog keeps its keys.
 */
export function useModifiedShortcut(key: string, act: () => void) {
  const pressed = useEffectEvent(act)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isModified(event, key) || event.defaultPrevented || event.repeat) return
      // Over a dialog too: otherwise the browser's own shortcut would run.
      event.preventDefault()
      if (!document.querySelector('[role=dialog]')) pressed()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key])
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether `key` was pressed with Ctrl or ⌘ and nothing else. */
export const isModified = (event: Pressed, key: string) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key

const FIELDS = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]'

/** Letters navigate in trees and menus. */
const ROWS = '[role=tree], [role=menu]'

function isTyping(target: EventTarget | null, key: string) {
  if (!(target instanceof Element)) return false
  return target.closest(FIELDS) !== null || (/^\p{L}$/u.test(key) && target.closest(ROWS) !== null)
}

const areSingleKeysOff = () => browserStorage.get(STORED_AS) === 'false'

/** The name of a key on a keyboard of the current language: "Strg" for Ctrl in German. */
export function keyName(key: string): string {
  const text = keyTexts[key]
  return text ? t(text) : key
}

const keyTexts: Readonly<Record<string, TextKey>> = {
  Ctrl: 'shortcuts.keyCtrl',
  Shift: 'shortcuts.keyShift',
  Space: 'shortcuts.keySpace',
  Enter: 'shortcuts.keyEnter',
}
