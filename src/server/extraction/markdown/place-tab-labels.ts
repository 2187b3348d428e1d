/** Moves the labels of tabs, such as "npm" and "yarn", from their list to the panels that they open. */
import { cachedTextLength, NO_ATTRIBUTES, textLength, type HtmlElement } from '#server/extraction/html/html-element.ts'
import { lineOf } from './inline-text.ts'

const MAX_TABS = 20
const MAX_LABEL_CHARACTERS = 60
/** The panels follow the list, or a wrapper around it, among so many nodes. */
const MAX_WRAPPERS = 2
const MAX_NODES_AFTER = 3 * MAX_TABS
/** MkDocs and VitePress have no role. */
const LIST_NAME = /(?:^|\s)(?:tabbed-labels|tabs)(?:\s|$)/

/**
 * Finds the tabs below `body`. Call it before the main text is chosen, which drops lists of links; call what it returns
 * afterward, to move the labels of the tabs to their panels.
 */
export function findTabLabels(body: HtmlElement): () => void {
  const lengthOf = cachedTextLength()
  const found: { list: HtmlElement; panels: { panel: HtmlElement; label: string }[] }[] = []
  /** The positions of the element being visited and of those around it, the outermost first. */
  const positions: number[] = []

  function visit({ children }: HtmlElement) {
    for (const [index, child] of children.entries()) {
      if (typeof child === 'string') continue
      positions.push(index)
      if (isTabList(child)) findPanels(child)
      visit(child)
      positions.pop()
    }
  }

  function findPanels(list: HtmlElement) {
    const tabs = elementsOf(list).filter(({ tag }) => tag !== 'input')
    if (tabs.length < 2 || tabs.length > MAX_TABS) return
    if (tabs.some((tab) => lengthOf(tab) === 0 || lengthOf(tab) > MAX_LABEL_CHARACTERS)) return
    const panels = panelsAfter(list, tabs.length)
    if (!panels) return
    found.push({ list, panels: panels.map((panel, index) => ({ panel, label: lineOf(tabs[index] ?? list) })) })
  }

  /** The panels are siblings, or the children of the next element; undefined without one for each tab. */
  function panelsAfter(list: HtmlElement, count: number): HtmlElement[] | undefined {
    let before = list
    for (let wrappers = 0; wrappers <= MAX_WRAPPERS && before.parent; wrappers++, before = before.parent) {
      const position = positions.at(-1 - wrappers) ?? 0
      const nodes = before.parent.children.slice(position + 1, position + 1 + MAX_NODES_AFTER)
      const after = nodes.filter((node) => typeof node !== 'string')
      const [next] = after
      const marked = after.filter(({ attributes }) => attributes['role'] === 'tabpanel')
      for (const panels of [marked, next ? elementsOf(next) : []]) {
        if (panels.length === count && panels.every((panel) => lengthOf(panel) > 0)) return panels
      }
      if (lengthOf(before.parent) > lengthOf(before)) return undefined
    }
    return undefined
  }

  visit(body)
  return () => {
    for (const { list, panels } of found) {
      list.children.length = 0
      for (const { panel, label } of panels) if (textLength(panel) > 0) addLabel(panel, label)
    }
  }
}

function isTabList({ attributes }: HtmlElement): boolean {
  return attributes['role'] === 'tablist' || LIST_NAME.test(attributes['class'] ?? '')
}

/** The label names the panel as the summary of details does. */
function addLabel(panel: HtmlElement, label: string) {
  panel.tag = 'details'
  panel.children.unshift({
    tag: 'summary',
    attributes: NO_ATTRIBUTES,
    parent: panel,
    children: [label],
    hasBlock: false,
  })
  for (let up: HtmlElement | null = panel; up && !up.hasBlock; up = up.parent) up.hasBlock = true
}

function elementsOf({ children }: HtmlElement): HtmlElement[] {
  return children.filter((child) => typeof child !== 'string')
}
