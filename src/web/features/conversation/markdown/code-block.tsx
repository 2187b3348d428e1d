import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { t } from '#web/messages/t.ts'
import classes from './code-block.module.css'

type CodeBlockProps = { children?: ReactNode }

/** A code block with its language, its colors and a copy button. `children` is the code element of the block. */
export function CodeBlock({ children }: CodeBlockProps) {
  const code = children as ReactElement<{ className?: string; children?: ReactNode }>
  const language = /language-(\S+)/.exec(code.props.className ?? '')?.[1]?.toLowerCase() ?? ''
  const text = String(code.props.children ?? '')
  const colored = useColors(text, language)
  const { copy, copied } = useClipboard()
  const label = copied ? t('common.copied') : t('assistant.copyCode')
  return (
    <div className={classes.code}>
      {language && <span className={classes.language}>{language}</span>}
      {/* Focusable so that the keyboard can scroll wide code. */}
      <pre tabIndex={0}>{colored ? <code {...code.props}>{colored}</code> : children}</pre>
      <ActionIcon
        className={classes.copy}
        variant="default"
        size={26}
        aria-label={label}
        onClick={() => copy(text.trimEnd())}
      >
        {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </ActionIcon>
    </div>
  )
}

/** While an answer is written, each word changes the code: it is colored when it rests. */
const REST_MS = 150

/** The colored code; null while it loads and for languages without colors. */
function useColors(text: string, language: string): ReactNode {
  const [colored, setColored] = useState<{ text: string; nodes: ReactNode }>()
  useEffect(() => {
    if (!language) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const nodes = await import('./highlight-code.ts')
        .then(({ highlightCode }) => highlightCode(text, language))
        // Code without colors is readable.
        .catch(() => null)
      if (isCurrent) setColored({ text, nodes })
    }, REST_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, language])
  return colored?.text === text ? colored.nodes : null
}
