import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '#web/messages/t.ts'
import classes from './code-example.module.css'

type CodeExampleProps = { title: string; code: string }

/** A code block with a copy button. */
export function CodeExample({ title, code }: CodeExampleProps) {
  const id = useId()
  return (
    <figure className={classes.example} aria-labelledby={id}>
      <figcaption id={id} className={classes.title}>
        {title}
      </figcaption>
      <pre className={classes.code}>
        <code>{code}</code>
      </pre>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Button
            className={classes.copy}
            variant="default"
            size="compact-sm"
            leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            aria-label={copied ? t('connect.copiedExample', { title }) : t('connect.copyExample', { title })}
            onClick={copy}
          >
            {copied ? t('common.copied') : t('common.copy')}
          </Button>
        )}
      </CopyButton>
    </figure>
  )
}
