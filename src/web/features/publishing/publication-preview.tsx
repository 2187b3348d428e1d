import type { PublicationSettings } from '#shared/chat/publications.ts'
import { t } from '#web/messages/t.ts'
import { textOn } from '#web/ui/text-on.ts'
import classes from './publishing.module.css'

/** The page with the settings as typed; it does not answer. */
export function PublicationPreview({ settings }: { settings: PublicationSettings }) {
  const { title, intro, color, logo, powered_by: poweredBy } = settings
  return (
    <section className={classes.preview} aria-labelledby="publication-preview">
      <h2 id="publication-preview" className={classes.heading}>
        {t('publishing.preview')}
      </h2>
      <div className={classes.sheet}>
        <div className={classes.sheetTop}>
          {logo && <img src={logo} alt="" className={classes.logoImage} />}
          <div>
            <p className={classes.sheetTitle}>{title}</p>
            <p className={classes.hint}>{intro || t('assistant.empty')}</p>
          </div>
        </div>
        <div className={classes.ask} aria-hidden>
          <span className={classes.askField}>{t('publishing.previewQuestion')}</span>
          <span className={classes.askButton} style={{ background: color, color: textOn(color) }}>
            {t('publishing.previewAsk')}
          </span>
        </div>
        {poweredBy && <p className={classes.hint}>{t('publishing.previewPoweredBy')}</p>}
      </div>
    </section>
  )
}
