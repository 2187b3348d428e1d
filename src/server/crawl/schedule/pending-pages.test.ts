import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ArrivedDocument } from '#server/fetching/reader.ts'
import { openPendingPages } from './pending-pages.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readback-pending-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const page: ArrivedDocument = {
  readBy: 'http',
  document: {
    ok: true,
    finalUrl: 'https://example.org/a',
    kind: 'html',
    // A line break, and bytes that are no UTF-8.
    body: new Uint8Array([0x3c, 0x70, 0x3e, 0x0a, 0xe9, 0xff, 0x0a]),
    charset: 'iso-8859-1',
    etag: '"1"',
    lastModified: null,
    robotsTag: '',
    isPartlyLoaded: true,
  },
}
const file = () => join(folder, readdirSync(folder)[0] ?? '')

it('returns every saved page to the processes that follow killed ones, until it is stored', () => {
  const killed = openPendingPages(folder)
  for (const id of [7, 8]) killed.save('crawl', { id }, page)
  expect(openPendingPages(folder).find('crawl', { id: 7 })).toEqual(page)
  const next = openPendingPages(folder)
  expect(next.find('crawl', { id: 7 })).toEqual(page)
  next.remove('crawl', { id: 7 })
  expect(openPendingPages(folder).find('crawl', { id: 7 })).toBeNull()
  expect(next.find('crawl', { id: 8 })).toEqual(page)
})

it('removes the pages of an ended crawl only', () => {
  const pages = openPendingPages(folder)
  for (const crawlId of ['crawl', 'another']) pages.save(crawlId, { id: 7 }, page)
  pages.forget('crawl')
  expect(readdirSync(folder)).toEqual(['another.7'])
})

it('returns nothing for another page or another crawl', () => {
  const pages = openPendingPages(folder)
  pages.save('crawl', { id: 7 }, page)
  expect(pages.find('another', { id: 7 })).toBeNull()
  expect(pages.find('crawl', { id: 8 })).toBeNull()
})

it('returns nothing for an incomplete file', () => {
  const pages = openPendingPages(folder)
  pages.save('crawl', { id: 7 }, page)
  truncateSync(file(), statSync(file()).size - 1)
  expect(pages.find('crawl', { id: 7 })).toBeNull()
})

it('returns nothing for a stale page and deletes its file', () => {
  const pages = openPendingPages(folder)
  pages.save('crawl', { id: 7 }, page)
  utimesSync(file(), 0, 0)
  expect(pages.find('crawl', { id: 7 })).toBeNull()
  openPendingPages(folder)
  expect(readdirSync(folder)).toEqual([])
})

it('reports that a page could not be saved, and keeps no part of it', () => {
  const pages = openPendingPages(folder)
  rmSync(folder, { recursive: true })
  expect(pages.save('crawl', { id: 7 }, page)).toBe(false)
  expect(pages.find('crawl', { id: 7 })).toBeNull()
})
