/**
 * The words by which statements of fact are recognized, in English and German. Each note has lines that match and one
 * that does not.
 */
import { anyOf, asciiWords, patternOf, wholeWords } from '#server/platform/text/patterns.ts'

/** "For example, use 5.", "Suppose the limit is 5."; not "The limit is 5." */
export const EXAMPLE = patternOf(
  String.raw`(?<![\p{L}])` +
    anyOf(
      String.raw`for example|e\.g\.|for instance|suppose|imagine|example|let'?s say`,
      'assum(?:e|ing)',
      String.raw`z\. ?B\.|zum Beispiel|beispielsweise|angenommen`,
    ) +
    String.raw`(?![\p{L}])`,
)

/** Hypothetical, advised or compared: "could be 5", "twice as long", "depends on"; not "can be 5". */
export const NO_FACT = patternOf(
  wholeWords(
    'such as|might|perhaps|would|could',
    String.raw`try|consider|recommend\w*|should|instead of|rather than`,
    'compared? (?:to|with)|differs?|versus|twice|half|times|either|between',
    String.raw`depend\w*|vary|varies`,
    // German
    String.raw`etwa|vielleicht|würde|könnte|sollte|empf\w+|statt`,
    'im Vergleich|doppelt|entweder|zwischen|abhängig|hängt',
  ),
)

/** What an expression returns, or a footnote: "1 + 1 => 2", "[3] See below"; not "up to 2". */
export const RESULT = /[→⇒]|->|=>|::|>>>|==|^\s*\[\d+\]/u

/** "was 5", "until version 3", "früher"; not "is 5". */
export const PAST = patternOf(
  wholeWords(
    'was|were|had|did|used to',
    'previous(?:ly)?|formerly|originally|historically|earlier|older|prior|before',
    'until|no longer|in the past|deprecated|changed|legacy',
    // German
    'war(?:en)?|wurden?|hatten?',
    String.raw`früher\w*|vorher|ehemals|ältere\w*`,
    'bis Version|nicht mehr|geändert',
  ),
)

/** Directly before a value: "about ", "more than "; not "exactly ". */
export const APPROXIMATE = patternOf(
  anyOf(
    String.raw`about|approx(?:imately|\.)?|around|roughly|nearly|almost|some`,
    'over|more than|less than|fewer than|greater than|larger than',
    'under|below|above|every',
    // German
    String.raw`ungefähr|rund|ca\.|knapp|fast`,
    'mehr als|weniger als|größer als|kleiner als|über|unter|alle',
  ) + String.raw`\s*$`,
)

/** Directly before a number that counts nothing: "section ", "HTTP-", "step ("; not "limit ". */
export const CROSS_REFERENCE = patternOf(
  anyOf(
    // Parts of a document, and standards
    'section|chapter|table|figure|appendix|part|step|page|rfc|pep|issue|iso',
    'line|error|example|item|note|level|port',
    // German
    'kapitel|abschnitt|tabelle|abbildung|schritt|seite|zeile|anhang',
    // Numbers in names: "HTTP 404", "UTF-8"
    'http|status|code|sql|utf|type|typ',
  ) + String.raw`\s*[-(]?$`,
)

/** At the start: "It is 5.", "Dies sind 5."; not "Item 5". */
export const PRONOUN = patternOf(
  String.raw`^\W*` +
    anyOf(
      'it|this|that|they|these|those|here|there|such|then|otherwise|also',
      String.raw`er|sie|es|dies\w*|hier|dann|sonst`,
    ) +
    String.raw`\b`,
)

/** "by default", "Defaults to 5", "Standardwert"; not the beginning of a name such as "default.conf". */
export const DEFAULT = patternOf(
  wholeWords(
    'by default|defaults?|unless (?:changed|configured|set|specified) otherwise|out of the box',
    String.raw`standardmäßig|standardwert|standard|voreinstellung|voreingestellt|vorgabe\w*`,
  ) + String.raw`(?![_.-])`,
)

/** "up to 5", "at most", "maximal"; not "upper". */
export const MAXIMUM = patternOf(
  wholeWords(
    String.raw`up to|at most|no more than|not more than|maximum|max\.?`,
    'limited to|limit|(?:can ?not|must not|may not|never) exceed|(?:no|not) longer than',
    // German
    'bis zu|höchstens|maximal|nicht mehr als|höchstgrenze|obergrenze',
    'begrenzt auf|beschränkt auf',
  ) + '(?!_)',
)

/** "at least 5", "mindestens"; not "least". */
export const MINIMUM = patternOf(
  wholeWords(
    String.raw`at least|minimum|min\.|no fewer than|no less than|not less than`,
    'mindestens|wenigstens|minimal',
  ) + '(?!_)',
)

/** "since version 3", "added in 3.2", "3.2 or later", "seit"; not "sincerely". */
export const SINCE = patternOf(
  wholeWords(
    'since',
    '(?:new|added|introduced|available|supported|appeared) (?:in|since|from|as of|with)',
    'or (?:later|newer|above)',
    // German
    'seit|ab|neu in|verfügbar (?:in|ab|seit)|eingeführt (?:in|mit)|hinzugefügt in',
    'oder (?:neuer|höher|später)',
  ),
)

type Predicate = { words: RegExp; name: string; isAffirmative: boolean }

/**
 * What can be so or not so: "Search is available", "The flag is optional". All other words of two sentences must be the
 * same for them to disagree.
 */
export const PREDICATES: readonly Predicate[] = [
  { name: 'available', isAffirmative: true, words: patternOf(asciiWords('available|verfügbar')) },
  { name: 'available', isAffirmative: false, words: patternOf(asciiWords('unavailable')) },
  { name: 'supported', isAffirmative: true, words: patternOf(asciiWords('supported|supports?|unterstützt')) },
  { name: 'supported', isAffirmative: false, words: patternOf(asciiWords('unsupported')) },
  { name: 'enabled', isAffirmative: true, words: patternOf(asciiWords('enabled|aktiviert|eingeschaltet')) },
  { name: 'enabled', isAffirmative: false, words: patternOf(asciiWords('disabled|deaktiviert|ausgeschaltet')) },
  {
    name: 'required',
    isAffirmative: true,
    words: patternOf(asciiWords('required|mandatory|necessary', 'erforderlich|notwendig|nötig')),
  },
  { name: 'required', isAffirmative: false, words: patternOf(asciiWords('optional')) },
  {
    name: 'allowed',
    isAffirmative: true,
    words: patternOf(asciiWords('allowed|permitted|possible', 'erlaubt|gestattet|möglich|zulässig')),
  },
  {
    name: 'allowed',
    isAffirmative: false,
    words: patternOf(
      asciiWords('forbidden|prohibited|impossible|disallowed', 'verboten|untersagt|unmöglich|unzulässig'),
    ),
  },
  { name: 'included', isAffirmative: true, words: patternOf(asciiWords('included|inbegriffen|enthalten')) },
  {
    name: 'quality',
    isAffirmative: true,
    words: patternOf(
      asciiWords('case[- ]sensitive|thread[- ]safe|reversible|refundable|encrypted', 'verschlüsselt|erstattungsfähig'),
    ),
  },
  {
    name: 'quality',
    isAffirmative: false,
    words: patternOf(asciiWords('case[- ]insensitive|irreversible|unencrypted|unverschlüsselt')),
  },
]
/** "not", "cannot", "doesn't", "kein"; not "note". */
export const NEGATION = /(?:\b(?:not|never|cannot|no|nicht|nie|kein\w*)\b|n['’]t\b)/giu
/** "only on Linux", "unless", "teilweise"; not "on Linux". */
export const HEDGED =
  /\b(?:only|partly|partially|sometimes|often|unless|except|but|although|if|when|where|nur|teilweise|manchmal|außer|wenn|falls|aber|obwohl)\b/iu
/** "It is enabled.", "This is required."; not "Logging is enabled." */
export const REFERRING = /\b(?:this|that|it|them|these|those|dies\w*|das|es)\b/iu

/** Directly before a year: "was founded in 1998", "wurde 1998 gegründet"; not "founded a school in 1998". */
export const FOUNDED_IN = patternOf(
  String.raw`\b(?:was|were) (?:founded|established|incorporated) in\s*$`,
  String.raw`\b(?:wurde|wurden)(?: im Jahr)?\s*$`,
)
/** Directly after the year, in German. */
export const FOUNDED = /^\s*gegründet\b/iu
/** "Uploads are limited to 10 MB"; not "Wait at least 5 s", "The file is limited to 2 MB". */
export const GENERAL = /^\W*\p{Lu}\p{L}+ (?:are|can|may|must|sind|dürfen|können|müssen)\b/u
/** At the start: "The company", "Die Firma"; not "Acme", "Our company". Another page may mean another one. */
export const DETERMINER = patternOf(
  String.raw`^\W*` + anyOf('the|this|that|these|those|its|their|his|her', 'der|die|das|dies\\w*') + String.raw`\b`,
)
/** At the start: "A school", "Eine Schule". */
export const INDEFINITE = patternOf(String.raw`^\W*` + anyOf('an?|another|ein\\w*') + String.raw`\b`)
/** Titles and headings of pages on which "the company" is the one whose site it is. */
export const ABOUT_THE_OWNER = patternOf(
  String.raw`^\s*` +
    anyOf(
      'about(?: us)?|who we are|(?:our |the )?(?:company|history|story)|imprint',
      'über uns|(?:das |unser )?unternehmen|(?:unsere )?geschichte|impressum',
    ) +
    String.raw`\s*$`,
)

/** "Options", "2.1 Pricing", "Hinweise"; not "Pricing of backups". */
export const GENERIC_HEADING = patternOf(
  String.raw`^(?:[\d.]+\s*)?` +
    anyOf(
      'options?|description|notes?|parameters?|syntax|usage|overview|summary|introduction',
      'limits?|pricing|prices|plans|settings?|configuration|examples?|details?|general',
      'reference|faq|arguments?|returns?|see also|specifications?|features|requirements',
      'quick start|about',
      // German
      'beschreibung|optionen|hinweise?|übersicht|einleitung|grenzen|preise|einstellungen',
      String.raw`konfiguration|beispiele?|allgemein\w*|anforderungen|funktionen`,
    ) +
    String.raw`$`,
)
/** "Version 3.2", "1.4.0 (2024)", "Release notes"; not "Version control". */
export const CHANGE_HEADING = patternOf(
  // A version, alone or with its date
  String.raw`^(?:(?:version|release)\s+|v)?\d+\.\d+(?:\.\d+)*\s*(?:$|[(–—-])`,
  asciiWords('release notes|changelog|changes in|version history'),
  '^(?:history|neuerungen|änderungen)$',
)
/** "/changelog", "/blog/2024"; not "/blogger". */
export const CHANGELOG_PATH = /\/(?:change-?log|release-?notes?|releases?|whats-?new|history|news|blog)(?:[/.-]|$)/iu

/** The thing that has the default: "of the mode", "für den Modus". */
const SUBJECT = '[^,;:]{2,60}?'
const STATES_DEFAULT = anyOf(
  `default(?: value| setting)?(?: (?:of|for) ${SUBJECT})? is`,
  // "The default replication is"
  String.raw`default [\p{L}\p{N}._-]{2,40} is`,
  'defaults? to',
  'default:',
  // German
  `standardwert(?: (?:von|für|des|der) ${SUBJECT})? ist`,
  'standardmäßig(?: auf)?',
  `voreinstellung(?: (?:von|für) ${SUBJECT})? ist`,
)
/** One word, which is captured, with or without quotation marks. */
const DEFAULT_WORD = /["“'‘„`]?([\p{L}][\p{L}\p{N}_-]*)["”'’“`]?/u.source
/** "The default is replica.", "defaults to 'fast'", "Standardwert ist schnell"; not "The default is used when". */
export const STATED_DEFAULT = patternOf(String.raw`\b${STATES_DEFAULT}\s+${DEFAULT_WORD}\s*[.)]?\s*(?:\(|$)`)
/** "is on by default", "ist standardmäßig aktiviert"; not "is used by default". */
export const FLIPPED_DEFAULT = patternOf(
  String.raw`\bis (on|off|true|false|enabled|disabled) by default\b`,
  String.raw`\bist standardmäßig (an|aus|aktiviert|deaktiviert|eingeschaltet|ausgeschaltet)\b`,
)
/** After "the default is", words that begin something else than a value: "the default is to …". */
export const NO_VALUE = /^(?:the|a|an|to|not|no|that|this|same|der|die|das|zu|nicht)$/i

const CLAUSE_STARTS = anyOf(
  'which|but|so|and|while|whereas|where|because|although',
  'der|die|das|aber|sodass|und|während|wobei|weil|obwohl',
)
/** Where another statement begins: "; ", " – ", ", but", " and is"; and parentheses, in which none does. */
export const CLAUSE_END = new RegExp(
  [
    String.raw`;\s+`,
    String.raw`\s[–—]\s`,
    String.raw`\s*\([^()]*\)`,
    String.raw`,\s+(?=${CLAUSE_STARTS}\b)`,
    String.raw`\s+and\s+(?=(?:is|are)\b)|\s+und\s+(?=(?:ist|sind|wird|werden)\b)`,
  ].join('|'),
  'giu',
)
/** A condition in parentheses limits the statement before it: "(if enabled)"; not "(see below)". */
export const CONDITION = /\b(?:if|when|only|on|for|wenn|nur)\b/i

/** "At most 8 characters" and "a maximum length of 8 characters" say the same. */
export const MEASURED =
  /(?<![\p{L}\p{N}_])(?:length|long|longer|size|large|big|in size|länge|lang|größe|groß)(?![\p{L}])/giu
/** "costs 5 €" and "the price is 5 €" say the same. */
export const PRICED = /(?<![\p{L}\p{N}_])(?:costs?|priced?|is available for|kostet|kosten|preis)(?![\p{L}])/giu
/** What the words around "since version 3.2" add: "new in version", "was added in release"; not "faster". */
export const AROUND_VERSION = new RegExp(
  asciiWords(
    'version|versions|release|new|added|introduced|available|was|were',
    'requires?|needs?',
    'neu|verfügbar|eingeführt|wurden?|benötigt|erfordert',
  ),
  'giu',
)
