import { Anchor, Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { t } from '#web/languages/t.ts'
import { readerNames, shownCountries } from './reader-words.ts'
import type { ReaderName } from '#shared/crawl-settings.ts'
import { Country } from '#shared/crawl-settings.ts'
import { HeaderRows } from './header-rows.tsx'
import { isPlain, takesCountry } from './settings-draft.ts'
import type { SettingsDraft, SettingsErrors } from './settings-draft.ts'
import classes from './custom-settings.module.css'

type CustomSettingsProps = {
  draft: SettingsDraft
  errors: SettingsErrors
  /** False on a plan without them: everything can be seen and nothing changed. */
  enabled: boolean
  /** The readers that are set up on this server. */
  readers: readonly ReaderName[]
  onChange: (change: Partial<SettingsDraft>) => void
  onClear: () => void
  onUpgrade: () => void
}

/** How the crawler may be told to read a site otherwise than it would by itself. */
export function CustomSettings(props: CustomSettingsProps) {
  const { draft, errors, enabled, readers, onChange, onClear, onUpgrade } = props
  return (
    <div className={classes.settings}>
      {!enabled && (
        <p className={classes.offer}>
          {t(
            'Choose which pages are read and how: by patterns, slower, through another reader, behind a sign-in. Custom crawler settings are part of the Pro plan.',
          )}{' '}
          <Anchor component="button" type="button" inherit onClick={onUpgrade}>
            {t('Upgrade')}
          </Anchor>
        </p>
      )}
      {/* A disabled fieldset disables all that it holds. */}
      <fieldset className={classes.fields} disabled={!enabled} aria-label={t('Custom crawler settings')}>
        <Textarea
          label={t('Only pages whose path matches')}
          description={t('One pattern per line; * stands for anything. The start page is always read.')}
          placeholder={'/docs/*\n/guide/*'}
          rows={3}
          value={draft.include}
          error={errors.include}
          onChange={(event) => onChange({ include: event.currentTarget.value })}
        />
        <Textarea
          label={t('No pages whose path matches')}
          description={t('One pattern per line. What is left out here stays out, whatever else matches.')}
          placeholder={'/docs/archive/*\n/*/print'}
          rows={3}
          value={draft.exclude}
          error={errors.exclude}
          onChange={(event) => onChange({ exclude: event.currentTarget.value })}
        />
        <TextInput
          label={t('Seconds between two pages')}
          description={t('At least this long. The usual pause, and what the site asks for, still hold.')}
          placeholder={t('As usual')}
          inputMode="decimal"
          value={draft.delay}
          error={errors.delay}
          onChange={(event) => onChange({ delay: event.currentTarget.value })}
        />
        <div className={classes.pair}>
          <NativeSelect
            label={t('Reader')}
            value={draft.reader}
            error={errors.reader}
            data={readers.map((value) => ({ value, label: t(readerNames[value]) }))}
            onChange={(event) => {
              const reader = readers.find((name) => name === event.currentTarget.value)
              if (reader) onChange({ reader })
            }}
          />
          {readers.includes('scrapingbee') && (
            <NativeSelect
              label={t('Country')}
              title={t('Only the scraping service reads from a country.')}
              value={takesCountry(draft) ? draft.country : ''}
              disabled={!takesCountry(draft)}
              error={errors.country}
              data={shownCountries()}
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
            label={t("Read the site's sitemaps")}
            description={t('Their addresses, and those of llms.txt, are known from the start.')}
            checked={draft.sitemap}
            onChange={(event) => onChange({ sitemap: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('Keep query strings')}
            description={t('Addresses that differ after the ? are different pages.')}
            checked={draft.keepQuery}
            onChange={(event) => onChange({ keepQuery: event.currentTarget.checked })}
          />
        </div>
      </fieldset>
      {enabled && !isPlain(draft) && (
        <Button variant="subtle" size="compact-sm" className={classes.clear} onClick={onClear}>
          {t('Back to the usual settings')}
        </Button>
      )}
    </div>
  )
}
