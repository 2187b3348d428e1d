import { useBlocker } from '@tanstack/react-router'
import { isSomethingOpen } from './use-layer.ts'

/**
 * While `active`, the browser's Back calls `onBack` instead of leaving the screen. What covers the screen closes first.
 */
export function useBack(active: boolean, onBack: () => void) {
  useBlocker({
    shouldBlockFn({ action }) {
      if (action !== 'BACK' || isSomethingOpen()) return false
      onBack()
      return true
    },
    disabled: !active,
    enableBeforeUnload: false,
  })
}
