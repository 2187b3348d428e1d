import { mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReadPage } from '#server/reader/reader.ts'
import { openPagesInHand } from './page-in-hand.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readback-in-hand-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const page: ReadPage = {
  ok: true,
  finalUrl: 'https://example.org/a',
  title: 'A',
  content: 'The text of the page.',
  language: 'en',
  links: [{ url: 'https://example.org/b', nofollow: false }],
  canonical: null,
  alternates: ['https://example.org/de/a'],
  noindex: false,
  etag: null,
  lastModified: null,
  leftOut: { links: 0, text: true },
  readBy: 'http',
}
const file = () => join(folder, readdirSync(folder)[0] ?? '')

it('gives a page that was read to the process after the one that was killed, once', () => {
  openPagesInHand(folder).keep('crawl', { id: 7 }, page)
  const next = openPagesInHand(folder)
  expect(next.take('crawl', { id: 7 })).toEqual(page)
  expect(next.take('crawl', { id: 7 })).toBeNull()
})

it('gives it for no other page and no other crawl', () => {
  const pages = openPagesInHand(folder)
  pages.keep('crawl', { id: 7 }, page)
  expect(pages.take('another', { id: 7 })).toBeNull()
  expect(pages.take('crawl', { id: 8 })).toBeNull()
})

it('gives nothing of a file that was only begun', () => {
  const pages = openPagesInHand(folder)
  pages.keep('crawl', { id: 7 }, page)
  truncateSync(file(), 100)
  expect(pages.take('crawl', { id: 7 })).toBeNull()
})

it('gives nothing that was read long ago, and keeps no such file', () => {
  const pages = openPagesInHand(folder)
  pages.keep('crawl', { id: 7 }, page)
  utimesSync(file(), 0, 0)
  expect(pages.take('crawl', { id: 7 })).toBeNull()
  openPagesInHand(folder)
  expect(readdirSync(folder)).toEqual([])
})
