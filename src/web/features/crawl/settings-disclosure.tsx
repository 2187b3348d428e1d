import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronRight } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { ReaderName } from '#shared/crawl-settings.ts'
import { t } from '#web/languages/t.ts'
import { instanceQuery } from '#web/queries/session.ts'
import { isPlain } from './settings-draft.ts'
import type { SettingsErrors } from './settings-draft.ts'
import type { useCrawlerSettings } from './use-crawler-settings.ts'
import classes from './settings-disclosure.module.css'

const CustomSettings = lazy(() =>
  import('./custom-settings.tsx').then((module) => ({ default: module.CustomSettings })),
)

/** Until the server has said which are set up. */
const onlyAutomatic: readonly ReaderName[] = ['auto']

type SettingsDisclosureProps = {
  custom: ReturnType<typeof useCrawlerSettings>
  errors: SettingsErrors
  enabled: boolean
  onEdit: () => void
  onUpgrade: () => void
}

/** Opens the custom crawler settings; opens by itself when one of them is wrong. */
export function SettingsDisclosure({ custom, errors, enabled, onEdit, onUpgrade }: SettingsDisclosureProps) {
  const [wanted, setWanted] = useState(false)
  const { data: instance } = useQuery(instanceQuery)
  const id = useId()
  const opened = wanted || Object.keys(errors).length > 0
  const inUse = enabled && !isPlain(custom.draft)
  return (
    <>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setWanted(!opened)}
      >
        <IconChevronRight size={16} aria-hidden className={classes.chevron} data-opened={opened || undefined} />
        {t('Custom crawler settings')}
        {inUse && <span className={classes.inUse}>{t('in use')}</span>}
      </UnstyledButton>
      <div id={id} className={classes.body} hidden={!opened}>
        {opened && (
          <Suspense>
            <CustomSettings
              draft={custom.draft}
              errors={errors}
              enabled={enabled}
              readers={instance?.readers ?? onlyAutomatic}
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
