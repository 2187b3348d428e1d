/** Labels, hints and grouping of the system settings. */
import type { SettingName } from '#shared/settings.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'

export type SettingText = { label: string; hint?: string }

const settingKeys = {
  openai_api_key: { label: 'admin.openAiKey', hint: 'admin.openAiKeyHint' },
  scraping_bee_api_key: { label: 'admin.scrapingBeeKey', hint: 'admin.scrapingBeeKeyHint' },
  zoho_client_id: { label: 'admin.zohoClientId' },
  zoho_client_secret: { label: 'admin.zohoClientSecret' },
  zoho_redirect_uri: {
    label: 'admin.zohoRedirectUri',
    hint: 'admin.zohoRedirectUriHint',
  },
  zoho_api_domain: { label: 'admin.zohoApiDomain', hint: 'admin.zohoApiDomainHint' },
  zoho_oauth_scope: { label: 'admin.zohoScope', hint: 'admin.zohoScopeHint' },
} as const satisfies Record<SettingName, { label: TextKey; hint?: TextKey }>

export function settingText(name: SettingName): SettingText {
  const { label, hint }: { label: TextKey; hint?: TextKey } = settingKeys[name]
  return { label: t(label), ...(hint && { hint: t(hint) }) }
}

export type SettingGroup = 'ai' | 'scraping' | 'storage'

type Group = {
  id: SettingGroup
  title: TextKey
  /** What the settings are for. */
  hint?: TextKey
  names: readonly SettingName[]
}

export const settingGroups: readonly Group[] = [
  { id: 'ai', title: 'admin.aiService', names: ['openai_api_key'] },
  { id: 'scraping', title: 'crawlerSettings.readerScraper', names: ['scraping_bee_api_key'] },
  {
    id: 'storage',
    title: 'admin.documentStorage',
    hint: 'admin.documentStorageHint',
    names: ['zoho_client_id', 'zoho_client_secret', 'zoho_redirect_uri', 'zoho_api_domain', 'zoho_oauth_scope'],
  },
]
