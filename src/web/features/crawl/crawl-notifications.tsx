import { Switch } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/messages/t.ts'
import type { CrawlNotifications } from './use-crawl-notifications.ts'
import classes from './crawl-notifications.module.css'

type CrawlNotificationSwitchesProps = {
  notifications: CrawlNotifications
  /** Hides the mail switch: mail can only be requested before a crawl starts. */
  running: boolean
}

/** Switches for mail and browser notifications at the end of a crawl. */
export function CrawlNotificationSwitches({ notifications, running }: CrawlNotificationSwitchesProps) {
  const switchProps = { size: 'xs', classNames: { body: classes.switch, label: classes.label } } as const
  // The hint about blocked notifications is only shown to users who try to enable them.
  const [hasAttempted, setHasAttempted] = useState(false)
  const { ready, mail, browser, permission, setMail, setBrowser } = notifications
  return (
    <div className={classes.switches}>
      {!running && (
        <Switch
          {...switchProps}
          label={t('crawlForm.emailWhenDone')}
          disabled={!ready}
          checked={mail}
          onChange={(event) => setMail(event.currentTarget.checked)}
        />
      )}
      {permission !== 'unsupported' && (
        <Switch
          {...switchProps}
          label={t('crawlForm.notifyInBrowser')}
          description={hasAttempted && permission === 'denied' && t('crawlForm.notificationsBlocked')}
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
