import { expect, it } from 'vitest'
import { createFileNames } from './file-names.ts'

it('names a file for each address, once and within the folder [mirror-2]', () => {
  const nameOf = createFileNames()
  const names = [
    'https://docs.example.org',
    'https://docs.example.org/guide/start.html',
    'https://docs.example.org/guide/Start',
    'https://docs.example.org/guide/?page=2',
    'https://docs.example.org/%2e%2e/%2Fetc%5Cpasswd',
    'https://docs.example.org/con/%E2%80%AEa%00b',
    'http://localhost:8080/Stra%C3%9Fe/%ff',
    `https://docs.example.org/${'long'.repeat(50)}`,
  ].map(nameOf)
  expect(names).toEqual([
    'docs.example.org/index.md',
    'docs.example.org/guide/start.md',
    'docs.example.org/guide/Start-2.md',
    'docs.example.org/guide-page-2.md',
    'docs.example.org/etc-passwd.md',
    'docs.example.org/con-/a-b.md',
    'localhost-8080/Straße/ff.md',
    `docs.example.org/${'long'.repeat(20)}.md`,
  ])
})
