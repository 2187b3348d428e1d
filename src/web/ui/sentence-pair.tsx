import type { ReactNode } from 'react'
import classes from './sentence-pair.module.css'

type Side = {
  /** What distinguishes it from the other one; without a sentence, why there is none. */
  label?: ReactNode
  sentence?: ReactNode
  source?: ReactNode
  address?: string | undefined
}

/** Two quoted sentences side by side, each with its label and its source. */
export function SentencePair({ sides }: { sides: readonly Side[] }) {
  return (
    <div className={classes.sides}>
      {sides.map(({ label, sentence, source, address }, index) => (
        <figure key={index} className={classes.side}>
          {label && <p className={classes.label}>{label}</p>}
          {sentence && <blockquote className={classes.sentence}>{sentence}</blockquote>}
          {(source || address) && (
            <figcaption className={classes.source}>
              {source}
              {address && <span className={classes.address}>{address}</span>}
            </figcaption>
          )}
        </figure>
      ))}
    </div>
  )
}
