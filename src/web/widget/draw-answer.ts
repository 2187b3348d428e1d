/** Draws the Markdown of an answer as elements, without parsing HTML, so that a page or a model cannot add script. */
import { lexer, type Token, type Tokens } from 'marked'
import { el, link } from './elements.ts'
import { drawCode, markFormulas } from './formulas.ts'

/** `mark` draws the marker of a source, such as [1]. `server` is the origin of the widget's scripts. */
type Drawing = { mark: (marker: number) => Node; newTab: string; server: string }

export const drawAnswer = (markdown: string, drawing: Drawing): Node[] =>
  drawAll(lexer(markFormulas(markdown)), drawing)

const drawAll = (tokens: Token[] | undefined, drawing: Drawing): Node[] =>
  (tokens ?? []).flatMap((token) => draw(token, drawing))

const BLOCKS = { paragraph: 'p', blockquote: 'blockquote', strong: 'strong', em: 'em', del: 'del' } as const

function draw(token: Token, drawing: Drawing): Node[] {
  switch (token.type) {
    case 'space':
      return []
    case 'paragraph':
    case 'blockquote':
    case 'strong':
    case 'em':
    case 'del':
      return [el(BLOCKS[token.type as keyof typeof BLOCKS], {}, ...drawAll(token.tokens, drawing))]
    case 'heading':
      // The widget has its own headings above.
      return [el('p', { class: 'heading' }, ...drawAll(token.tokens, drawing))]
    case 'code':
      return [el('pre', { tabindex: '0' }, el('code', {}, (token as Tokens.Code).text))]
    case 'codespan':
      return [drawCode((token as Tokens.Codespan).text, drawing.server)]
    case 'br':
      return [el('br')]
    case 'hr':
      return [el('hr')]
    case 'list': {
      const { ordered, start, items } = token as Tokens.List
      const drawn = items.map((item) => el('li', {}, ...drawAll(item.tokens, drawing)))
      return [ordered ? el('ol', { start: String(start || 1) }, ...drawn) : el('ul', {}, ...drawn)]
    }
    case 'table':
      return [drawTable(token as Tokens.Table, drawing)]
    case 'link': {
      const { href, text } = token as Tokens.Link
      return [link(href, text, drawing.newTab)]
    }
    case 'image':
      return [document.createTextNode((token as Tokens.Image).text)]
    default:
      return 'tokens' in token && token.tokens
        ? drawAll(token.tokens, drawing)
        : withMarkers(plainText(token), drawing.mark)
  }
}

/** `text` of an escape is the character, of HTML its source. */
const plainText = (token: Token) => ('text' in token && typeof token.text === 'string' ? token.text : token.raw)

function drawTable({ header, rows }: Tokens.Table, drawing: Drawing): Node {
  const row = (cells: Tokens.TableCell[], name: 'th' | 'td') =>
    el('tr', {}, ...cells.map((cell) => el(name, {}, ...drawAll(cell.tokens, drawing))))
  const body = rows.map((cells) => row(cells, 'td'))
  const table = el('table', {}, el('thead', {}, row(header, 'th')), el('tbody', {}, ...body))
  return el('div', { class: 'scroll', tabindex: '0' }, table)
}

function withMarkers(text: string, mark: (marker: number) => Node): Node[] {
  return text.split(/(\[\d{1,4}\])/).map((part) => {
    const marker = /^\[(\d+)\]$/.exec(part)?.[1]
    return marker === undefined ? document.createTextNode(part) : mark(Number(marker))
  })
}
