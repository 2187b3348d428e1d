import { Button, FileButton, Group, Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { PUBLICATION_LIMITS, PUBLISHED_PATH, PublicationSettings } from '#shared/chat/publications.ts'
import { Failure, failureText } from '#web/api/request.ts'
import { errorText, issuesByField } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import type { usePublish } from '#web/queries/publications.ts'
import { DiscardChanges } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import classes from './publishing.module.css'
import { textOn } from '#web/ui/text-on.ts'

type PublicationFormProps = {
  publish: ReturnType<typeof usePublish>
  /** Of the notebook. */
  title: string
  /** Null when it is not published. */
  published: PublicationSettings | null
}

/** How the notebook is published, beside a preview that follows the fields. */
export function PublicationForm({ publish, title, published }: PublicationFormProps) {
  const [suggested] = useState(() =>
    PublicationSettings.parse({ address: addressFrom(title), title: title.slice(0, PUBLICATION_LIMITS.title) }),
  )
  const saved = published ?? suggested
  const [settings, setSettings] = useState(saved)
  const [origins, setOrigins] = useState(settings.origins.join('\n'))
  const entered = { ...settings, origins: origins.split(/\s+/).filter(Boolean) }
  const [errors, setErrors] = useState<Record<string, string>>({})
  const change = (changed: Partial<PublicationSettings>) => setSettings((before) => ({ ...before, ...changed }))
  const failure = publish.error instanceof Failure ? publish.error : null
  const errorOf = (name: keyof PublicationSettings) =>
    errors[name] ?? (failure?.field === name ? failure.words : undefined)
  const form = useRef<HTMLFormElement>(null)
  const field = (name: 'address' | 'title' | 'intro' | 'color' | 'contact') => ({
    value: settings[name],
    error: errorOf(name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => change({ [name]: value }),
  })

  // The button is below the fields, on a phone far below.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors, failure])

  function save() {
    const parsed = PublicationSettings.safeParse(entered)
    setErrors(issuesByField(parsed.error))
    if (parsed.success) publish.mutate(parsed.data, { onSuccess: (stored) => setSettings(stored.settings) })
  }

  return (
    <div className={classes.columns}>
      <form
        ref={form}
        className={classes.panel}
        aria-labelledby="publication-settings"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <h2 id="publication-settings" className={classes.heading}>
          {t('publishing.settings')}
        </h2>
        <TextInput
          label={t('publishing.address')}
          description={t('publishing.addressHint')}
          required
          leftSection={PUBLISHED_PATH}
          spellCheck={false}
          {...field('address')}
        />
        <TextInput
          label={t('publishing.pageTitle')}
          required
          maxLength={PUBLICATION_LIMITS.title}
          {...field('title')}
        />
        <Textarea
          label={t('publishing.introduction')}
          description={t('publishing.introductionHint')}
          maxLength={PUBLICATION_LIMITS.intro}
          autosize
          minRows={2}
          {...field('intro')}
        />
        <TextInput
          type="color"
          className={classes.color}
          label={t('publishing.color')}
          description={t('publishing.colorHint')}
          {...field('color')}
        />
        <Logo logo={settings.logo} error={errorOf('logo')} onChange={(logo) => change({ logo })} />
        <TextInput
          label={t('publishing.contact')}
          description={t('publishing.contactHint')}
          spellCheck={false}
          {...field('contact')}
          // The protocol is added when it is saved.
          value={settings.contact.replace(/^mailto:/, '')}
        />
        <Textarea
          label={t('publishing.origins')}
          description={t('publishing.originsHint')}
          autosize
          minRows={2}
          spellCheck={false}
          value={origins}
          error={errorOf('origins')}
          onChange={({ currentTarget: { value } }) => setOrigins(value)}
        />
        <TextInput
          type="number"
          label={t('publishing.dailyQuestions')}
          description={t('publishing.dailyQuestionsHint')}
          min={1}
          max={PUBLICATION_LIMITS.dailyQuestions}
          value={settings.daily_questions || ''}
          error={errorOf('daily_questions')}
          onChange={({ currentTarget: { valueAsNumber } }) => change({ daily_questions: valueAsNumber })}
        />
        <Switch
          label={t('publishing.poweredBy')}
          checked={settings.powered_by}
          onChange={({ currentTarget: { checked } }) => change({ powered_by: checked })}
        />
        {publish.error && !failure?.field && (
          <Notice tone="danger">{failureText(publish.error, 'server.unexpected')}</Notice>
        )}
        <Group gap="sm">
          <Button type="submit" loading={publish.isPending}>
            {published ? t('publishing.save') : t('publishing.publish')}
          </Button>
          <span role="status">{published && publish.isSuccess && t('publishing.saved')}</span>
        </Group>
      </form>
      <DiscardChanges isDirty={JSON.stringify(entered) !== JSON.stringify(saved)} />
      <PublicationPreview settings={settings} />
    </div>
  )
}

type LogoProps = { logo: string; error: string | undefined; onChange: (logo: string) => void }

function Logo({ logo, error, onChange }: LogoProps) {
  const [problem, setProblem] = useState<string>()
  const read = async (file: File | null) => {
    if (!file) return
    if (file.size > PUBLICATION_LIMITS.logoBytes) return setProblem(errorText('publication.logo-too-large'))
    try {
      onChange(await asDataUrl(file))
      setProblem(undefined)
    } catch {
      setProblem(errorText('publication.logo-invalid'))
    }
  }
  const shown = problem ?? error
  return (
    <div
      className={classes.logo}
      role="group"
      aria-labelledby="publication-logo"
      aria-describedby={`publication-logo-hint${shown ? ' publication-logo-error' : ''}`}
    >
      <span id="publication-logo">{t('publishing.logo')}</span>
      <span id="publication-logo-hint" className={classes.hint}>
        {t('publishing.logoHint')}
      </span>
      <Group gap="sm">
        {logo && <img src={logo} alt="" className={classes.logoImage} />}
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void read(file)}>
          {(props) => (
            <Button {...props} variant="default">
              {t('publishing.chooseLogo')}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="subtle" color="red" onClick={() => onChange('')}>
            {t('publishing.removeLogo')}
          </Button>
        )}
      </Group>
      {shown && (
        <div id="publication-logo-error">
          <Notice tone="danger">{shown}</Notice>
        </div>
      )}
    </div>
  )
}

const asDataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })

/** `My Docs!` becomes `my-docs`; a title without Latin letters becomes `help`. */
function addressFrom(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const address = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return address.length >= 3 ? address : 'help'
}

/** The page with the settings as typed; it does not answer. */
function PublicationPreview({ settings }: { settings: PublicationSettings }) {
  const { title, intro, color, logo, powered_by: poweredBy } = settings
  return (
    <section className={classes.preview} aria-labelledby="publication-preview">
      <h2 id="publication-preview" className={classes.heading}>
        {t('publishing.preview')}
      </h2>
      <div className={classes.sheet}>
        <div className={classes.sheetTop}>
          {logo && <img src={logo} alt="" className={classes.logoImage} />}
          <div>
            <p className={classes.sheetTitle}>{title}</p>
            <p className={classes.hint}>{intro || t('assistant.empty')}</p>
          </div>
        </div>
        <div className={classes.ask} aria-hidden>
          <span className={classes.askField}>{t('publishing.previewQuestion')}</span>
          <span className={classes.askButton} style={{ background: color, color: textOn(color) }}>
            {t('publishing.previewAsk')}
          </span>
        </div>
        {poweredBy && <p className={classes.hint}>{t('publishing.previewPoweredBy')}</p>}
      </div>
    </section>
  )
}
