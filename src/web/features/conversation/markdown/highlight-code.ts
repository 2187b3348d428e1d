import type { LanguageFn } from 'highlight.js'
import { createLowlight } from 'lowlight'
import type { ReactNode } from 'react'
import { createElement } from 'react'

type Grammar = () => Promise<{ default: LanguageFn }>

/** Each grammar is a file that is loaded when a block in its language is shown. */
const grammars: Record<string, Grammar> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}

/** Other names of the grammars, also those of Pygments, which documentation made by Sphinx has. */
const aliases: Record<string, string> = {
  'c#': 'csharp',
  'c++': 'cpp',
  'bash-session': 'bash',
  console: 'bash',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  html: 'xml',
  ipython: 'python',
  ipython3: 'python',
  js: 'javascript',
  jsx: 'javascript',
  kt: 'kotlin',
  md: 'markdown',
  patch: 'diff',
  postgres: 'sql',
  postgresql: 'sql',
  ps1: 'powershell',
  psql: 'sql',
  py: 'python',
  py3: 'python',
  pycon: 'python',
  pycon3: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  'shell-session': 'bash',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
}

/** Longer code stays plain: coloring it would block the screen. */
const MAX_LENGTH = 20_000

const lowlight = createLowlight()

/**
 * `code` as spans with the classes of highlight.js; null for a language without grammar. Rejects when it cannot be
 * loaded.
 */
export async function highlightCode(code: string, language: string): Promise<ReactNode> {
  const name = aliases[language] ?? language
  const load = Object.hasOwn(grammars, name) ? grammars[name] : undefined
  if (!load || code.length > MAX_LENGTH) return null
  if (!lowlight.registered(name)) lowlight.register(name, (await load()).default)
  return toSpans(lowlight.highlight(name, code).children)
}

type HighlightedNode = ReturnType<typeof lowlight.highlight>['children'][number]

const toSpans = (nodes: readonly HighlightedNode[]): ReactNode[] =>
  nodes.map((node, key) => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return null
    const { className } = node.properties
    return createElement(
      'span',
      { key, className: Array.isArray(className) ? className.join(' ') : undefined },
      toSpans(node.children as HighlightedNode[]),
    )
  })
