/** Creates an element. Text is never parsed as HTML. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Record<string, string | boolean | ((event: never) => void)> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(key, value as EventListener)
    else if (typeof value === 'boolean') element.toggleAttribute(key, value)
    else element.setAttribute(key, value)
  }
  element.append(...children)
  return element
}

/** A link that opens in a new tab, or its text alone when the address is not one of the web or of mail. */
export function link(href: string, text: string, newTab: string): HTMLElement {
  if (!/^(https?|mailto):/i.test(href)) return el('span', {}, text)
  // A mail program opens without a tab.
  if (/^mailto:/i.test(href)) return el('a', { href }, text)
  const hint = el('span', { class: 'hidden' }, ` ${newTab}`)
  return el('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text, hint)
}
