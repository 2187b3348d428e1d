import type { ReactNode } from 'react'
import classes from './sentence-pair.module.css'

/** Without a sentence, the source says why. */
type Side = { sentence?: ReactNode; source: ReactNode; address?: string | undefined }

/** Two quoted sentences side by side, each with its source. */
export function SentencePair({ sides }: { sides: readonly Side[] }) {
  return (
    <div className={classes.sides}>
      {sides.map(({ sentence, source, address }, index) => (
        <figure key={index} className={classes.side}>
          {sentence && <blockquote className={classes.sentence}>{sentence}</blockquote>}
          <figcaption className={classes.source}>
            {source}
            {address && <span className={classes.address}>{address}</span>}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
