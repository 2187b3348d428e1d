import { describe, expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

const marked = (text: string, ...words: string[]) => {
  const result = excerpt(text, words)
  return result.marks.map(([start, end]) => result.excerpt.slice(start, end))
}

describe('an excerpt', () => {
  it('marks matches at the beginning of words, ignoring case', () => {
    expect(marked('A Lighthouse has a lamp; the highlight is its light.', 'light', 'LAMP')).toEqual([
      'Light',
      'lamp',
      'light',
    ])
  })

  it('marks matches anywhere in scripts without spaces', () => {
    expect(marked('古い灯台の話', '灯台')).toEqual(['灯台'])
  })

  it('cuts a long text between words around the first match', () => {
    const { excerpt: cut } = excerpt(`${'before it '.repeat(80)}the needle ${'after it '.repeat(80)}`, ['needle'])
    expect(cut).toMatch(/^… (before|it) .*the needle after .* …$/)
    expect(cut.length).toBeLessThan(240)
  })

  it('removes Markdown and treats regular expression characters as text', () => {
    expect(excerpt('## **Prices** (2026)', ['(2026)', '.*'])).toEqual({ excerpt: 'Prices (2026)', marks: [[8, 12]] })
  })

  it('shows escaped Markdown characters without their backslash, and code as it is', () => {
    const { excerpt: shown } = excerpt('**Guide › \\[index\\]**: find `\\[a-z\\]` in C:\\dir', ['index'])
    expect(shown).toBe('Guide › [index] : find \\[a-z\\] in C:\\dir')
  })

  it('leaves out the rule below the header of a table', () => {
    const { excerpt: shown } = excerpt('> | Plan | Files |\n> | --- | :-: |\n> | Basic | 10 |', [])
    expect(shown).toBe('Plan Files Basic 10')
  })

  it('keeps placeholders, names with underscores and numbers of issues', () => {
    const { excerpt: shown } = excerpt('# Usage\n> _Set_ --format=<fmt> or max_size, see #12', [])
    expect(shown).toBe('Usage Set --format=<fmt> or max_size, see #12')
  })

  it('starts at the beginning of the text without a match', () => {
    expect(excerpt('Nothing here', ['elsewhere'])).toEqual({ excerpt: 'Nothing here', marks: [] })
  })
})
