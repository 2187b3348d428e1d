import {
  IconApi, IconBook, IconCoins, IconGauge, IconHistory, IconMessages, IconPlug, IconPlus, IconSettings, IconTool, IconUsers,
  IconWorldSearch,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'
import type { Command } from './command.ts'

type Place = {
  address: string
  name: Text
  also: Text
  icon: ComponentType<{ size: number }>
  key?: string
  /** Who may see it; everybody without it. */
  for?: 'signed-in' | 'administrator'
  /** Served beside the web app, not a part of it. */
  outside?: true
}

const places: readonly Place[] = [
  { address: '/chats/new', name: 'New crawl', also: 'new chat, website, start, main screen', icon: IconPlus, key: 'n' },
  { address: '/chats', name: 'My Chats', also: 'list, saved, notebooks', icon: IconMessages, for: 'signed-in' },
  { address: '/account', name: 'Account settings', also: 'password, email, sessions, delete', icon: IconSettings, for: 'signed-in' },
  { address: '/usage', name: 'Usage', also: 'credits, spent, plan, payment', icon: IconCoins, for: 'signed-in' },
  { address: '/connect', name: 'Connect programs', also: 'API keys, MCP, Claude, Cursor', icon: IconPlug, for: 'signed-in' },
  { address: '/admin', name: 'Admin Dashboard', also: 'administration, overview, counts', icon: IconGauge, for: 'administrator' },
  { address: '/admin/settings', name: 'System Settings', also: 'administration, keys, storage', icon: IconTool, for: 'administrator' },
  { address: '/admin/people', name: 'People', also: 'administration, accounts, plans', icon: IconUsers, for: 'administrator' },
  { address: '/admin/crawls', name: 'Crawls', also: 'administration, running', icon: IconWorldSearch, for: 'administrator' },
  { address: '/admin/audit', name: 'Audit Log', also: 'administration, actions', icon: IconHistory, for: 'administrator' },
  { address: '/help', name: 'Manual', also: 'help, documentation', icon: IconBook, outside: true },
  { address: '/api/docs', name: 'API reference', also: 'documentation, programs', icon: IconApi, outside: true },
]

/** Every screen that somebody may see; `user` is undefined for a visitor. */
export function screenCommands(user: { isAdmin: boolean } | undefined): Command[] {
  const mayGo = ({ for: whom }: Place) => (whom === 'administrator' ? user?.isAdmin === true : whom === undefined || user !== undefined)
  return places.filter(mayGo).map(({ address, name, also, icon: Icon, key, outside }) => ({
    id: `screen ${address}`,
    name: t(name),
    also: t(also),
    icon: <Icon size={18} />,
    keys: key ? [key] : [],
    does: outside ? { page: address } : { screen: address },
  }))
}
