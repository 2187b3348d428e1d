import type { ReactNode } from 'react'

/** An entry of the command palette. */
export type Command = {
  /** Unique in the palette. */
  id: string
  /** In the current language. */
  name: string
  /** The language of the name, if not the current one. */
  lang?: string
  /** Further search terms. */
  keywords?: string
  /** Shown beside the name. */
  detail?: ReactNode
  icon: ReactNode
  /** Its keyboard shortcut. */
  keys?: readonly string[]
  action: CommandAction
}

/** A route of the web app, a page outside of it, or a function. */
export type CommandAction = { screen: string } | { page: string } | { run: () => void }

export type CommandGroup = { title: string; commands: readonly Command[] }
