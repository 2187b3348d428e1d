import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '#web/languages/t.ts'
import classes from './code-example.module.css'

type CodeExampleProps = { title: string; code: string }

/** What is typed into a terminal or a file, with a button that copies it. */
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
            aria-label={copied ? t('Copied: {title}', { title }) : t('Copy: {title}', { title })}
            onClick={copy}
          >
            {copied ? t('Copied') : t('Copy')}
          </Button>
        )}
      </CopyButton>
    </figure>
  )
}
