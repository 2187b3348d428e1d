import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronRight } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { ReaderName } from '#shared/crawl/crawl-settings.ts'
import { t } from '#web/messages/t.ts'
import { instanceQuery } from '#web/queries/session/session.ts'
import { isDefault } from './settings-draft.ts'
import type { SettingsErrors } from './settings-draft.ts'
import type { useCrawlerSettings } from './use-crawler-settings.ts'
import classes from './settings-disclosure.module.css'

const CustomSettings = lazy(() =>
  import('./custom-settings.tsx').then((module) => ({ default: module.CustomSettings })),
)

/** Before the server's readers are loaded. */
const defaultReaders: readonly ReaderName[] = ['auto']

type SettingsDisclosureProps = {
  custom: ReturnType<typeof useCrawlerSettings>
  errors: SettingsErrors
  enabled: boolean
  onEdit: () => void
  onUpgrade: () => void
}

/** Toggles the custom crawler settings; forced open by errors. */
export function SettingsDisclosure({ custom, errors, enabled, onEdit, onUpgrade }: SettingsDisclosureProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const { data: instance } = useQuery(instanceQuery)
  const id = useId()
  const opened = isExpanded || Object.keys(errors).length > 0
  const isInUse = enabled && !isDefault(custom.draft)
  return (
    <>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setIsExpanded(!opened)}
      >
        <IconChevronRight size={16} aria-hidden className={classes.chevron} data-opened={opened || undefined} />
        {t('crawlerSettings.title')}
        {isInUse && <span className={classes.inUse}>{t('crawlerSettings.inUse')}</span>}
      </UnstyledButton>
      <div id={id} className={classes.body} hidden={!opened}>
        {opened && (
          <Suspense>
            <CustomSettings
              draft={custom.draft}
              errors={errors}
              enabled={enabled}
              readers={instance?.readers ?? defaultReaders}
              onChange={(change) => {
                custom.change(change)
                onEdit()
              }}
              onClear={() => {
                custom.clear()
                onEdit()
              }}
              onUpgrade={onUpgrade}
            />
          </Suspense>
        )}
      </div>
    </>
  )
}
