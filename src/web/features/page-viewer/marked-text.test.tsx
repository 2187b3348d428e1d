import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MarkedText } from './marked-text.tsx'

it('shows and marks the characters of a stored page that Markdown would take for formatting [marked-text-1]', () => {
  const sentence = String.raw`Lib/__init__.py escapes ('\') in f(*args).`
  const shown = renderToStaticMarkup(
    <MarkedText markdown={`# Files\n\n${sentence} Next.`} sentence={sentence} others={[]} onRendered={() => {}} />,
  )
  expect(shown).toContain(`<mark>${sentence.replaceAll("'", '&#x27;')}</mark> Next.`)
})
