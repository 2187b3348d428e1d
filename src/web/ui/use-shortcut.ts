/** Single keys that act wherever the focus stands, but where something is typed or a dialog is open. */
import { useEffect, useEffectEvent } from 'react'
import { useStored } from './use-stored.ts'

/** Speech input and shaking hands press single keys unawares: they can be switched off (WCAG 2.1.4). */
const STORED_AS = 'readback:single-keys'

const isBoolean = (stored: unknown): stored is boolean => typeof stored === 'boolean'

/** Whether single keys act, and the way to change it. */
export const useSingleKeys = () => useStored(STORED_AS, true, isBoolean)

/**
 * Calls `act` when `key` is pressed, while `active`.
 * @param key as KeyboardEvent.key says it, such as `n`, `?` or `Escape`; Escape acts even when single keys are off
 */
export function useShortcut(key: string, act: () => void, active = true) {
  const pressed = useEffectEvent(act)
  useEffect(() => {
    if (!active) return
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

const FIELDS = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]'

/** Letters lead to a row where there are rows. */
const ROWS = '[role=tree], [role=menu]'

function isTyping(target: EventTarget | null, key: string) {
  if (!(target instanceof Element)) return false
  return target.closest(FIELDS) !== null || (/^\p{L}$/u.test(key) && target.closest(ROWS) !== null)
}

function areSingleKeysOff(): boolean {
  try {
    return localStorage.getItem(STORED_AS) === 'false'
  } catch {
    return false
  }
}
