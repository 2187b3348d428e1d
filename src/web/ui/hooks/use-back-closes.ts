import { useBlocker } from '@tanstack/react-router'

/** While `opened`, the browser's Back closes what covers the screen, as on a phone, and the screen stays. */
export function useBackCloses(opened: boolean, onClose: () => void) {
  useBlocker({
    shouldBlockFn({ action }) {
      if (action !== 'BACK') return false
      onClose()
      return true
    },
    disabled: !opened,
    enableBeforeUnload: false,
  })
}
