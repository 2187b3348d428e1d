/**
 * Words that people ask with and the words that pages use for the same. They only widen a search: what counts as equal in
 * a claim is in retrieval/claims/word-classes.ts. Compiled by hand from everyday and technical vocabulary.
 */
import { stemmerFor } from './stemmer.ts'

const GROUPS: Readonly<Record<string, string>> = {
  en: `folder directory dir|delete remove drop erase|uninstall remove|change modify edit alter|show display print|view display
    |kill terminate cancel abort|stop halt terminate|undo revert|discard throw|big large huge|biggest largest maximum
    |max maximum|min minimum|smallest minimum|longest maximum|fast quick|loop iterate|merge combine|join concatenate|glue concatenate
    |catch handle|raise throw|choose select pick|copy duplicate clone|several multiple|repo repository
    |config configuration configure|setting parameter option|param parameter|arg argument|docs documentation
    |app application|program application|db database|dict dictionary|func function|var variable|info information
    |env environment|auth authentication|admin administrator|uppercase capital|backup dump|str string|int integer
    |postgres postgresql|js javascript|ts typescript|k8s kubernetes|mongo mongodb|py python
    |backwards reverse|mail email|launch start run|allow permit|forbid disallow|enable activate|disable deactivate
    |password credential|save store|needed required|newest latest|oldest earliest|lookup find|create make|build create
    |error exception failure|crash fail|broken corrupt|wrong incorrect invalid|missing absent|empty blank
    |speed performance|slow performance|size length|picture image photo|url address|link url|value setting
    |split divide separate|unique distinct|rename move|own owner|author who|schedule timer|encrypt cipher
    |price cost fee|buy purchase|refund reimburse|ship deliver|delivery shipping|signup register|login signin logon
    |phone telephone|kid child|cheap inexpensive|job vacancy|staff employee|doctor physician|car vehicle
    |company firm|holiday vacation|rule policy|prohibited forbidden|help assist|begin start|answer reply
    |repair fix|guarantee warranty|trip journey|movie film|shop store|film movie|ill sick|illness disease`,
  de: `ordner verzeichnis|löschen entfernen|ändern bearbeiten modifizieren|anzeigen darstellen|abbrechen beenden|starten beginnen
    |rückgängig widerrufen|groß umfangreich|maximal höchstens|minimal mindestens|schnell rasch|auswählen wählen
    |kopieren duplizieren|mehrere verschiedene|einstellung option parameter|passwort kennwort|speichern sichern
    |benötigt erforderlich|fehler störung|falsch ungültig|geschwindigkeit leistung|bild foto abbildung|adresse url
    |kosten preis gebühr|kaufen erwerben bestellen|lieferung versand|anmelden einloggen|telefon handy|auto fahrzeug pkw
    |firma unternehmen|urlaub ferien|regel vorschrift|verboten untersagt|hilfe unterstützung|antwort rückmeldung
    |reparieren beheben|garantie gewährleistung|arzt mediziner|mitarbeiter personal|rechner computer|datei file`,
}

const relatedByLanguage = new Map(
  Object.entries(GROUPS).map(([language, groups]) => {
    const toTerm = stemmerFor(language)
    const related = new Map<string, string[]>()
    for (const group of groups.split('|')) {
      const terms = new Set(group.trim().split(/\s+/).map(toTerm))
      for (const term of terms)
        related.set(term, [...(related.get(term) ?? []), ...[...terms].filter((other) => other !== term)])
    }
    return [language, related] as const
  }),
)

const NONE: readonly string[] = []

/** The terms that pages may use instead of `term`, which is a stem of `language`. */
export function relatedTerms(term: string, language: string): readonly string[] {
  return relatedByLanguage.get(language)?.get(term) ?? NONE
}
