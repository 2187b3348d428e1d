import type { ChatMessage } from '#shared/chat/chats.ts'
import { failureText } from '#web/api/request.ts'
import { t } from '#web/messages/t.ts'
import { useSaveGolden } from '#web/queries/golden.ts'
import { Notice } from '#web/ui/notice.tsx'
import { IconListCheck } from '@tabler/icons-react'
import { Action } from './message-actions.tsx'
import classes from './message.module.css'

type KeepCheckProps = { notebookId: string; asked: string; answer: ChatMessage }

/** Keeps the question and the first sentence that answers it as a golden question of the notebook. */
export function KeepCheck({ notebookId, asked, answer }: KeepCheckProps) {
  const saving = useSaveGolden(notebookId)
  const cited = answer.citations?.find(({ state }) => state === 'quoted')
  if (!cited) return null
  const input = { question: asked, page: cited.url, sentence: cited.sentence }
  return (
    <>
      {saving.isSuccess ? (
        <span role="status" className={classes.note}>
          {t('golden.kept')}
        </span>
      ) : (
        <Action label={t('golden.keep')} onClick={() => saving.mutate({ input })}>
          <IconListCheck size={15} />
        </Action>
      )}
      {saving.error && <Notice tone="danger">{failureText(saving.error, 'server.unexpected')}</Notice>}
    </>
  )
}
