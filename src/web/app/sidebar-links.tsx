import { Button, CloseButton, Modal } from '@mantine/core'
import { IconMessagePlus, IconNotebook } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#web/messages/t.ts'
import { chatListQuery } from '#web/queries/chats.ts'
import { translateNotebook, notebooksQuery } from '#web/queries/notebooks.ts'
import { Brand } from '#web/ui/brand.tsx'
import { useLayer } from '#web/ui/hooks/use-layer.ts'
import classes from './sidebar.module.css'

/** The rest is in My Chats. */
const RECENT_CHATS = 20

type SidebarLinksProps = {
  /** In a drawer: closes it. */
  onClose?: () => void
}

/** Links to a new chat, the chats changed last, and the notebooks. A link to the current screen closes a drawer. */
export function SidebarLinks({ onClose }: SidebarLinksProps) {
  const { data: list } = useInfiniteQuery(chatListQuery({ sort: 'updated' }))
  // The screen offers to try again; a second request here would hide its notice for a moment.
  const { data: notebooks } = useQuery({ ...notebooksQuery, retryOnMount: false })
  const chats = list?.pages.flatMap((piece) => piece.chats).slice(0, RECENT_CHATS)
  return (
    <div className={classes.content}>
      {onClose && (
        <div className={classes.head} onClick={onClose}>
          <Brand />
          <CloseButton aria-label={t('common.close')} />
        </div>
      )}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconMessagePlus size={16} />}
        renderRoot={(props) => <Link to="/chats/new" {...props} />}
      >
        {t('common.newChat')}
      </Button>
      {/* Together, so that one list does not push the other down. */}
      {chats && notebooks && (
        <>
          <nav aria-label={t('common.recentChats')} className={classes.group}>
            <h2 className={classes.title}>{t('common.recentChats')}</h2>
            <ul className={classes.list}>
              {chats.map(({ id, title }) => (
                <li key={id}>
                  <Link to="/chats/$id" params={{ id }} className={classes.link} title={title} onClick={onClose}>
                    <span>{title}</span>
                  </Link>
                </li>
              ))}
            </ul>
            {chats.length > 0 ? (
              <Link to="/chats" activeOptions={{ exact: true }} className={classes.link} onClick={onClose}>
                {t('common.allChats')}
              </Link>
            ) : (
              <p className={classes.none}>{t('chats.empty')}</p>
            )}
          </nav>
          {notebooks.length > 0 && (
            <section aria-label={t('chats.notebooks')} className={classes.group}>
              <h2 className={classes.title}>{t('chats.notebooks')}</h2>
              <ul className={classes.list}>
                {notebooks.map(translateNotebook).map(({ id, title }) => (
                  <li key={id}>
                    <Link to="/notebooks/$id" params={{ id }} className={classes.link} title={title} onClick={onClose}>
                      <IconNotebook size={16} aria-hidden />
                      <span>{title}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </div>
  )
}

/** The same over the screen of a phone. */
export function SidebarDrawer({ onClose }: { onClose: () => void }) {
  useLayer(true, onClose)
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      classNames={{ inner: classes.edge, content: classes.drawer }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label={t('common.sidebar')}>
        <SidebarLinks onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}
