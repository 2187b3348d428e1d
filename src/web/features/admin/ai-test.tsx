import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { AiTest as TestResult } from '#shared/settings.ts'
import { testAi } from '#web/api/client.ts'
import { failureMessage } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { SettingsTestProps } from './settings-form.tsx'
import classes from './ai-test.module.css'

/** Sends one real question to the configured AI service and shows the result. */
export function AiTest({ settings, entered }: SettingsTestProps) {
  const test = useMutation({ mutationFn: testAi })
  const isUnsaved = Boolean(entered.openai_api_key?.trim()) || !settings.settings.openai_api_key.filled
  return (
    <div className={classes.test}>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {t('admin.testAi')}
      </Button>
      {isUnsaved && <p className={classes.hint}>{t('admin.testAiHint')}</p>}
      {test.error && <Notice tone="danger">{failureText(test.error, 'server.unexpected')}</Notice>}
      {test.data && !test.isPending && <Result result={test.data} />}
    </div>
  )
}

function Result({ result }: { result: TestResult }) {
  const { ok, host, models } = result
  return (
    <Notice tone={ok ? 'info' : 'danger'}>
      {resultText(result)}
      {host && ` ${t('admin.testAiHost', { host })}`}
      {models && models.length > 0 && (
        <details>
          <summary>{t('admin.testAiModels', { n: models.length })}</summary>
          {/* Focusable so that the keyboard can scroll it. */}
          <ul className={classes.models} tabIndex={0} aria-label={t('admin.models')}>
            {models.map((model) => (
              <li key={model}>{model}</li>
            ))}
          </ul>
        </details>
      )}
    </Notice>
  )
}

function resultText({ error, model, requested_model: requested, ms }: TestResult): string {
  if (error) return failureMessage(error)
  const seconds = ((ms ?? 0) / 1000).toFixed(1)
  const answered = t('admin.testAiAnswered', { model: model ?? '', seconds })
  if (!requested || requested === model) return answered
  return `${answered} ${t('admin.testAiModelUnknown', { model: requested })}`
}
