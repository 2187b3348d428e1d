import type { RouteComponent } from '@tanstack/react-router'
import { useLanguage } from '#web/messages/language.ts'

/**
 * A screen that is drawn again when the language changes, with all that was typed into it: the router keeps
 * what it has drawn until the address changes.
 */
export function inLanguage(Screen: RouteComponent): RouteComponent {
  function Spoken() {
    useLanguage()
    return <Screen />
  }
  return Object.assign(Spoken, Screen.preload && { preload: Screen.preload })
}
