import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
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
    setCopied(done ? 'Copied.' : 'Your browser does not let us copy. Select the codes, or download them.')
  }

  return (
    <Stack gap="sm">
      <h3 className={classes.title} ref={title} tabIndex={-1}>
        Keep your recovery codes
      </h3>
      <Notice tone="warning">
        They are shown this once. Each lets you in once when your authenticator app is not at hand.
      </Notice>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="default" onClick={() => offerFile('readback-recovery-codes.txt', text, 'text/plain')}>
          Download
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
      {copied && <Notice>{copied}</Notice>}
    </Stack>
  )
}
