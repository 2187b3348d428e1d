import { expect, it } from 'vitest'
import { siteSuffixes, titleShortener } from './short-titles.ts'

function shortened(...titles: string[]) {
  const pages = titles.map((title, n) => ({ url: `https://docs.example.org/${n}`, title }))
  return pages.map(titleShortener(siteSuffixes(pages)))
}

it.each([
  [
    ['Plans · Readback manual', 'Chats · Readback manual', 'Search · Readback manual'],
    ['Plans', 'Chats', 'Search'],
  ],
  [
    ['re — Regex — Python docs', 'os — Files — Python docs', 'io — Python docs'],
    ['re — Regex', 'os — Files', 'io'],
  ],
  [
    ['A - Guide | Acme', 'B - Guide | Acme', 'C - Guide | Acme', 'D - Guide | Acme'],
    ['A', 'B', 'C', 'D'],
  ],
])('cuts the name of the site from the end of %j', (titles, expected) => {
  expect(shortened(...titles)).toEqual(expected)
})

it('keeps a start page that is called like the site or otherwise', () => {
  expect(shortened('Acme Docs', 'Install | Acme Docs', 'Update | Acme Docs', 'Remove | Acme Docs')).toEqual([
    'Acme Docs',
    'Install',
    'Update',
    'Remove',
  ])
  expect(shortened('Welcome', 'Install | Acme', 'Update | Acme', 'Remove | Acme')[1]).toBe('Install')
})

it.each([
  ['pages without the ending', ['Install - Linux', 'Update - Linux', 'Remove - Linux', 'Install', 'Update']],
  ['fewer than three pages', ['Install | Acme', 'Update | Acme']],
  ['an ending that is not set off', ['Install Acme', 'Update Acme', 'Remove Acme']],
  ['the same title everywhere', ['Acme', 'Acme', 'Acme']],
])('keeps titles with %s', (_case, titles) => {
  expect(shortened(...titles)).toEqual(titles)
})

it.each([
  ['https://docs.acme.com/install', 'Install | Acme Docs', 'Install'],
  ['https://stackoverflow.com/q/1', 'How? - Python - Stack Overflow', 'How? - Python'],
  ['https://acme.com/install', 'Install | Linux', 'Install | Linux'],
  ['http://localhost/re', 're — Python 3.11 documentation', 're'],
  ['https://acme.com/docs', 'Writing | Documentation', 'Writing | Documentation'],
  ['https://acme.com/', 'Acme', 'Acme'],
  ['', 'Install | Acme', 'Install | Acme'],
])('cuts the name of the host or of a manual of a single page: %s', (url, title, expected) => {
  expect(titleShortener({})({ url, title })).toBe(expected)
})

it('counts a page that is cited often once', () => {
  const page = { url: 'https://a.example/', title: 'Install - Linux' }
  expect(titleShortener(siteSuffixes([page, page, page]))(page)).toBe('Install - Linux')
})

it('looks at the pages of each site separately and leaves titles of other sites alone', () => {
  const pages = ['Install | Acme', 'Update | Acme', 'Remove | Acme'].map((title, n) => ({
    url: `https://a.example/${n}`,
    title,
  }))
  const shorten = titleShortener(siteSuffixes([...pages, { url: 'https://b.example/', title: 'Other' }]))
  expect(pages.map(shorten)).toEqual(['Install', 'Update', 'Remove'])
  expect(shorten({ url: 'https://c.example/', title: 'Start | Acme' })).toBe('Start | Acme')
})
