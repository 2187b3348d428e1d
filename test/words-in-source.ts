/** What a source file says in words: its strings, and those of them that stand on a screen as they are. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

export type Source = { file: string; text: string }

/** Every file of the product's below `folder`, without tests. */
export function sourceFiles(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|itest|long)\.tsx?$|\.d\.ts$/.test(file))
    .map((file) => `${folder}/${file}`)
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

/** A node of the syntax tree (ESTree), as far as it is looked at here. */
type Node = { type: string; [field: string]: unknown }

/** The plain strings of a file, as they are when it runs. */
export function stringsIn(source: Source): Set<string> {
  const found = new Set<string>()
  walk(source, (node) => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') found.add(node['value'])
  })
  return found
}

/**
 * Words that would be English on every screen: text between tags, words in an attribute that people read or hear, and
 * sentences put together in a template, all outside t() and rich(). `isName` tells what is the same in every language.
 */
export function unsaidWords(source: Source, isName: (words: string) => boolean): string[] {
  const found: string[] = []
  walk(source, (node, parents) => {
    const words = wordsOf(node, parents)
    if (words && /\p{L}{2}/u.test(words) && !isName(words) && !parents.some(isSaid)) found.push(`${source.file}: ${words}`)
  })
  return found
}

/** Attributes and fields whose strings a person reads or hears. */
const READ = new Set([
  ...['label', 'title', 'aria-label', 'placeholder', 'description', 'hint', 'alt', 'summary', 'message'],
  ...['confirmLabel', 'cancelLabel', 'pagesLabel', 'words', 'data-label', 'aria-description', 'aria-valuetext'],
])

function wordsOf(node: Node, parents: readonly Node[]): string | undefined {
  if (node.type === 'JSXText') return text(node['value'])
  const attribute = parents.findLast(({ type }) => type === 'JSXAttribute')
  const within = parents.some(({ type }) => type === 'JSXElement' || type === 'JSXFragment')
  if (node.type === 'TemplateElement') {
    const words = text(Reflect.get(Object(node['value']), 'cooked'))
    return (/\p{L}{2,} \p{L}{2}/u.test(words) && !isId(parents)) || (within && isRead(attribute)) ? words : undefined
  }
  if (node.type !== 'Literal' || !within) return undefined
  return isRead(attribute) && isShown(parents) ? text(node['value']) : undefined
}

const isId = (parents: readonly Node[]) => nameOf({ type: '', name: parents.at(-2)?.['key'] }) === 'id'

/** Outside of attributes whatever stands between tags is read. */
function isRead(attribute: Node | undefined): boolean {
  return attribute === undefined || READ.has(nameOf(attribute))
}

/** Whether the value itself is shown: not what it is compared with, looked up by or handed to a function. */
function isShown(parents: readonly Node[]): boolean {
  const ways = ['JSXExpressionContainer', 'ConditionalExpression', 'LogicalExpression', 'JSXAttribute']
  const inside = parents.slice(parents.findLastIndex(({ type }) => type === 'JSXExpressionContainer' || type === 'JSXAttribute'))
  return inside.every(({ type }) => ways.includes(type))
}

const isSaid = ({ type, callee }: Node) => type === 'CallExpression' && ['t', 'rich'].includes(nameOf({ type: '', name: callee }))

function nameOf({ name }: Node): string {
  if (typeof name !== 'object' || name === null) return text(name)
  const own: unknown = Reflect.get(name, 'name')
  const space: unknown = Reflect.get(name, 'namespace')
  return space ? `${nameOf({ type: '', name: space })}:${nameOf({ type: '', name: own })}` : nameOf({ type: '', name: own })
}

const text = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '')

function walk({ file, text: code }: Source, visit: (node: Node, parents: readonly Node[]) => void) {
  const descend = (value: unknown, parents: readonly Node[]) => {
    if (Array.isArray(value)) for (const each of value) descend(each, parents)
    else if (isNode(value)) {
      visit(value, parents)
      for (const [name, field] of Object.entries(value)) if (name !== 'typeAnnotation') descend(field, [...parents, value])
    }
  }
  descend(parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program, [])
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
