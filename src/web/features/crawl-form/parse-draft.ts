/** Parses custom crawler settings. Loaded on demand: the schemas are a fifth of the first screen's code. */
import { CrawlSettings, isCustom } from '#shared/crawl/crawl-settings.ts'
import { issueText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { supportsCountry } from './settings-draft.ts'
import type { SettingsDraft, SettingsErrors } from './settings-draft.ts'

export type ParsedDraft = { settings: CrawlSettings | undefined; errors: SettingsErrors }

/** `settings` is undefined for invalid drafts and for the defaults. */
export function parseDraft(draft: SettingsDraft): ParsedDraft {
  const names = draft.headerNames.map((name) => name.trim())
  const headers = names
    .map((name, row) => ({ name, value: draft.headerValues[row] ?? '' }))
    .filter(({ name, value }) => name !== '' || value !== '')
  const input = {
    include: lines(draft.include),
    exclude: lines(draft.exclude),
    delayMs: Math.round(Number(draft.delay.replace(',', '.')) * 1000),
    reader: draft.reader,
    country: supportsCountry(draft) && draft.country !== '' ? draft.country : null,
    headers,
    sitemap: draft.sitemap,
    keepQuery: draft.keepQuery,
  }
  const errors: SettingsErrors = {}
  const withoutValue = headers.find(({ name, value }) => name !== '' && value === '')
  if (withoutValue) errors.headers = t('crawlerSettings.headerValueMissing', { name: withoutValue.name })
  const parsed = CrawlSettings.safeParse(input)
  for (const issue of parsed.error?.issues ?? []) {
    const [field, index] = issue.path
    if (field === 'include' || field === 'exclude')
      errors[field] ??= patternError(input[field], Number(index), issueText(issue))
    else if (field === 'delayMs') errors.delay = t('crawlerSettings.delayInvalid')
    else if (field === 'headers') errors.headers ??= issueText(issue)
    // A stored draft may name a reader or country that no longer exists.
    else if (field === 'reader' || field === 'country') errors[field] = issueText(issue)
  }
  if (!parsed.success || Object.keys(errors).length > 0) return { settings: undefined, errors }
  return { settings: isCustom(parsed.data) ? parsed.data : undefined, errors }
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function patternError(patterns: string[], index: number, message: string): string {
  const pattern = patterns[index]
  return pattern ? `${pattern}: ${message}` : t('crawlerSettings.tooManyPatterns')
}
