import { useMediaQuery } from '@mantine/hooks'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/languages/t.ts'
import { useEscape } from './use-escape.ts'
import classes from './panes.module.css'

export type PaneName = 'pages' | 'chat'

type PanesProps = {
  /** Across all panes; a phone shows it with the pages. */
  top?: ReactNode
  pages: ReactNode
  pagesLabel: string
  /** Null until there is something to ask. */
  chat: ReactNode
  /** The cited page; null while none is open. */
  reader: ReactNode
  /** Stands in the chat's place until there is one. */
  meanwhile?: ReactNode
  onCloseReader?: () => void
  /** Which of the two a phone shows. */
  shown?: PaneName
  onShow?: (pane: PaneName) => void
}

const nothing = () => {}

/** Pages, chat and the cited page: beside each other where there is room, one at a time on a phone. */
export function Panes({ top, pages, pagesLabel, chat, reader, meanwhile, ...rest }: PanesProps) {
  const { onCloseReader = nothing, shown = 'pages', onShow = nothing } = rest
  const roomy = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  useEscape(!roomy && reader !== null, onCloseReader)
  const current = chat ? shown : 'pages'
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
        {!chat && meanwhile}
        {roomy && reader && (
          <aside className={classes.reader} aria-label={t('Stored page')}>
            {reader}
          </aside>
        )}
      </div>
      {chat && (
        <nav className={classes.tabs} aria-label={t('Panes')}>
          <button type="button" aria-pressed={current === 'pages'} onClick={() => onShow('pages')}>
            {pagesLabel}
          </button>
          <button type="button" aria-pressed={current === 'chat'} onClick={() => onShow('chat')}>
            {t('Chat')}
          </button>
        </nav>
      )}
      {!roomy && reader && (
        <Modal.Root opened onClose={onCloseReader} closeOnEscape={false} fullScreen classNames={{ content: classes.sheet }}>
          <Modal.Content aria-label={t('Stored page')}>{reader}</Modal.Content>
        </Modal.Root>
      )}
    </>
  )
}
