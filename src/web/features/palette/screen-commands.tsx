import {
  IconApi,
  IconBook,
  IconCoins,
  IconGauge,
  IconHistory,
  IconMessagePlus,
  IconMessages,
  IconPlug,
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

type Audience = 'everyone' | 'signed-in' | 'administrators'

type Destination = {
  /** A function if the path depends on the language. */
  path: string | (() => string)
  name: TextKey
  keywords: TextKey
  icon: ComponentType<{ size: number }>
  /** A key that opens the screen from anywhere. */
  shortcut?: string
  audience: Audience
  /** A page of the server outside the web app. */
  isExternal?: true
}

const destinations: readonly Destination[] = [
  {
    path: '/chats/new',
    name: 'common.newChat',
    keywords: 'palette.keywordsNewChat',
    icon: IconMessagePlus,
    shortcut: 'n',
    audience: 'everyone',
  },
  {
    path: '/chats',
    name: 'chats.myChats',
    keywords: 'palette.keywordsChats',
    icon: IconMessages,
    audience: 'signed-in',
  },
  {
    path: '/account',
    name: 'account.settings',
    keywords: 'palette.keywordsAccount',
    icon: IconSettings,
    audience: 'signed-in',
  },
  {
    path: '/usage',
    name: 'account.usage',
    keywords: 'palette.keywordsUsage',
    icon: IconCoins,
    audience: 'signed-in',
  },
  {
    path: '/connect',
    name: 'account.connections',
    keywords: 'palette.keywordsConnect',
    icon: IconPlug,
    audience: 'signed-in',
  },
  {
    path: '/admin',
    name: 'account.adminDashboard',
    keywords: 'palette.keywordsOverview',
    icon: IconGauge,
    audience: 'administrators',
  },
  {
    path: '/admin/settings',
    name: 'admin.systemSettings',
    keywords: 'palette.keywordsSettings',
    icon: IconTool,
    audience: 'administrators',
  },
  {
    path: '/admin/people',
    name: 'admin.people',
    keywords: 'palette.keywordsPeople',
    icon: IconUsers,
    audience: 'administrators',
  },
  {
    path: '/admin/crawls',
    name: 'admin.crawls',
    keywords: 'palette.keywordsCrawls',
    icon: IconWorldSearch,
    audience: 'administrators',
  },
  {
    path: '/admin/audit',
    name: 'admin.auditLog',
    keywords: 'palette.keywordsAudit',
    icon: IconHistory,
    audience: 'administrators',
  },
  {
    path: manualPath,
    name: 'common.manual',
    keywords: 'palette.keywordsManual',
    icon: IconBook,
    audience: 'everyone',
    isExternal: true,
  },
  {
    path: '/api/docs',
    name: 'common.apiReference',
    keywords: 'palette.keywordsApi',
    icon: IconApi,
    audience: 'everyone',
    isExternal: true,
  },
]

/** Commands that open the screens `user` may see; undefined is a visitor. */
export function screenCommands(user: { isAdmin: boolean } | undefined): Command[] {
  return destinations
    .filter(({ audience }) => audiencesOf(user).includes(audience))
    .map(({ path, name, keywords, icon: Icon, shortcut, isExternal }) => {
      const address = typeof path === 'function' ? path() : path
      return {
        id: `screen ${address}`,
        name: t(name),
        keywords: t(keywords),
        icon: <Icon size={18} />,
        keys: shortcut ? [shortcut] : [],
        action: isExternal ? { page: address } : { screen: address },
      }
    })
}

function audiencesOf(user: { isAdmin: boolean } | undefined): Audience[] {
  if (!user) return ['everyone']
  return user.isAdmin ? ['everyone', 'signed-in', 'administrators'] : ['everyone', 'signed-in']
}
