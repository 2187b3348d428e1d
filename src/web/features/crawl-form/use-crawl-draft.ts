import { useState } from 'react'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import type { PreviewRequest } from '#web/features/preview/preview-picker.tsx'
import { errorText } from '#web/messages/error-text.ts'
import { clampOnBlur } from './clamp-limits.ts'
import { isDefault } from './settings-draft.ts'
import type { SettingsErrors } from './settings-draft.ts'
import { startAddress } from './start-address.ts'
import { useCrawlerSettings } from './use-crawler-settings.ts'

type CrawlDraftOptions = {
  userId: string | undefined
  tier: Tier | null
  initial?: { url?: string; maxPages?: number; maxDepth?: number } | undefined
}

/** What is typed into the crawl form: numbers are texts until the form is submitted. */
export function useCrawlDraft({ userId, tier, initial }: CrawlDraftOptions) {
  const plan = plans[tier ?? 'enterprise']
  const [url, setUrl] = useState(initial?.url ?? '')
  const [urlError, setUrlError] = useState('')
  const [maxPages, setMaxPages] = useState(String(initial?.maxPages ?? Math.min(10, plan.maxPagesPerCrawl)))
  const [maxDepth, setMaxDepth] = useState(String(initial?.maxDepth ?? Math.min(3, plan.maxDepth)))
  const settings = useCrawlerSettings(userId)
  const [settingsErrors, setSettingsErrors] = useState<SettingsErrors>({})

  /** The address and settings; null if one is invalid, and its error is then shown. */
  async function validate(): Promise<PreviewRequest | null> {
    const address = startAddress(url)
    if (!address) setUrlError(errorText('crawl.invalid-url'))
    const parsed = await parseSettings()
    setSettingsErrors(parsed.errors)
    if (!address || Object.keys(parsed.errors).length > 0) return null
    return { url: address, ...(parsed.settings && { settings: parsed.settings }) }
  }

  async function parseSettings() {
    // Ignores stored settings on plans without them, for example after a downgrade.
    const usesDefaults = isDefault(settings.draft) || (tier && !plan.customSettings)
    if (usesDefaults) return { settings: undefined, errors: {} }
    const { parseDraft } = await import('./parse-draft.ts')
    return parseDraft(settings.draft)
  }

  return {
    url,
    urlError,
    changeUrl(typed: string) {
      setUrl(typed)
      setUrlError('')
    },
    maxPages,
    setMaxPages,
    maxDepth,
    setMaxDepth,
    settings,
    settingsErrors,
    clearSettingsErrors: () => setSettingsErrors({}),
    validate,
    /** The limits as numbers within the plan. */
    limits: {
      maxPages: Number(clampOnBlur(maxPages, plan.maxPagesPerCrawl).text),
      maxDepth: Number(clampOnBlur(maxDepth, plan.maxDepth).text),
    },
  }
}
