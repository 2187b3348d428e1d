import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { GoldenQuestionInput, type GoldenQuestion } from '#shared/chat/golden-questions.ts'
import { failureText } from '#web/api/request.ts'
import { issueText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useSaveGolden } from '#web/queries/golden.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import classes from './checks.module.css'

type CheckFormProps = { notebookId: string; question: GoldenQuestion | undefined; onClose: () => void }

/** Adds or changes a golden question. */
export function CheckForm({ notebookId, question: golden, onClose }: CheckFormProps) {
  const [typed, setTyped] = useState({
    question: golden?.question ?? '',
    page: golden?.page ?? '',
    sentence: golden?.sentence ?? '',
    must_include: golden?.must_include.join('; ') ?? '',
    must_not_include: golden?.must_not_include.join('; ') ?? '',
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const saving = useSaveGolden(notebookId)
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: value })),
  })

  function save() {
    const parsed = GoldenQuestionInput.safeParse({
      question: typed.question,
      page: typed.page.trim() || null,
      sentence: typed.sentence.trim() || null,
      must_include: splitWords(typed.must_include),
      must_not_include: splitWords(typed.must_not_include),
    })
    const issues = parsed.success ? [] : parsed.error.issues
    setErrors(Object.fromEntries(issues.map((issue) => [String(issue.path[0]), issueText(issue)])))
    if (parsed.success) saving.mutate({ id: golden?.id, input: parsed.data }, { onSuccess: onClose })
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
        {saving.error && <Notice tone="danger">{failureText(saving.error, 'server.unexpected')}</Notice>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t('golden.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

const splitWords = (text: string) =>
  text
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean)
