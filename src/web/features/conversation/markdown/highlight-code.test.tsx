import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { highlightCode } from './highlight-code.ts'

const drawn = async (code: string, language: string) => renderToStaticMarkup(<>{await highlightCode(code, language)}</>)

it('marks the parts of code in the language of its block', async () => {
  expect(await drawn("select 'a' from t", 'sql')).toBe(
    '<span class="hljs-keyword">select</span> <span class="hljs-string">&#x27;a&#x27;</span> <span class="hljs-keyword">from</span> t',
  )
})

it('knows the usual short names of languages', async () => {
  expect(await drawn('const a = 1', 'ts')).toContain('hljs-keyword')
  expect(await drawn('def f(): pass', 'python3')).toContain('hljs-keyword')
})

it('escapes HTML in code', async () => {
  expect(await drawn('"<img src=x onerror=alert(1)>"', 'js')).not.toContain('<img')
})

it.each([
  ['a language without grammar', 'a', 'klingon'],
  ['a name that every object has', 'a', 'constructor'],
  ['very long code', 'a'.repeat(20_001), 'sql'],
])('leaves %s plain', async (_case, code, language) => {
  expect(await highlightCode(code, language)).toBeNull()
})
