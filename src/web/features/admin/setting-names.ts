/** What each system setting is called, and what a person should know who fills it in. */
import type { SettingName } from '#shared/settings.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'

export type SettingWords = { label: string; hint?: string }

const settingWords = {
  openai_api_key: { label: 'OpenAI API key', hint: 'For OpenAI, or the service that OPENAI_BASE_URL names.' },
  scraping_bee_api_key: { label: 'ScrapingBee API key', hint: 'With it, pages are read through the scraping service.' },
  zoho_client_id: { label: 'Zoho client ID' },
  zoho_client_secret: { label: 'Zoho client secret' },
  zoho_redirect_uri: { label: 'Zoho redirect URI', hint: 'The same as in the Zoho API console; without it, the address shown here applies.' },
  zoho_api_domain: { label: 'Zoho API domain', hint: 'The address of your region.' },
  zoho_oauth_scope: { label: 'Zoho OAuth scope', hint: 'A comma list.' },
} as const satisfies Record<SettingName, { label: Text; hint?: Text }>

export function wordsOfSetting(name: SettingName): SettingWords {
  const { label, hint }: { label: Text; hint?: Text } = settingWords[name]
  return { label: t(label), ...(hint && { hint: t(hint) }) }
}

export type SettingGroup = 'ai' | 'scraping' | 'storage'

export const settingGroups: readonly { id: SettingGroup; title: Text; names: readonly SettingName[] }[] = [
  { id: 'ai', title: 'AI service', names: ['openai_api_key'] },
  { id: 'scraping', title: 'Scraping service', names: ['scraping_bee_api_key'] },
  {
    id: 'storage',
    title: 'Document storage (Zoho WorkDrive)',
    names: ['zoho_client_id', 'zoho_client_secret', 'zoho_redirect_uri', 'zoho_api_domain', 'zoho_oauth_scope'],
  },
]
