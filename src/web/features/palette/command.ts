import type { ReactNode } from 'react'

/** One line of the palette. */
export type Command = {
  /** Of all lines of the palette. */
  id: string
  /** In the language on the screen. */
  name: string
  /** Of the name, where it is another than the screen's. */
  lang?: string
  /** Further words it is found by. */
  also?: string
  /** Beside the name: what kind of thing it is, or how things stand. */
  detail?: ReactNode
  icon: ReactNode
  /** What does the same on the keyboard. */
  keys?: readonly string[]
  does: Deed
}

/** A screen of the web app, a page outside of it, or something done here. */
export type Deed = { screen: string } | { page: string } | { act: () => void }

export type CommandGroup = { title: string; commands: readonly Command[] }
