/**
 * Turns the rules in which a screen drawn ahead carries its style attributes (scripts/prerender.mjs) into what React would
 * have set, and takes the rules away: they would outlive what they were drawn for.
 */
export function takeLooks(root: HTMLElement) {
  const looks = document.querySelector<HTMLStyleElement>('style#looks')
  for (const rule of looks?.sheet?.cssRules ?? []) {
    if (!(rule instanceof CSSStyleRule)) continue
    for (const element of root.querySelectorAll<HTMLElement>(rule.selectorText)) {
      element.style.cssText = rule.style.cssText
      element.removeAttribute('data-look')
    }
  }
  looks?.remove()
}
