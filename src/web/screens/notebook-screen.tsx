import '#web/messages/add-later-texts.ts'
import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { EditableTitle } from '#web/features/conversation/editable-title.tsx'
import { ChatCards, ChatCardsSkeleton } from '#web/features/chat-list/chat-cards.tsx'
import { NewChatButton } from '#web/features/chat-list/new-chat-button.tsx'
import { DeleteNotebook } from '#web/features/chat-list/delete-notebook.tsx'
import { MoreChatsButton } from '#web/features/chat-list/more-chats-button.tsx'
import { NoChats } from '#web/features/chat-list/no-chats.tsx'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { chatListQuery } from '#web/queries/chats.ts'
import { translateNotebook, notebookQuery, useRenameNotebook } from '#web/queries/notebooks.ts'
import { isNotFound } from '#web/api/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice, TryAgain } from '#web/ui/notice.tsx'
import { useFirstInSlices } from '#web/ui/hooks/use-first-in-slices.ts'
import { ShortTitles } from '#web/ui/hooks/use-short-title.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Screen } from '#web/ui/screen.tsx'
import classes from './chats-screen.module.css'
import { SignedIn } from './signed-in.tsx'

export function NotebookScreen() {
  const { id } = useParams({ from: '/notebooks/$id' })
  // Loaded below, once someone is signed in.
  const { data: notebook } = useQuery({ ...notebookQuery(id), enabled: false })
  return (
    <Screen title={notebook ? translateNotebook(notebook).title : t('chats.notebook')}>
      <SignedIn>
        <Notebook />
      </SignedIn>
    </Screen>
  )
}

const Checks = lazy(async () => ({ default: (await import('#web/features/golden/checks.tsx')).Checks }))
const Gaps = lazy(async () => ({ default: (await import('#web/features/gaps/gaps.tsx')).Gaps }))
const Conflicts = lazy(async () => ({ default: (await import('#web/features/conflicts/conflicts.tsx')).Conflicts }))
const NotebookChanges = lazy(async () => ({
  default: (await import('#web/features/changes/notebook-changes.tsx')).NotebookChanges,
}))
const Audit = lazy(async () => ({ default: (await import('#web/features/audit/audit.tsx')).Audit }))
const Publishing = lazy(async () => ({
  default: (await import('#web/features/publishing/publishing.tsx')).Publishing,
}))

/** The tabs after the first one, which lists the chats. `name` is in the address. */
const tabs = [
  { name: 'checks', title: 'golden.title', Panel: Checks },
  { name: 'gaps', title: 'gaps.title', Panel: Gaps },
  { name: 'conflicts', title: 'conflicts.title', Panel: Conflicts },
  { name: 'changes', title: 'reports.title', Panel: NotebookChanges },
  { name: 'audit', title: 'audit.title', Panel: Audit },
  { name: 'publish', title: 'publishing.title', Panel: Publishing },
] as const

/** Until the notebook has loaded. */
const NO_SUFFIXES = {}

function Notebook() {
  const { id } = useParams({ from: '/notebooks/$id' })
  const { tab } = useSearch({ from: '/notebooks/$id' })
  const { data: notebook, error, refetch } = useQuery(notebookQuery(id))
  const renaming = useRenameNotebook(id)
  if (error && !notebook) {
    if (isNotFound(error)) return <NoSuchNotebook />
    return <ErrorState level={1} title={t('chats.notebookLoadFailed')} onRetry={() => void refetch()} />
  }
  const link = { to: '/notebooks/$id', params: { id } } as const
  const current = tabs.find(({ name }) => name === tab)
  return (
    <>
      <div className={`${classes.bar} ${classes.notebook}`}>
        <Anchor renderRoot={(props) => <Link to="/chats" {...props} />} size="sm" className={classes.back}>
          <IconArrowLeft size={14} aria-hidden /> {t('chats.myChats')}
        </Anchor>
        <div className={classes.title}>
          {notebook ? (
            <EditableTitle
              label={t('common.title')}
              title={translateNotebook(notebook).title}
              onRename={(title) => renaming.mutateAsync(title)}
            />
          ) : (
            <Title order={1} fz="1.625rem" className={classes.heading}>
              {t('chats.notebook')}
            </Title>
          )}
          {/* Room for the description while it loads; the default notebook has one. */}
          {!notebook && <Text c="dimmed">{'\u00a0'}</Text>}
          {notebook?.description && <Text c="dimmed">{translateNotebook(notebook).description}</Text>}
        </div>
        {notebook && !notebook.is_default && <DeleteNotebook notebook={notebook} />}
        <NewChatButton notebookId={id} />
      </div>
      <LinkTabs
        label={t('conflicts.tabs')}
        tabs={[
          { link: { ...link, search: {} }, text: t('conflicts.chats'), isCurrent: !tab },
          ...tabs.map(({ name, title }) => ({
            link: { ...link, search: { tab: name } },
            text: t(title),
            isCurrent: tab === name,
          })),
        ]}
      />
      <div role="tabpanel" aria-label={t(current?.title ?? 'conflicts.chats')} className={classes.tabPanel}>
        <ShortTitles suffixes={notebook?.site_suffixes ?? NO_SUFFIXES}>
          <Suspense fallback={<Skeleton height={280} radius={10} role="status" aria-label={t('common.loading')} />}>
            {current ? <current.Panel notebookId={id} /> : <NotebookChats id={id} />}
          </Suspense>
        </ShortTitles>
      </div>
    </>
  )
}

function NotebookChats({ id }: { id: string }) {
  const list = useInfiniteQuery(chatListQuery({ notebookId: id }))
  const chats = useFirstInSlices(list.data)?.pages.flatMap((page) => page.chats)
  return (
    <>
      {list.isError && !chats && (
        <Notice tone="danger" action={<TryAgain onClick={() => void list.refetch()} />}>
          {t('chats.notebookChatsFailed')}
        </Notice>
      )}
      {!chats && !list.isError && <ChatCardsSkeleton layout="grid" />}
      {chats && <ChatCards chats={chats} layout="grid" empty={<NoChats notebookId={id} />} />}
      <MoreChatsButton
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
    </>
  )
}

function NoSuchNotebook() {
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={errorText('notebook.not-found')}
        action={<Anchor renderRoot={(props) => <Link to="/chats" {...props} />}>{t('chats.returnToChats')}</Anchor>}
      />
    </div>
  )
}
