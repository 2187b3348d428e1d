/** The ways to ask in German what something is, does or means, its default, a difference, and how something is done. */
import { ERROR_NAME, type Form, form, ONE_WORD, thing } from './form.ts'

const OPENERS = 'wie|was|wann|wo|wer|warum|wieso|welche[rsnm]?|ob|dass|ich|du|wir|man|es|zu'
const THING = thing(4, OPENERS)
/** One of two things that are compared. */
const SIDE = thing(3, OPENERS)
const ERROR = `(?:(?:der|die|den|einen?|eine) )?(?:fehler |meldung |fehlermeldung )*${ERROR_NAME}`
const ONE = '(?:ich|man|wir|du|sie)'
/** What is before "…, eine Datei umzubenennen". */
const WAY = [
  'gibt es (?:eine|die) möglichkeit,?(?: um)?',
  'ich versuche(?: gerade)?,?',
  `was (?:muss|kann|soll|sollte) ${ONE} (?:tun|machen),? um`,
  'was ist (?:der|die) (?:beste|einfachste|schnellste|richtige) (?:weg|methode|möglichkeit),?(?: um)?',
  'wie (?:schaffe ich es|gehe ich vor),?(?: um)?',
  '(?:welcher befehl|welches programm|was) dient dazu,?',
].join('|')
/** The same for what is possible. */
const POSSIBLE =
  '(?:(?:ist|wäre) es (?:überhaupt )?(?:möglich|erlaubt)|(?:besteht|gäbe es) (?:die|eine) möglichkeit|geht es),?'
/** Of a separable verb: "umbenennen". */
const PREFIX = '(ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|um|vor|weg|wieder|zurück|zusammen)'
const CAN = '(?:kann|könnte|muss|soll|sollte|würde)'
const OPTION = '(?:die option|der befehl|das programm|die funktion|der parameter)'

const DIFFERENCE = 'was ist der Unterschied zwischen $1 und $2?'
const DEFAULT = 'was ist der Standardwert von $1?'

export const GERMAN_FORMS: readonly Form[] = [
  [
    form(
      `(?:ich (?:bekomme|erhalte|kriege|sehe)|(?:warum|wieso) (?:bekomme|erhalte|kriege|sehe) ich|woher kommt|was (?:bedeutet|heißt)) ${ERROR}`,
    ),
    'was bedeutet $1?',
  ],
  [form(`was (?:versteht man unter|ist gemeint mit|meint man mit) ${THING}`), 'was ist $1?'],
  [form(`was ist mit ${THING} gemeint`), 'was ist $1?'],
  [form(`(?:erkläre?|erklären sie)(?: mir)?(?: bitte)? ${THING}`), 'was ist $1?'],
  [
    form(
      `(?:(?:(?:kannst|könntest) du )?(?:erkläre?|erklären(?: sie)?|mir(?: bitte)? erklären)(?: mir)?(?: bitte)?,? )?was ${THING} (?:ist|sind)`,
    ),
    'was ist $1?',
  ],
  [form(`was (?:ist|sind)(?: (?:denn|eigentlich|genau|überhaupt))+ ${THING}`), 'was ist $1?'],
  [form(`ich verstehe ${THING} nicht`), 'was ist $1?'],
  [form(`${THING} (?:einfach )?erklärt`), 'was ist $1?'],
  [form(`(?:die )?bedeutung (?:von|des|der) ${THING}`), 'was ist $1?'],
  [form(`${THING} bedeutung`), 'was ist $1?'],
  [form(`erzähle?(?:n sie)? mir(?: bitte)? (?:etwas|mehr) über ${THING}`), 'was ist $1?'],
  // Also English.
  [form(`definition(?: von| des| der)? ${THING}`), '$1?'],
  [form(`${THING} definition`), '$1?'],
  [
    form(
      `(?:wozu|wofür) (?:dien(?:t|en)|ist|sind|(?:brauch|nutz|benutz|verwend)(?:e|t|en|et) ${ONE}) ${THING}(?: gut| da)?`,
    ),
    'wozu ist $1?',
  ],
  [form(`(?:was ist (?:der )?)?zweck von ${THING}`), 'wozu ist $1?'],
  [
    form(`was (?:macht|tut|bewirkt)(?: eigentlich| genau)*(?: ${OPTION})? ${THING}(?: genau| eigentlich)?`),
    'was macht $1?',
  ],
  [
    form(`was (?:passiert|geschieht),? wenn ${ONE} ${THING} (?:benutz|verwend|ausführ|aufruf|einsetz)(?:e|t|en|et)`),
    'was macht $1?',
  ],
  [form(`welche (?:aus)?wirkung hat ${THING}`), 'was macht $1?'],
  [form(`${THING}, was (?:macht|tut|bewirkt) (?:das|es|der|die)`), 'was macht $1?'],
  [
    form(`(?:was ist )?(?:der |die )?(?:standardwert|voreinstellung|vorgabe|vorgabewert|default) (?:von|für) ${THING}`),
    DEFAULT,
  ],
  [form(`(?:welchen|was für einen) (?:wert|standardwert|vorgabewert) hat ${THING}(?: standardmäßig)?`), DEFAULT],
  [form(`(?:was|wie) ist ${THING} (?:standardmäßig|voreingestellt|standardmäßig eingestellt)`), DEFAULT],
  [form(`unterschied ${ONE_WORD} ${ONE_WORD}`), DIFFERENCE],
  [
    form(
      `(?:(?:was ist|gibt es|ich verstehe) )?(?:der |den |einen |die )?unterschiede? zwischen ${SIDE} und ${SIDE}(?: nicht)?`,
    ),
    DIFFERENCE,
  ],
  [form(`(?:was sind die|welche) unterschiede (?:gibt es |bestehen )?zwischen ${SIDE} und ${SIDE}`), DIFFERENCE],
  [form(`(?:wie|worin) unterscheide(?:n|t) sich ${SIDE} (?:und|von|vom) ${SIDE}`), DIFFERENCE],
  [form(`was unterscheidet ${SIDE} (?:von|vom) ${SIDE}`), DIFFERENCE],
  [form(`was ist (?:anders|verschieden) (?:bei|an) ${SIDE} als (?:bei|an) ${SIDE}`), DIFFERENCE],
  [form(`ist ${SIDE} (?:das gleiche|dasselbe|das selbe|gleich) wie ${SIDE}`), DIFFERENCE],
  [form(`(?:sind|ist) ${SIDE} und ${SIDE} (?:das gleiche|dasselbe|das selbe|gleich)`), DIFFERENCE],
  [form(`(?:vergleiche?|vergleich(?: von)?) ${SIDE} (?:und|mit) ${SIDE}`), DIFFERENCE],
  [form(`${SIDE} im vergleich (?:zu|mit) ${SIDE}`), DIFFERENCE],
  [
    form(
      `(?:soll|sollte|muss|kann) ${ONE} (?:besser |lieber )?${SIDE} oder ${SIDE} (?:nehmen|benutzen|verwenden|wählen)`,
    ),
    DIFFERENCE,
  ],
  [
    form(`wann (?:nehme|benutze|verwende|brauche|nimmt|benutzt|verwendet|braucht) ${ONE} ${SIDE} und wann ${SIDE}`),
    DIFFERENCE,
  ],
  [form(`(?:warum|wann|wieso) ${SIDE} (?:statt|anstatt|anstelle von|oder) ${SIDE}`), DIFFERENCE],
  [form(`${SIDE} oder ${SIDE}, was ist (?:besser|schneller|sinnvoller)`), DIFFERENCE],
  [form(`${SIDE} und ${SIDE}(?:,| -| –|:) was ist der unterschied`), DIFFERENCE],
  // "Wie lautet die Adresse der Bibliothek?"
  [form(`(?:(?:wie lautet|was ist) )?(?:die )?adresse (?:von|des|der) ${THING}`), 'wo ist $1?'],
  [form(`wo (?:befindet sich|liegt) ${THING}`), 'wo ist $1?'],
  [form('wieviel(e?) ([^.?!]+)'), 'wie viel$1 $2?'],
  // "Ist es möglich, eine Datei umzubenennen?"
  [form(String.raw`${POSSIBLE} ([^.?!]+?) zu (\p{L}+n)`), 'kann ich $1 $2?'],
  [form(String.raw`${POSSIBLE} ([^.?!]+?) ${PREFIX}zu(\p{L}+n)`), 'kann ich $1 $2$3?'],
  [
    form(
      `(?:(?:kann|könnte|können) (?:man|wir)|könnte ich|kann ich (?=irgendwie|auch|überhaupt))(?: ?(?:irgendwie|auch|überhaupt))? ([^.?!]+)`,
    ),
    'kann ich $1?',
  ],
  // "Gibt es eine Möglichkeit, eine Datei umzubenennen?"
  [form(String.raw`(?:${WAY}) ([^.?!]+?) zu (\p{L}+n)`), 'wie kann ich $1 $2?'],
  [form(String.raw`(?:${WAY}) ([^.?!]+?) ${PREFIX}zu(\p{L}+n)`), 'wie kann ich $1 $2$3?'],
  [
    form(
      `(?:wie|mit welchem (?:befehl|programm))(?: genau)? ${CAN} ${ONE}(?: (?:am besten|schnell|einfach|richtig))? ([^.?!]+)`,
    ),
    'wie kann ich $1?',
  ],
  [form(`wie ${ONE} (?:am besten )?([^.?!]+) (?:kann|könnte|soll|sollte|muss)`), 'wie kann ich $1?'],
  [form(`ich (?:möchte|will|muss|würde gerne?) (?!wissen|fragen|verstehen)([^.?!]+)`), 'wie kann ich $1?'],
  [form(`([^.?!]+), wie geht das`), 'wie kann ich $1?'],
]
