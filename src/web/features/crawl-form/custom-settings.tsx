import { Anchor, Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { t } from '#web/messages/t.ts'
import { Country } from '#shared/crawl/crawl-settings.ts'
import type { ReaderName } from '#shared/crawl/crawl-settings.ts'
import { currentLocale } from '#web/messages/language.ts'
import type { TextKey } from '#web/messages/text.ts'
import { HeaderRows } from './header-rows.tsx'
import { isDefault, supportsCountry } from './settings-draft.ts'
import type { SettingsDraft, SettingsErrors } from './settings-draft.ts'
import classes from './custom-settings.module.css'

type CustomSettingsProps = {
  draft: SettingsDraft
  errors: SettingsErrors
  /** False on plans without custom settings: visible but read-only. */
  enabled: boolean
  /** The readers configured on this server. */
  readers: readonly ReaderName[]
  onChange: (change: Partial<SettingsDraft>) => void
  onClear: () => void
  onUpgrade: () => void
}

export function CustomSettings(props: CustomSettingsProps) {
  const { draft, errors, enabled, readers, onChange, onClear, onUpgrade } = props
  return (
    <div className={classes.settings}>
      {!enabled && (
        <p className={classes.offer}>
          {t('crawlerSettings.proFeature')}{' '}
          <Anchor component="button" type="button" inherit onClick={onUpgrade}>
            {t('common.upgrade')}
          </Anchor>
        </p>
      )}
      {/* Disables all controls inside. */}
      <fieldset className={classes.fields} disabled={!enabled} aria-label={t('crawlerSettings.title')}>
        <Textarea
          label={t('crawlerSettings.includePaths')}
          description={t('crawlerSettings.includePathsHint')}
          placeholder={'/docs/*\n/guide/*'}
          rows={3}
          value={draft.include}
          error={errors.include}
          onChange={(event) => onChange({ include: event.currentTarget.value })}
        />
        <Textarea
          label={t('crawlerSettings.excludePaths')}
          description={t('crawlerSettings.excludePathsHint')}
          placeholder={'/docs/archive/*\n/*/print'}
          rows={3}
          value={draft.exclude}
          error={errors.exclude}
          onChange={(event) => onChange({ exclude: event.currentTarget.value })}
        />
        <TextInput
          label={t('crawlerSettings.delay')}
          description={t('crawlerSettings.delayHint')}
          placeholder={t('crawlerSettings.delayDefault')}
          inputMode="decimal"
          value={draft.delay}
          error={errors.delay}
          onChange={(event) => onChange({ delay: event.currentTarget.value })}
        />
        <div className={classes.pair}>
          <NativeSelect
            label={t('crawlerSettings.reader')}
            description={t('crawlerSettings.readerHint')}
            value={draft.reader}
            error={errors.reader}
            data={readers.map((value) => ({ value, label: t(readerKeys[value]) }))}
            onChange={(event) => {
              const reader = readers.find((name) => name === event.currentTarget.value)
              if (reader) onChange({ reader })
            }}
          />
          {readers.includes('scrapingbee') && (
            <NativeSelect
              label={t('crawlerSettings.country')}
              description={t('crawlerSettings.countryHint')}
              value={supportsCountry(draft) ? draft.country : ''}
              disabled={!supportsCountry(draft)}
              error={errors.country}
              data={countryOptions()}
              onChange={(event) => onChange({ country: Country.safeParse(event.currentTarget.value).data ?? '' })}
            />
          )}
        </div>
        <HeaderRows
          names={draft.headerNames}
          values={draft.headerValues}
          error={errors.headers}
          onChange={(headerNames, headerValues) => onChange({ headerNames, headerValues })}
        />
        <div className={classes.switches}>
          <Checkbox
            label={t('crawlerSettings.readSitemaps')}
            description={t('crawlerSettings.readSitemapsHint')}
            checked={draft.sitemap}
            onChange={(event) => onChange({ sitemap: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('crawlerSettings.keepQueries')}
            description={t('crawlerSettings.keepQueriesHint')}
            checked={draft.keepQuery}
            onChange={(event) => onChange({ keepQuery: event.currentTarget.checked })}
          />
        </div>
      </fieldset>
      {enabled && !isDefault(draft) && (
        <Button variant="subtle" size="compact-sm" className={classes.clear} onClick={onClear}>
          {t('crawlerSettings.reset')}
        </Button>
      )}
    </div>
  )
}

const readerKeys = {
  auto: 'crawlerSettings.readerAutomatic',
  http: 'crawlerSettings.readerDirect',
  browser: 'crawlerSettings.readerBrowser',
  scrapingbee: 'crawlerSettings.readerScraper',
} as const satisfies Record<ReaderName, TextKey>

/** The first option lets the service choose. */
function countryOptions() {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'region' })
  return [
    { value: '', label: t('crawlerSettings.countryRotate') },
    ...Country.options.map((value) => ({ value: String(value), label: names.of(value.toUpperCase()) ?? value })),
  ]
}
