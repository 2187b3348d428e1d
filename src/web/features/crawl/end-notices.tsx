import { Switch } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/languages/t.ts'
import type { WishedNotices } from './use-wished-notices.ts'
import classes from './end-notices.module.css'

type EndNoticesProps = {
  notices: WishedNotices
  /** A crawl runs already: whether it ends with a mail was settled when it began. */
  running: boolean
}

/** Two quiet ways to hear of the end of a crawl without waiting for it. */
export function EndNotices({ notices, running }: EndNoticesProps) {
  const look = { size: 'xs', classNames: { body: classes.switch, label: classes.label } } as const
  // Said to whoever wishes for it, not to everybody who comes by.
  const [wishedInVain, setWishedInVain] = useState(false)
  const { known, mail, browser, permission, setMail, setBrowser } = notices
  return (
    <div className={classes.notices}>
      {!running && (
        <Switch
          {...look}
          label={t('Mail me when it is done')}
          disabled={!known}
          checked={mail}
          onChange={(event) => setMail(event.currentTarget.checked)}
        />
      )}
      {permission !== 'missing' && (
        <Switch
          {...look}
          label={t('Notify me in this browser')}
          description={wishedInVain && permission === 'denied' && t('Notices from this site are blocked in your browser.')}
          disabled={!known}
          checked={browser}
          onChange={(event) => {
            const wished = event.currentTarget.checked
            void setBrowser(wished).then(() => setWishedInVain(wished))
          }}
        />
      )}
    </div>
  )
}
