import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { t } from '#web/messages/t.ts'
import { useMailAtEnd } from '#web/queries/crawls.ts'
import { useSession } from '#web/queries/session/session.ts'
import { useCrawlNotifications } from './use-crawl-notifications.ts'
import classes from './crawl-notifications.module.css'

/** Switches for mail and browser notifications at the end of a running crawl. The choice holds for later crawls too. */
export function CrawlNotificationSwitches({ crawl }: { crawl: Pick<CrawlOnScreen, 'id' | 'mailAtEnd'> }) {
  const switchProps = { size: 'xs', classNames: { body: classes.switch, label: classes.label } } as const
  // The hint about blocked notifications is only shown to users who try to enable them.
  const [hasAttempted, setHasAttempted] = useState(false)
  const { ready, browser, permission, setMail, setBrowser } = useCrawlNotifications(useSession())
  const mailing = useMailAtEnd(crawl.id)
  return (
    <div className={classes.switches}>
      <Switch
        {...switchProps}
        label={t('crawl.emailWhenDone')}
        disabled={!ready}
        checked={mailing.isPending ? mailing.variables : crawl.mailAtEnd}
        onChange={(event) =>
          mailing.mutate(event.currentTarget.checked, { onSuccess: ({ mailAtEnd }) => setMail(mailAtEnd) })
        }
      />
      {permission !== 'unsupported' && (
        <Switch
          {...switchProps}
          label={t('crawl.notifyInBrowser')}
          description={hasAttempted && permission === 'denied' && t('crawl.notificationsBlocked')}
          disabled={!ready}
          checked={browser}
          onChange={(event) => {
            const enabled = event.currentTarget.checked
            void setBrowser(enabled).then(() => setHasAttempted(enabled))
          }}
        />
      )}
    </div>
  )
}
