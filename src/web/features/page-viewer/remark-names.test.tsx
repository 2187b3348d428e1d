import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import { describe, expect, it } from 'vitest'
import { remarkNames } from './remark-names.ts'

const html = (markdown: string) =>
  renderToStaticMarkup(<Markdown remarkPlugins={[remarkNames]}>{markdown}</Markdown>).replaceAll('\n', ' ')

describe('remarkNames', () => {
  it('makes the name of a card and the question of a panel strong', () => {
    expect(html('# Plans\n\n\nAnchor yearly\n\n£528\n\n\nMay I swim?\nYes, from eight\nto ten.')).toBe(
      '<h1>Plans</h1> <p><strong>Anchor yearly</strong></p> <p>£528</p> <p><strong>May I swim?</strong><br/> Yes, from eight to ten.</p>',
    )
  })

  it('leaves other paragraphs as they are', () => {
    const others = [
      '# Plans\n\nAnchor yearly',
      'One.\n\n\nTwo sentences. No name.',
      'One.\n\n\n£528',
      'One.\n\n\n- Two',
    ]
    for (const markdown of others) expect(html(markdown)).not.toContain('<strong>')
    const wrapped = `One.\n\n\n${'A long line that was wrapped by hand at eighty characters, as in a README,'}\ngoes on.`
    expect(html(wrapped)).not.toContain('<strong>')
  })
})
