/** What custom crawler settings ask for; loaded when there are some, since the schemas are a fifth of the first screen. */
import { CrawlSettings, isCustom } from '#shared/crawl-settings.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { takesCountry } from './settings-draft.ts'
import type { SettingsDraft, SettingsErrors } from './settings-draft.ts'

export type ReadDraft = { settings: CrawlSettings | undefined; errors: SettingsErrors }

/** The settings that a draft asks for; undefined when it asks for nothing but the plain crawler. */
export function readDraft(draft: SettingsDraft): ReadDraft {
  const names = draft.headerNames.map((name) => name.trim())
  const headers = names
    .map((name, row) => ({ name, value: draft.headerValues[row] ?? '' }))
    .filter(({ name, value }) => name !== '' || value !== '')
  const wish = {
    include: lines(draft.include),
    exclude: lines(draft.exclude),
    delayMs: Math.round(Number(draft.delay.replace(',', '.')) * 1000),
    reader: draft.reader,
    country: takesCountry(draft) && draft.country !== '' ? draft.country : null,
    headers,
    sitemap: draft.sitemap,
    keepQuery: draft.keepQuery,
  }
  const errors: SettingsErrors = {}
  const lost = headers.find(({ name, value }) => name !== '' && value === '')
  if (lost) errors.headers = t('Type the value of {name}: it is kept nowhere in this browser.', { name: lost.name })
  const read = CrawlSettings.safeParse(wish)
  for (const { path, message } of read.error?.issues ?? []) {
    const [field, index] = path
    if (field === 'include' || field === 'exclude') errors[field] ??= lineProblem(wish[field], Number(index), message)
    else if (field === 'delayMs') errors.delay = t('Seconds from 0 to 600, such as 10.')
    else if (field === 'headers') errors.headers ??= sentenceWords(message)
    // Kept by this browser when there were others.
    else if (field === 'reader' || field === 'country') errors[field] = sentenceWords(message)
  }
  if (!read.success || Object.keys(errors).length > 0) return { settings: undefined, errors }
  return { settings: isCustom(read.data) ? read.data : undefined, errors }
}

const lines = (text: string) => text.split('\n').map((line) => line.trim()).filter(Boolean)

function lineProblem(patterns: string[], index: number, message: string): string {
  const pattern = patterns[index]
  return pattern ? `${pattern}: ${sentenceWords(message)}` : t('At most 50 patterns.')
}
