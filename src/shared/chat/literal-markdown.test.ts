import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, it } from 'vitest'
import { literalMarkdown } from './literal-markdown.ts'

it.each([
  ['Lib/email/__init__.py defines __enter__() and _private.'],
  [String.raw`The characters ('\') and '\\\\' are escaped; C:\*.txt is not.`],
  ['f(*args, **kwargs) calls g(**kwargs), and 2*3*4 is 2 * 3 * 4.'],
  ['SELECT a.*, b.* FROM (*p) and *q, *r; int *a, *b; 5 * * * *'],
  ['<type> is a type, <!-- no comment -->, and &lt; is an entity.'],
  ['~~Not~~ struck out in ~/.profile and ~/.bashrc~.'],
  ['max_connections is a setting.'],
])('shows all characters of %j [literal-markdown-1]', (text) => {
  const { children } = fromMarkdown(literalMarkdown(text))
  expect(children).toMatchObject([{ type: 'paragraph', children: [{ type: 'text', value: text }] }])
})

it.each([
  ['# Title\n\n- one\n- two\n\n> quoted'],
  ['```\n__init__ = "\\\'"\n```'],
  ['| a | b \\| c |\n| --- | --- |\n| 1 | 2 |'],
  ['A **strong** word of a [Markdown file](https://example.org/a_b), `code_` and * no item.'],
  ['* item\n* other item'],
])('leaves %j as it is [literal-markdown-2]', (text) => {
  expect(literalMarkdown(text)).toBe(text)
})

it('shows emphasized words without their signs [literal-markdown-3]', () => {
  expect(literalMarkdown('Prices are *net* prices, *except* for “*one*”, 2 *3 and `*all*`.')).toBe(
    String.raw`Prices are net prices, except for “one”, 2 \*3 and ` + '`*all*`.',
  )
})
