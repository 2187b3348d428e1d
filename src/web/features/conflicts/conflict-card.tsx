import { Button, UnstyledButton } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { plainSentence } from '#shared/chat/plain-text.ts'
import type { Conflict, ConflictProperty, Statement } from '#shared/chat/conflicts.ts'
import { t } from '#web/messages/t.ts'
import { SentencePair } from '#web/ui/sentence-pair.tsx'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import classes from './conflicts.module.css'

const propertyNames = {
  default: 'conflicts.default',
  maximum: 'conflicts.maximum',
  minimum: 'conflicts.minimum',
  since: 'conflicts.since',
  price: 'conflicts.price',
  availability: 'conflicts.availability',
  amount: 'conflicts.amount',
} as const

type ConflictCardProps = {
  conflict: Conflict
  isBusy: boolean
  onDismiss: (dismissed: boolean) => void
  onOpen: (statement: Statement) => void
}

/** Both sentences of a conflict, with the words that differ marked. */
export function ConflictCard({ conflict, isBusy, onDismiss, onOpen }: ConflictCardProps) {
  const { property, statements, dismissed } = conflict
  const shortTitle = useShortTitle()
  return (
    <li className={classes.conflict}>
      <ConflictSides
        property={property}
        sides={statements.map((statement) => ({
          source: (
            <UnstyledButton
              className={classes.page}
              aria-label={t('conflicts.openPage', { title: shortTitle(statement) })}
              onClick={() => onOpen(statement)}
            >
              {shortTitle(statement)}
            </UnstyledButton>
          ),
          sentence: <MarkedValue {...statement} />,
          address: statement.url,
        }))}
        action={
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={isBusy}
            onClick={() => onDismiss(!dismissed)}
          >
            {dismissed ? t('conflicts.restore') : t('conflicts.dismiss')}
          </Button>
        }
      />
    </li>
  )
}

export function ConflictSides({
  property,
  sides,
  action,
}: {
  property: ConflictProperty
  sides: ComponentProps<typeof SentencePair>['sides']
  action?: ReactNode
}) {
  return (
    <>
      <div className={classes.line}>
        <span className={classes.property}>{t(propertyNames[property])}</span>
        {action}
      </div>
      <SentencePair sides={sides} />
    </>
  )
}

function MarkedValue(statement: Statement) {
  const [sentence, value] = [plainSentence(statement.sentence), plainSentence(statement.value)]
  const start = sentence.indexOf(value)
  if (start < 0 || value === '') return sentence
  const end = start + value.length
  return (
    <>
      {sentence.slice(0, start)}
      <mark>{value}</mark>
      {sentence.slice(end)}
    </>
  )
}
