import { expect, it } from 'vitest'
import { downloadFileName, toDownloadRecord } from './pages.ts'

const at = new Date('2026-02-03T04:05:06.789Z')

it('writes a page into the download with its lists joined', () => {
  const page = {
    url: 'https://example.org/lamps',
    title: 'Lamps',
    content: '# Lamps',
    summary: 'Lamps shine.',
    mainPoints: ['They shine', 'They turn'],
    topics: ['lamps', 'light'],
  }
  expect(toDownloadRecord(page, at)).toEqual({
    ...page,
    mainPoints: 'They shine; They turn',
    topics: 'lamps, light',
    exportedAt: '2026-02-03T04:05:06.789Z',
  })
})

it('names the download after the day', () => {
  expect(downloadFileName(at)).toBe('crawled-data-2026-02-03.json')
})
