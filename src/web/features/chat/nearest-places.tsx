import type { Citation } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import classes from './nearest-places.module.css'
import { plainSentence } from './plain-sentence.ts'

type NearestPlacesProps = { places: Citation[]; onCite: (citation: Citation) => void }

/** Under an answer that the pages do not have: where they come nearest, each a way to the stored page. */
export function NearestPlaces({ places, onCite }: NearestPlacesProps) {
  return (
    <section className={classes.places} aria-label={t('The nearest the pages come to it')}>
      <h3 className={classes.heading}>{t('The nearest the pages come to it')}</h3>
      <ul className={classes.list}>
        {places.map((place) => (
          <li key={place.marker}>
            <button type="button" className={classes.place} disabled={place.pageId === ''} onClick={() => onCite(place)}>
              <span className={classes.page}>{place.title}</span>
              <q className={classes.sentence}>{plainSentence(place.sentence)}</q>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
