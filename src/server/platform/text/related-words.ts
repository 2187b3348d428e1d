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
    |repair fix|guarantee warranty|trip journey|movie film|shop store|film movie|ill sick|illness disease
    |upgrade update|version release|notification alert message|alert warning|boot startup start|quit leave resign
    |colleague coworker employee|staff personnel team|dog pet animal|cat pet animal|wheelchair accessible lift elevator step-free
    |disabled accessible|elevator lift|wifi wi-fi wireless wlan|fine fee penalty|charge fee price cost|late overdue
    |renew extend prolong|join member membership register|membership subscription|subscribe subscription|reserve book booking
    |reservation booking|discount reduced reduction concession cheaper save|student pupil university school trainee
    |vegan vegetarian milk egg|founded established since|open opening hours|closed shut|baby toddler child|kid children
    |daughter child|son child|senior pensioner retired elderly|parking car|bus tram train stop|toilet restroom bathroom wc loo
    |pay payment charge|cash coin|invoice bill receipt|cancel cancellation withdraw|return refund|money refund|postage shipping
    |courier delivery|arrive arrival|depart departure|call phone|contact reach|salary wage earn pay|career job vacancy
    |hire job vacancy|hiring vacancy|owner founder|boss manager director head|class course lesson|workshop course
    |teacher instructor trainer tutor|exam test|apply application|deadline due|ticket admission entry|entrance admission entry
    |meal food dish menu|eat food|drink beverage|allergy allergen|rent hire lease borrow|lend loan borrow|photograph photo
    |video film|secure security safe|privacy confidential|offline connection disconnected|organisation organization company
    |invite invitation|limit maximum restriction quota|bug defect issue|problem issue error|solve resolve fix|log journal
    |install setup|2fa mfa two-factor two-step authenticator|mandatory compulsory required obligatory|force enforce compulsory require
    |script program|parallel concurrent concurrency simultaneous|simultaneously concurrent|timetable schedule
    |sleep night|overnight night|trash bin deleted|recover restore|retrieve restore|migrate import transfer|move import
    |download export|upload import|key token|skip omit|saturday weekend|sunday weekend|monthly month|yearly year annual
    |annual year|daily day|weekly week|age old year|birthday birth|free gratis complimentary|purchase order|unsold leftover left
    |ingredient contain|nearest near close|located location address|route directions|visit visitor|guest visitor
    |hurt injury|pain ache|medicine drug medication|appointment booking|rubbish waste garbage|mayor council|passport identity
    |marriage wedding|lost found`,
  de: `ordner verzeichnis|löschen entfernen|ändern bearbeiten modifizieren|anzeigen darstellen|abbrechen beenden|starten beginnen
    |rückgängig widerrufen|groß umfangreich|maximal höchstens|minimal mindestens|schnell rasch|auswählen wählen
    |kopieren duplizieren|mehrere verschiedene|einstellung option parameter|passwort kennwort|speichern sichern
    |benötigt erforderlich|fehler störung|falsch ungültig|geschwindigkeit leistung|bild foto abbildung|adresse url
    |kosten preis gebühr|kaufen erwerben bestellen|lieferung versand|anmelden einloggen|telefon handy|auto fahrzeug pkw
    |firma unternehmen|urlaub ferien|regel vorschrift|verboten untersagt|hilfe unterstützung|antwort rückmeldung
    |reparieren beheben|garantie gewährleistung|arzt mediziner|mitarbeiter personal|rechner computer|datei file
    |parkplatz parkplätze stellplatz stellplätze parken|parkplätze parkplatz stellplätze|barrierefrei stufenlos rollstuhl aufzug lift ebenerdig
    |rollstuhl barrierefrei stufenlos|aufzug lift fahrstuhl|foto fotografieren|fotos fotografieren|filmen fotografieren
    |stornieren abmelden kündigen absagen|absagen abmelden|kündigung kündigen|ermäßigung ermäßigt rabatt vergünstigung nachlass
    |rabatt ermäßigt|gymnastik fitness|ec-karte girocard karte|kreditkarte karte|bezahlen zahlen|bezahlung zahlung
    |liegengelassen fundsache|verloren fundsache fundbüro|sohn kind|tochter kind|baby kind säugling|allein begleitung alleine
    |offen geöffnet öffnungszeit|auf geöffnet|aufmachen öffnen|öffnen geöffnet öffnungszeit|zu geschlossen|geschlossen schließen ruhetag
    |samstag wochenende sonnabend samstags|sonntag wochenende sonntags|montag montags ruhetag|eintritt einlass eintrittspreis
    |ticket karte eintrittskarte fahrkarte|umsonst kostenlos gratis frei|kostenlos umsonst gratis frei|gratis kostenlos
    |teuer preis|günstiger ermäßigt rabatt|student studierende|studenten studierende|schüler schule|rentner senior senioren
    |senioren rentner|hund tier haustier|katze tier haustier|toilette wc|wlan internet netzwerk|bus haltestelle|bahn haltestelle zug
    |anreise anfahrt|abreise abfahrt|adresse anschrift|telefonnummer telefon|anrufen telefon|kontakt erreichen|öffnungszeiten öffnungszeit geöffnet
    |gehalt lohn vergütung verdienst|verdienen gehalt lohn|stelle job arbeitsplatz|bewerben bewerbung|ausbildung azubi auszubildende lehre
    |chef leiter inhaber geschäftsführer|lehrer trainer kursleiter|kurs lehrgang seminar|prüfung test klausur|frist termin
    |reservieren buchen|reservierung buchung|verlängern verlängerung|ausleihen leihen mieten|leihen ausleihen|zurückgeben rückgabe
    |umtauschen rückgabe|erstattung rückzahlung|geld erstattung|rechnung quittung beleg|essen speise verpflegung|trinken getränk
    |allergie allergen unverträglich|glutenfrei gluten|aktualisieren update|neueste aktuelle|gesichert sicherung backup
    |sicherung backup|installieren einrichten|einrichten einstellen|hochladen upload|herunterladen download|begrenzung grenze höchstens
    |gleichzeitig parallel|müll abfall|pass ausweis personalausweis|heirat trauung eheschließung|alter jahr|kündbar kündigen|konto account
    |benutzer nutzer anwender|tabelle liste|beginn anfang|ende schluss|gründung gegründet|stornierung abmelden`,
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
