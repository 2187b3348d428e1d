import type { ReactNode } from 'react'
import { hasQuotationMarks } from '#shared/chat/plain-text.ts'

type QuoteProps = { text: string; className?: string | undefined; children?: ReactNode }

/** `text`, shown as `children`, in the quotation marks of the language unless it begins or ends with some. */
export function Quote({ text, className, children = text }: QuoteProps) {
  const Tag = hasQuotationMarks(text) ? 'span' : 'q'
  return <Tag className={className}>{children}</Tag>
}
