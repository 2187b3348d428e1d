/**
 * /widget.js: `<script src="https://SERVER/widget.js" data-notebook="ADDRESS" async></script>` on any site that the
 * owner of the notebook allows. `data-lang` and `data-theme` ("light", "dark") replace the language of the page and the
 * theme of the visitor's system. `window.Readback` opens it, asks, and reports what happens.
 */
import { ChatElement, type WidgetEvents } from './chat-element.ts'

const script = document.currentScript
if (script instanceof HTMLScriptElement && script.dataset['notebook'] !== undefined) {
  if (!customElements.get('readback-chat')) customElements.define('readback-chat', ChatElement)
  // The class is the one defined above.
  const chat = document.createElement('readback-chat') as ChatElement
  chat.setAttribute('server', new URL(script.src).origin)
  for (const [name, value] of Object.entries(script.dataset)) chat.setAttribute(name, value ?? '')
  const add = () => document.body.append(chat)
  if (document.body) add()
  else document.addEventListener('DOMContentLoaded', add)

  Object.assign(window, {
    Readback: {
      open: chat.open,
      close: chat.close,
      ask: chat.ask,
      /** Calls `listener` with the details of each event; returns a function that stops it. */
      on<Name extends keyof WidgetEvents>(name: Name, listener: (detail: WidgetEvents[Name]) => void) {
        const handle = (event: Event) => event instanceof CustomEvent && listener(event.detail)
        chat.addEventListener(`readback:${name}`, handle)
        return () => chat.removeEventListener(`readback:${name}`, handle)
      },
    },
  })
}
