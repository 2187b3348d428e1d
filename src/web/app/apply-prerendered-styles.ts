/**
 * Converts the rules that carry a prerendered screen's style attributes (scripts/prerender.mjs) back into attributes
 * before hydration, and removes the rules.
 */
export function applyPrerenderedStyles(root: HTMLElement) {
  const styles = document.querySelector<HTMLStyleElement>('style#prerendered-styles')
  for (const rule of styles?.sheet?.cssRules ?? []) {
    if (!(rule instanceof CSSStyleRule)) continue
    for (const element of root.querySelectorAll<HTMLElement>(rule.selectorText)) {
      element.style.cssText = rule.style.cssText
      element.removeAttribute('data-style')
    }
  }
  styles?.remove()
}
