import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/languages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import { offerFile } from '#web/ui/offer-file.ts'
import classes from './recovery-codes.module.css'

type RecoveryCodesProps = { codes: string[]; onDone: () => void }

/** The codes for the day the app is lost, to be kept now. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [copied, setCopied] = useState('')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const text = `${codes.join('\n')}\n`

  async function copy() {
    // Over plain http a browser may offer no clipboard.
    const done = await Promise.resolve(navigator.clipboard?.writeText(text).then(() => true)).catch(() => false)
    setCopied(done ? t('Copied.') : t('Your browser does not let us copy. Select the codes, or download them.'))
  }

  return (
    <Stack gap="sm">
      <h3 className={classes.title} ref={title} tabIndex={-1}>
        {t('Keep your recovery codes')}
      </h3>
      <Notice tone="warning">
        {t('They are shown this once. Each lets you in once when your authenticator app is not at hand.')}
      </Notice>
      <ul className={classes.codes} aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <Button variant="default" onClick={() => void copy()}>
          {t('Copy')}
        </Button>
        <Button variant="default" onClick={() => offerFile('readback-recovery-codes.txt', text, 'text/plain')}>
          {t('Download')}
        </Button>
        <Button onClick={onDone}>{t('I have kept them')}</Button>
      </Group>
      {copied && <Notice>{copied}</Notice>}
    </Stack>
  )
}
