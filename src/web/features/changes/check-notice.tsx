import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import type { ChatCheck } from '#shared/crawl/changes.ts'
import { t } from '#web/messages/t.ts'
import { chatQuery } from '#web/queries/chats.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './changes-button.module.css'
import { checkSummary } from './check-summary.ts'

type CheckNoticeProps = { chatId: string; check: ChatCheck; onShow: () => void; onClose: () => void }

/**
 * Says what a check found that ended while its dialog was closed. Stays until it is closed: the check may take minutes.
 */
export function CheckNotice({ chatId, check, onShow, onClose }: CheckNoticeProps) {
  const { data: chat } = useQuery(chatQuery(chatId))
  const changed = new Set(check.pages.map(({ url }) => url))
  const citations = chat?.chat_history.flatMap((message) => message.citations ?? []) ?? []
  const affected = citations.filter(({ gone, url }) => gone && changed.has(url)).length
  const facts = [checkSummary(check), affected > 0 && t('changes.citationsAffected', { n: affected })]
  const main = document.querySelector('main')
  function close() {
    onClose()
    main?.focus({ preventScroll: true })
  }
  const notice = (
    <Notice
      className={classes.ended}
      tone={check.status === 'failed' || affected > 0 ? 'warning' : 'info'}
      action={
        <span>
          <Button variant="subtle" size="compact-sm" onClick={onShow}>
            {t('changes.show')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={close}>
            {t('common.close')}
          </Button>
        </span>
      }
    >
      {facts.filter(Boolean).join(' · ')}
    </Notice>
  )
  // On a phone, the button is in a menu, which is hidden.
  return createPortal(notice, main ?? document.body)
}
