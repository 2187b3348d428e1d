import { expect, it } from 'vitest'
import { formatNumber } from './numbers-and-dates.ts'
import { currentLocale } from './language.ts'
import { t } from './t.ts'

it('writes numbers as the browser does, with and without its slow formats', () => {
  for (const number of [0, 7, 999, 1000, 1_234_567, 12.5, -3]) {
    expect(formatNumber(number)).toBe(number.toLocaleString(currentLocale()))
  }
  expect(t('chats.selectedPageCount', { n: 1 })).toBe('1 selected page')
  expect(t('chats.selectedPageCount', { n: 1204 })).toBe('1,204 selected pages')
})
