import temml from 'temml'

/** A model may repeat what a hostile page says: no links, no endless macros, no page-sized elements. */
const LIMITS = { trust: false, maxExpand: 200, maxSize: [20, 20] as [number, number] }

/** Fills `host` with a formula as MathML. Throws on TeX that cannot be read. */
export function renderFormula(tex: string, host: HTMLElement, displayMode: boolean) {
  // Builds elements instead of HTML, which the content security policy would strip of its styles.
  temml.render(tex, host, { displayMode, throwOnError: true, ...LIMITS })
}
