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
    'https://docs.example.org/guide/start-2',
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
    'docs.example.org/guide/start-2-2.md',
    `docs.example.org/${'long'.repeat(20)}.md`,
  ])
})

it('gives no file or folder the name of a Windows device, whatever its extension', () => {
  const names = ['/con.html', '/nul.txt', '/aux.v1/x', '/com1', '/console'].map((path) => `https://h.org${path}`)
  expect(names.map(createFileNames())).toEqual([
    'h.org/con-.md',
    'h.org/nul-.md',
    'h.org/aux-.v1/x.md',
    'h.org/com1-.md',
    'h.org/console.md',
  ])
})

it('gives no folder the name of a file', () => {
  const nameOf = createFileNames()
  expect(['https://h.org/x', 'https://h.org/x.md/y'].map(nameOf)).toEqual(['h.org/x.md', 'h.org/x.md-/y.md'])
})

it('numbers five thousand addresses with one beginning in less than two seconds', { timeout: 2000 }, () => {
  const nameOf = createFileNames()
  const addresses = Array.from({ length: 5000 }, (_, n) => `https://h.org/${'long'.repeat(20)}${n}`)
  const names = new Set(addresses.map(nameOf))
  expect(names.size).toBe(5000)
  expect(names).toContain(`h.org/${'long'.repeat(20)}-5000.md`)
})
