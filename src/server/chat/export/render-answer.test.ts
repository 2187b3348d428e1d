import { describe, expect, it } from 'vitest'
import { renderAnswer } from './render-answer.ts'

const render = (markdown: string) => renderAnswer(markdown, (marker) => (marker === 1 ? '#note-1-1' : null))

describe('an answer as HTML', () => {
  it('links markers to their footnotes and leaves other bracketed numbers alone', () => {
    expect(render('It is **four** metres [1], see [2] and `[1]`.')).toBe(
      '<p>It is <strong>four</strong> metres <sup><a href="#note-1-1">1</a></sup>, see [2] and <code>[1]</code>.</p>\n',
    )
  })

  it.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<!-- never closed',
    '<style>body{display:none}',
    '[click](javascript:alert(1))',
    '[click](data:text/html,<script>alert(1)</script>)',
    '![picture](https://tracker.example/pixel.gif)',
    '![a" onerror="alert(1)](x)',
    '[x](https://a.example/"onmouseover="alert(1))',
    '```html" onload="alert(1)\n<script>\n```',
    '<a href="https://a.example" onclick="alert(1)">x</a>',
    '| <script>a</script> | b |\n|---|---|\n| c | <iframe src=x> |',
  ])('contains nothing that runs or loads: %s', (markdown) => {
    const html = render(markdown)
    const tags = [...html.matchAll(/<\/?([a-z][\w-]*)([^>]*)>/gi)].map(([, name = '', attributes = '']) => ({
      name,
      attributes,
    }))
    for (const { name, attributes } of tags) {
      expect(['p', 'a', 'sup', 'strong', 'code', 'pre', 'table', 'thead', 'tbody', 'tr', 'th', 'td']).toContain(name)
      expect(attributes).toMatch(/^( href="(https?:\/\/[^"]*|#note-1-1)"( rel="noopener noreferrer nofollow")?)?$/)
    }
  })
})
