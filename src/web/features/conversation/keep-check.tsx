import { Anchor } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Citation } from '#shared/chat/chats.ts'
import { plainSentence } from '#shared/chat/plain-text.ts'
import { failureText } from '#web/api/request.ts'
import { t } from '#web/messages/t.ts'
import { useSaveGolden } from '#web/queries/golden.ts'
import { takeFocus } from '#web/ui/hooks/take-focus.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Action } from './message-actions.tsx'
import classes from './message-actions.module.css'

type KeepCheckProps = { notebookId: string; question: string; citations: readonly Citation[] }

/**
 * Keeps the question and the first sentence that answers it as a golden question of the notebook. Says which sentence
 * that is: a golden question has one, so that others of the answer are not checked.
 */
export function KeepCheck({ notebookId, question, citations }: KeepCheckProps) {
  const saving = useSaveGolden(notebookId)
  const cited = citations.find(({ state }) => state === 'quoted')
  if (!cited) return null
  const input = { question, page: cited.url, sentence: cited.sentence }
  return (
    <>
      {saving.isSuccess ? (
        <span ref={takeFocus} tabIndex={-1} role="status" className={classes.kept}>
          {t('golden.keptSentence', { sentence: plainSentence(cited.sentence) })} ·{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link to="/notebooks/$id" params={{ id: notebookId }} search={{ tab: 'checks' }} {...props} />
            )}
          >
            {t('golden.title')}
          </Anchor>
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
