import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { AiTest as Found } from '#shared/settings.ts'
import { testAi } from '#web/client.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './ai-test.module.css'

/** Asks the AI service that is set up now one real question, and says what came of it. */
export function AiTest() {
  const testing = useMutation({ mutationFn: testAi })
  return (
    <div className={classes.test}>
      <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
        {t('Test AI connection')}
      </Button>
      <p className={classes.hint}>{t('Asks what is saved, not what is typed here.')}</p>
      {testing.error && <Notice tone="danger">{failureWords(testing.error, 'server.unexpected')}</Notice>}
      {testing.data && !testing.isPending && <Finding found={testing.data} />}
    </div>
  )
}

function Finding({ found: { ok, words, host, models } }: { found: Found }) {
  return (
    <Notice tone={ok ? 'info' : 'danger'}>
      {sentenceWords(words)}
      {host && ` ${t('Asked: {host}.', { host })}`}
      {models && models.length > 0 && (
        <details>
          <summary>{t('{n, plural, one {# model} other {# models}} listed', { n: models.length })}</summary>
          {/* Scrolled by keyboard too. */}
          <ul className={classes.models} tabIndex={0} aria-label={t('Models')}>
            {models.map((model) => (
              <li key={model}>{model}</li>
            ))}
          </ul>
        </details>
      )}
    </Notice>
  )
}
