/** What the screen on hand can do by name: each command stands where it is carried out, and the palette lists them. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Text } from '#web/languages/text.ts'

export type ScreenCommand = { name: Text; act: () => void; key?: string }

let present: readonly ScreenCommand[] = []
const listeners = new Set<() => void>()

/** The commands of what is on the screen now, in the order in which they came. */
export const usePresentCommands = () => useSyncExternalStore(subscribe, () => present)

/**
 * Offers `act` under `name` while `active`.
 * @param key the single key that does the same, to be shown beside it
 */
export function useCommand(name: Text, act: () => void, { active = true, key }: { active?: boolean; key?: string } = {}) {
  const chosen = useEffectEvent(act)
  useEffect(() => {
    if (!active) return
    const command = { name, key, act: () => chosen() }
    change([...present, command])
    return () => change(present.filter((each) => each !== command))
  }, [name, key, active])
}

function change(commands: readonly ScreenCommand[]) {
  present = commands
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
