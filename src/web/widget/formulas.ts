/** Formulas as MathML. What sets them is larger than the widget, so it is loaded with the first one. */
import { findFormulas } from '#web/features/conversation/markdown/find-formulas.ts'
import { el } from './elements.ts'

type Renderer = typeof import('#web/features/conversation/markdown/render-formula.ts')

let renderer: Renderer | undefined

/** Private-use characters at the start of a code span that is a formula. */
const INLINE = '\ue000'
const DISPLAY = '\ue001'

/** Each formula as a code span, so that Markdown leaves its characters alone. */
export const markFormulas = (markdown: string): string =>
  findFormulas(markdown).reduceRight((text, { start, end, display }) => {
    const delimiter = text.startsWith('$', start) && !text.startsWith('$$', start) ? 1 : 2
    const tex = text.slice(start + delimiter, end - delimiter).trim()
    return `${text.slice(0, start)}\`${display ? DISPLAY : INLINE}${tex}\`${text.slice(end)}`
  }, markdown)

/** A code span: as a formula if it is one, else as code. `server` has the script for formulas. */
export function drawCode(text: string, server: string): Node {
  const display = text.startsWith(DISPLAY)
  if (!display && !text.startsWith(INLINE)) return el('code', {}, text)
  const tex = text.slice(1)
  const host = el('span', display ? { class: 'display' } : {}, el('code', {}, tex))
  if (renderer) render(renderer)
  // A site's content security policy may refuse it: the TeX source stays.
  else void import(/* @vite-ignore */ `${server}/widget-formulas.js`).then(render).catch(() => undefined)
  return host

  function render(loaded: Renderer) {
    renderer = loaded
    try {
      loaded.renderFormula(tex, host, display)
    } catch {
      host.replaceChildren(el('code', {}, tex))
    }
  }
}

/** Text without Markdown, such as a quoted sentence, with its formulas set. */
export const drawText = (text: string, server: string): Node[] =>
  markFormulas(text)
    .split(/(`[\ue000\ue001][^`]*`)/)
    .map((part) =>
      /^`[\ue000\ue001]/.test(part) ? drawCode(part.slice(1, -1), server) : document.createTextNode(part),
    )
