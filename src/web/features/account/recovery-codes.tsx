import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import { downloadFile } from '#web/ui/download-file.ts'
import classes from './recovery-codes.module.css'

type RecoveryCodesProps = { codes: string[]; onDone: () => void }

/** One-time codes for signing in without the authenticator app. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [copyStatus, setCopyStatus] = useState('')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const text = `${codes.join('\n')}\n`

  async function copy() {
    // Browsers provide no clipboard on insecure origins.
    const ok = await Promise.resolve(navigator.clipboard?.writeText(text).then(() => true)).catch(() => false)
    setCopyStatus(ok ? t('common.copiedNotice') : t('account.copyBlocked'))
  }

  return (
    <Stack gap="sm">
      <h3 className={classes.title} ref={title} tabIndex={-1}>
        {t('account.saveRecoveryCodes')}
      </h3>
      <Notice tone="warning">{t('account.saveRecoveryCodesHint')}</Notice>
      <ul className={classes.codes} aria-label={t('account.recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <Button variant="default" onClick={() => void copy()}>
          {t('common.copy')}
        </Button>
        <Button variant="default" onClick={() => downloadFile('readback-recovery-codes.txt', text, 'text/plain')}>
          {t('account.download')}
        </Button>
        <Button onClick={onDone}>{t('account.codesSaved')}</Button>
      </Group>
      {copyStatus && <Notice>{copyStatus}</Notice>}
    </Stack>
  )
}
