import {
  IconApi,
  IconBook,
  IconCoins,
  IconGauge,
  IconHistory,
  IconMessages,
  IconPlug,
  IconPlus,
  IconSettings,
  IconTool,
  IconUsers,
  IconWorldSearch,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { manualPath } from '#web/messages/language.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import type { Command } from './command.ts'

type Destination = {
  address: string
  name: TextKey
  keywords: TextKey
  icon: ComponentType<{ size: number }>
  key?: string
  /** Everyone if undefined. */
  audience?: 'signed-in' | 'administrator'
  /** A page of the server outside the web app. */
  isExternal?: true
}

/** In English; German has its own address. */
const MANUAL = '/help'

const destinations: readonly Destination[] = [
  { address: '/chats/new', name: 'common.newCrawl', keywords: 'palette.keywordsNewChat', icon: IconPlus, key: 'n' },
  {
    address: '/chats',
    name: 'chats.myChats',
    keywords: 'palette.keywordsChats',
    icon: IconMessages,
    audience: 'signed-in',
  },
  {
    address: '/account',
    name: 'account.settings',
    keywords: 'palette.keywordsAccount',
    icon: IconSettings,
    audience: 'signed-in',
  },
  {
    address: '/usage',
    name: 'account.usage',
    keywords: 'palette.keywordsUsage',
    icon: IconCoins,
    audience: 'signed-in',
  },
  {
    address: '/connect',
    name: 'account.connections',
    keywords: 'palette.keywordsConnect',
    icon: IconPlug,
    audience: 'signed-in',
  },
  {
    address: '/admin',
    name: 'account.adminDashboard',
    keywords: 'palette.keywordsOverview',
    icon: IconGauge,
    audience: 'administrator',
  },
  {
    address: '/admin/settings',
    name: 'admin.systemSettings',
    keywords: 'palette.keywordsSettings',
    icon: IconTool,
    audience: 'administrator',
  },
  {
    address: '/admin/people',
    name: 'admin.people',
    keywords: 'palette.keywordsPeople',
    icon: IconUsers,
    audience: 'administrator',
  },
  {
    address: '/admin/crawls',
    name: 'admin.crawls',
    keywords: 'palette.keywordsCrawls',
    icon: IconWorldSearch,
    audience: 'administrator',
  },
  {
    address: '/admin/audit',
    name: 'admin.auditLog',
    keywords: 'palette.keywordsAudit',
    icon: IconHistory,
    audience: 'administrator',
  },
  { address: MANUAL, name: 'common.manual', keywords: 'palette.keywordsManual', icon: IconBook, isExternal: true },
  {
    address: '/api/docs',
    name: 'common.apiReference',
    keywords: 'palette.keywordsApi',
    icon: IconApi,
    isExternal: true,
  },
]

/** Commands that open the screens `user` may see; undefined is a visitor. */
export function screenCommands(user: { isAdmin: boolean } | undefined): Command[] {
  const isAllowed = ({ audience }: Destination) =>
    audience === 'administrator' ? user?.isAdmin === true : audience === undefined || user !== undefined
  return destinations.filter(isAllowed).map(({ address, name, keywords, icon: Icon, key, isExternal }) => ({
    id: `screen ${address}`,
    name: t(name),
    keywords: t(keywords),
    icon: <Icon size={18} />,
    keys: key ? [key] : [],
    action: isExternal ? { page: address === MANUAL ? manualPath() : address } : { screen: address },
  }))
}
