import { type KeyboardEvent, useRef } from 'react'
import type { PageSummary } from '#shared/crawl/pages.ts'
import { findRowByTitle, moveInTree, type TreeRow } from './tree-rows.ts'
import type { RowActions } from './tree-row.tsx'

/** Letters typed within this time form one type-ahead word. */
const TYPE_AHEAD_MS = 700

type TreeKeyboardOptions = {
  rows: readonly TreeRow<PageSummary>[]
  activeIndex: number
  actions: RowActions
  onCollapse: (nodeIds: string[], collapsed: boolean) => void
  onFocusRow: (index: number) => void
}

/** The key handler of a tree (ARIA tree pattern): arrows, Home, End, Space, Enter, `*` and type-ahead. */
export function useTreeKeyboard({ rows, activeIndex, actions, onCollapse, onFocusRow }: TreeKeyboardOptions) {
  const typeAhead = useRef({ typed: '', at: 0 })
  return onKeyDown

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[activeIndex]
    // A key pressed on a link or button inside a row belongs to that control.
    if (!row || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const move = moveInTree(rows, activeIndex, event.key)
    if (event.key === ' ' && event.shiftKey) actions.onSelectBranch(row)
    else if (event.key === ' ') actions.onSelect(row)
    else if (event.key === 'Enter') actions.onToggleDetails(row)
    else if (move && 'focus' in move) onFocusRow(move.focus)
    else if (move && 'collapse' in move) onCollapse([move.collapse], true)
    else if (move) onCollapse(move.expand, false)
    else if (event.key.length === 1) searchByTyping(event)
    else return
    event.preventDefault()
  }

  function searchByTyping({ key, timeStamp }: KeyboardEvent) {
    const { typed, at } = typeAhead.current
    const word = timeStamp - at < TYPE_AHEAD_MS ? typed + key : key
    typeAhead.current = { typed: word, at: timeStamp }
    const found = findRowByTitle(rows, activeIndex, word)
    if (found !== null) onFocusRow(found)
  }
}
