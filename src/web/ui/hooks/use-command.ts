/** Commands of the current screen for the palette, each registered by the component that runs it. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { TextKey } from '#web/messages/text.ts'
import { useShortcut } from './use-shortcut.ts'

export type ScreenCommand = { name: TextKey; act: () => void; key?: string }

let present: readonly ScreenCommand[] = []
const listeners = new Set<() => void>()

/** The registered commands, in order of registration. */
export const usePresentCommands = () => useSyncExternalStore(subscribe, () => present)

/**
 * Registers `act` under `name` while `active`.
 * @param key its shortcut, as of `useShortcut`
 */
export function useCommand(
  name: TextKey,
  act: () => void,
  { active = true, key }: { active?: boolean; key?: string } = {},
) {
  useShortcut(key, act, active)
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
