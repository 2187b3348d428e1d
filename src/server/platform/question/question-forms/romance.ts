/** The ways to ask in French, Spanish and Italian what something is, and how something is done. */
import { type Form, form, thing } from './form.ts'

const OPENERS = [
  "que|qui|quoi|comment|pourquoi|quand|où|si|je|tu|on|il|elle|nous|vous|ils|de|pour|(?:c|qu|l)['’](?:est|on)",
  'qué|quién|cómo|dónde|cuándo|por|para|yo|se|me|lo|hay',
  'che|chi|come|dove|quando|perché|se|si|io|a|di|per',
].join('|')
const THING = thing(5, OPENERS)
/** What somebody wants to do: a clause with an infinitive. */
const TO_DO = String.raw`((?!(?:savoir|comprendre|saber|entender|sapere|capire)\b)\p{L}+ [^.?!]*[^\s.?!])`

export const ROMANCE_FORMS: readonly Form[] = [
  // French: "À quoi sert RAID ?", "RAID, c’est quoi ?"
  [
    form(
      `(?:c['’]est quoi|qu['’]est[- ]ce que c['’]est(?: que)?|qu['’]entend-on par|que (?:signifie|veut dire)|définition de|[àa] quoi (?:sert|servent)|expliquez?(?:[- ]moi)?) ${THING}`,
    ),
    "qu'est-ce que $1 ?",
  ],
  [form(`${THING},? (?:c['’]est quoi|qu['’]est[- ]ce que c['’]est)`), "qu'est-ce que $1 ?"],
  [
    form(
      `(?:je (?:voudrais|veux|dois|souhaite)|j['’]aimerais|comment (?:faire pour|puis-je|peut-on|dois-je|on peut|je peux|est-ce que je peux)|y a-t-il (?:un moyen|une façon) de|quel(?:le)? est (?:la meilleure façon|le meilleur moyen) de) ${TO_DO}`,
    ),
    'comment $1 ?',
  ],
  [
    form(`(?:est[- ]il possible de|est-ce (?:qu['’]on peut|que je peux)|puis-je|on peut|je peux) ${TO_DO}`),
    'peut-on $1 ?',
  ],
  // Spanish: "¿Para qué sirve RAID?", also without accents
  [
    form(
      `¿?(?:qu[eé] (?:significa|quiere decir|se entiende por)|para qu[eé] (?:sirven?|se usan?)|definici[oó]n de|expl[ií]ca(?:me)?) ${THING}`,
    ),
    'qué es $1?',
  ],
  [
    form(
      `¿?(?:quiero|quisiera|querr[ií]a|me gustar[ií]a|necesito|tengo que|c[oó]mo (?:puedo|se puede|hago para|debo)|hay (?:alguna|una) (?:manera|forma) de|cu[aá]l es la mejor (?:manera|forma) de) ${TO_DO}`,
    ),
    'cómo $1?',
  ],
  [form(`¿?(?:es posible|se puede|podemos|podr[ií]a) ${TO_DO}`), 'puedo $1?'],
  [form(`¿?que (es|son) ${THING}`), 'qué $1 $2?'],
  [form('¿([^?]+)'), '$1?'],
  // Italian: "A cosa serve RAID?"
  [
    form(
      `(?:(?:che )?cosa (?:significa|vuol dire)|che (?:significa|vuol dire)|a (?:che )?cosa (?:serve|servono)|a che (?:serve|servono)|definizione di|spiegami) ${THING}`,
    ),
    "che cos'è $1?",
  ],
  [
    form(
      `(?:vorrei|voglio|devo|come (?:posso|si può|faccio (?:a|per)|devo)|c['’]è un modo (?:per|di)|qual è il modo migliore (?:per|di)) ${TO_DO}`,
    ),
    'come $1?',
  ],
  [form(`(?:è possibile|si può|possiamo|potrei) ${TO_DO}`), 'posso $1?'],
]
