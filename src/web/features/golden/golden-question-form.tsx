import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { GoldenQuestionInput, type GoldenQuestion } from '#shared/chat/golden-questions.ts'
import { failureText } from '#web/api/request.ts'
import { issuesByField } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useSaveGolden } from '#web/queries/golden.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useFields } from '#web/ui/hooks/use-fields.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './checks.module.css'

type GoldenQuestionFormProps = { notebookId: string; golden: GoldenQuestion | undefined; onClose: () => void }

/**
 * Adds or changes a golden question: one that is asked again after each change of the pages, with what its answer must
 * cite and contain.
 */
export function GoldenQuestionForm({ notebookId, golden, onClose }: GoldenQuestionFormProps) {
  const { values, setErrors, field } = useFields({
    question: golden?.question ?? '',
    page: golden?.page ?? '',
    sentence: golden?.sentence ?? '',
    must_include: golden?.must_include.join('; ') ?? '',
    must_not_include: golden?.must_not_include.join('; ') ?? '',
  })
  const saveGolden = useSaveGolden(notebookId)

  function save() {
    const parsed = GoldenQuestionInput.safeParse({
      question: values.question,
      page: values.page.trim() || null,
      sentence: values.sentence.trim() || null,
      must_include: splitAtSemicolons(values.must_include),
      must_not_include: splitAtSemicolons(values.must_not_include),
    })
    setErrors(issuesByField(parsed.error))
    if (parsed.success) saveGolden.mutate({ id: golden?.id, input: parsed.data }, { onSuccess: onClose })
  }

  return (
    <Dialog opened onClose={onClose} title={golden ? t('golden.edit') : t('golden.add')} size="lg">
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextInput
          label={t('golden.question')}
          description={t('golden.questionHint')}
          data-autofocus
          required
          {...field('question')}
        />
        <TextInput label={t('golden.page')} description={t('golden.pageHint')} {...field('page')} />
        <Textarea
          label={t('golden.sentence')}
          description={t('golden.sentenceHint')}
          autosize
          minRows={2}
          maxRows={6}
          {...field('sentence')}
        />
        <TextInput label={t('golden.mustInclude')} description={t('golden.wordsHint')} {...field('must_include')} />
        <TextInput
          label={t('golden.mustNotInclude')}
          description={t('golden.wordsHint')}
          {...field('must_not_include')}
        />
        {saveGolden.error && <Notice tone="danger">{failureText(saveGolden.error, 'server.unexpected')}</Notice>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={saveGolden.isPending}>
            {t('golden.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

const splitAtSemicolons = (text: string) =>
  text
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean)
