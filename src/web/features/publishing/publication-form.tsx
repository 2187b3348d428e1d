import { Button, Group, Switch, Textarea, TextInput } from '@mantine/core'
import { PUBLICATION_LIMITS, PUBLISHED_PATH, type PublicationSettings } from '#shared/chat/publications.ts'
import { failureText } from '#web/api/request.ts'
import { t } from '#web/messages/t.ts'
import type { usePublish } from '#web/queries/publications.ts'
import { DiscardChanges } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LogoField } from './logo-field.tsx'
import { PublicationPreview } from './publication-preview.tsx'
import { usePublicationForm } from './use-publication-form.ts'
import classes from './publishing.module.css'

type PublicationFormProps = {
  publish: ReturnType<typeof usePublish>
  /** Of the notebook. */
  title: string
  /** Null when it is not published. */
  published: PublicationSettings | null
  /** With what it was published before, if that is known. */
  last: PublicationSettings | null
}

/** How the notebook is published, beside a preview that follows the fields. */
export function PublicationForm({ publish, title, published, last }: PublicationFormProps) {
  const { form, settings, change, errorOf, textField, originsField, isDirty, formError, isSaved, save } =
    usePublicationForm(publish, title, published, last)
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
          {...textField('address')}
        />
        <TextInput
          label={t('publishing.pageTitle')}
          required
          maxLength={PUBLICATION_LIMITS.title}
          {...textField('title')}
        />
        <Textarea
          label={t('publishing.introduction')}
          description={t('publishing.introductionHint')}
          maxLength={PUBLICATION_LIMITS.intro}
          autosize
          minRows={2}
          {...textField('intro')}
        />
        <TextInput
          type="color"
          className={classes.color}
          label={t('publishing.color')}
          description={t('publishing.colorHint')}
          {...textField('color')}
        />
        <LogoField logo={settings.logo} error={errorOf('logo')} onChange={(logo) => change({ logo })} />
        <TextInput
          label={t('publishing.contact')}
          description={t('publishing.contactHint')}
          spellCheck={false}
          {...textField('contact')}
          // The protocol is added when it is saved.
          value={settings.contact.replace(/^mailto:/, '')}
        />
        <Textarea
          label={t('publishing.origins')}
          description={t('publishing.originsHint')}
          autosize
          minRows={2}
          spellCheck={false}
          {...originsField}
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
        {formError && <Notice tone="danger">{failureText(formError, 'server.unexpected')}</Notice>}
        <Group gap="sm">
          <Button type="submit" loading={publish.isPending}>
            {published ? t('publishing.save') : t('publishing.publish')}
          </Button>
          <span role="status">{isSaved && t('publishing.saved')}</span>
        </Group>
      </form>
      <DiscardChanges isDirty={isDirty} />
      <PublicationPreview settings={settings} />
    </div>
  )
}
