/** Finds string literals in source files, and texts that would appear on a screen without translation. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

export type Source = { file: string; text: string }

/** All source files below `folder`, without tests. */
export function sourceFiles(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|itest|long)\.tsx?$|\.d\.ts$/.test(file))
    .map((file) => `${folder}/${file}`)
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

/** An ESTree node. */
type Node = { type: string; [field: string]: unknown }

/** All string literals of a file, unescaped. */
export function stringsIn(source: Source): Set<string> {
  const found = new Set<string>()
  walk(source, (node) => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') found.add(node['value'])
  })
  return found
}

/**
 * Texts that bypass translation, outside of t() and rich(): text between tags, attributes that people read or hear, and
 * sentences in template literals. `isName` exempts names, which are the same in every language.
 */
export function untranslatedTexts(source: Source, isName: (text: string) => boolean): string[] {
  const found: string[] = []
  walk(source, (node, parents) => {
    const shown = shownText(node, parents)
    if (shown && /\p{L}{2}/u.test(shown) && !isName(shown) && !parents.some(isTranslation))
      found.push(`${source.file}: ${shown}`)
  })
  return found
}

/** Attributes and fields whose strings people read or hear. */
const TEXT_ATTRIBUTES = new Set([
  ...['label', 'title', 'aria-label', 'placeholder', 'description', 'hint', 'alt', 'summary', 'message'],
  ...[
    'confirmLabel',
    'cancelLabel',
    'pagesLabel',
    'words',
    'data-label',
    'aria-description',
    'aria-valuetext',
    'data-hint',
  ],
])

function shownText(node: Node, parents: readonly Node[]): string | undefined {
  if (node.type === 'JSXText') return text(node['value'])
  const attribute = parents.findLast(({ type }) => type === 'JSXAttribute')
  const within = parents.some(({ type }) => type === 'JSXElement' || type === 'JSXFragment')
  if (node.type === 'TemplateElement') {
    const part = text(Reflect.get(Object(node['value']), 'cooked'))
    return (/\p{L}{2,} \p{L}{2}/u.test(part) && !isId(parents)) || (within && isTextAttribute(attribute))
      ? part
      : undefined
  }
  if (node.type !== 'Literal' || !within) return undefined
  return isTextAttribute(attribute) && isShown(parents) ? text(node['value']) : undefined
}

const isId = (parents: readonly Node[]) => nameOf({ type: '', name: parents.at(-2)?.['key'] }) === 'id'

/** True outside of attributes too: text between tags is always shown. */
function isTextAttribute(attribute: Node | undefined): boolean {
  return attribute === undefined || TEXT_ATTRIBUTES.has(nameOf(attribute))
}

/** False for values that are compared, used as a key or passed to a function instead of being shown. */
function isShown(parents: readonly Node[]): boolean {
  const transparentTypes = ['JSXExpressionContainer', 'ConditionalExpression', 'LogicalExpression', 'JSXAttribute']
  const inside = parents.slice(
    parents.findLastIndex(({ type }) => type === 'JSXExpressionContainer' || type === 'JSXAttribute'),
  )
  return inside.every(({ type }) => transparentTypes.includes(type))
}

const isTranslation = ({ type, callee }: Node) =>
  type === 'CallExpression' && ['t', 'rich'].includes(nameOf({ type: '', name: callee }))

function nameOf({ name }: Node): string {
  if (typeof name !== 'object' || name === null) return text(name)
  const own: unknown = Reflect.get(name, 'name')
  const space: unknown = Reflect.get(name, 'namespace')
  return space
    ? `${nameOf({ type: '', name: space })}:${nameOf({ type: '', name: own })}`
    : nameOf({ type: '', name: own })
}

const text = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '')

function walk({ file, text: code }: Source, visit: (node: Node, parents: readonly Node[]) => void) {
  const descend = (value: unknown, parents: readonly Node[]) => {
    if (Array.isArray(value)) for (const each of value) descend(each, parents)
    else if (isNode(value)) {
      visit(value, parents)
      for (const [name, field] of Object.entries(value))
        if (name !== 'typeAnnotation') descend(field, [...parents, value])
    }
  }
  descend(parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program, [])
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
