import { useMediaQuery } from '@mantine/hooks'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/messages/t.ts'
import { useEscape } from './hooks/use-escape.ts'
import classes from './panes.module.css'

export type PaneName = 'pages' | 'chat'

type PanesProps = {
  /** Above all panes; on a phone, above the pages. */
  top?: ReactNode
  pages: ReactNode
  pagesLabel: string
  /** Null until pages are processed. */
  chat: ReactNode
  /** The open page; null for none. */
  reader: ReactNode
  /** Shown instead of the chat until there is one. */
  placeholder?: ReactNode
  onCloseReader?: () => void
  /** The pane a phone shows. */
  active?: PaneName
  onShow?: (pane: PaneName) => void
}

const nothing = () => {}

/** Pages, chat and open page: side by side, or one at a time on a phone. */
export function Panes({ top, pages, pagesLabel, chat, reader, placeholder, ...rest }: PanesProps) {
  const { onCloseReader = nothing, active = 'pages', onShow = nothing } = rest
  const roomy = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  useEscape(!roomy && reader !== null, onCloseReader)
  const current = chat ? active : 'pages'
  return (
    <>
      {top && (
        <div className={classes.top} data-shown={current === 'pages' || undefined}>
          {top}
        </div>
      )}
      <div className={classes.panes} data-reading={(roomy && reader !== null) || undefined}>
        <div className={classes.pages} data-shown={current === 'pages' || undefined}>
          {pages}
        </div>
        {chat && (
          <div className={classes.chat} data-shown={current === 'chat' || undefined}>
            {chat}
          </div>
        )}
        {!chat && placeholder}
        {roomy && reader && (
          <aside className={classes.reader} aria-label={t('foundPages.storedPage')}>
            {reader}
          </aside>
        )}
      </div>
      {chat && (
        <nav className={classes.tabs} aria-label={t('common.panes')}>
          <button type="button" aria-pressed={current === 'pages'} onClick={() => onShow('pages')}>
            {pagesLabel}
          </button>
          <button type="button" aria-pressed={current === 'chat'} onClick={() => onShow('chat')}>
            {t('common.chat')}
          </button>
        </nav>
      )}
      {!roomy && reader && (
        <Modal.Root
          opened
          onClose={onCloseReader}
          closeOnEscape={false}
          fullScreen
          classNames={{ content: classes.sheet }}
        >
          <Modal.Content aria-label={t('foundPages.storedPage')}>{reader}</Modal.Content>
        </Modal.Root>
      )}
    </>
  )
}
