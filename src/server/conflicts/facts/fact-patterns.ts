/**
 * The words by which statements of fact are recognised, in English and German. Each note has lines that match and one
 * that does not.
 */

/** "For example, use 5.", "Suppose the limit is 5."; not "The limit is 5." */
export const EXAMPLE =
  /(?<![\p{L}])(?:for example|e\.g\.|for instance|suppose|imagine|example|let'?s say|assum(?:e|ing)|z\. ?B\.|zum Beispiel|beispielsweise|angenommen)(?![\p{L}])/iu

/** Hypothetical, advised or compared: "could be 5", "twice as long", "depends on"; not "can be 5". */
export const NO_FACT =
  /(?<![\p{L}\p{N}_])(?:such as|might|perhaps|would|could|try|consider|recommend\w*|should|instead of|rather than|compared? (?:to|with)|differs?|versus|twice|half|times|either|between|depend\w*|vary|varies|etwa|vielleicht|würde|könnte|sollte|empf\w+|statt|im Vergleich|doppelt|entweder|zwischen|abhängig|hängt)(?![\p{L}])/iu

/** What an expression returns, or a footnote: "1 + 1 => 2", "[3] See below"; not "up to 2". */
export const RESULT = /[→⇒]|->|=>|::|>>>|==|^\s*\[\d+\]/u

/** "was 5", "until version 3", "früher"; not "is 5". */
export const PAST =
  /(?<![\p{L}\p{N}_])(?:was|were|had|did|used to|previous(?:ly)?|formerly|originally|historically|earlier|older|prior|before|until|no longer|in the past|deprecated|changed|legacy|war(?:en)?|wurden?|hatten?|früher\w*|vorher|ehemals|ältere\w*|bis Version|nicht mehr|geändert)(?![\p{L}])/iu

/** Directly before a value: "about ", "more than "; not "exactly ". */
export const APPROXIMATE =
  /(?:about|approx(?:imately|\.)?|around|roughly|nearly|almost|some|over|more than|less than|fewer than|greater than|larger than|under|below|above|every|ungefähr|rund|ca\.|knapp|fast|mehr als|weniger als|größer als|kleiner als|über|unter|alle)\s*$/iu

/** Directly before a number that counts nothing: "section ", "HTTP-", "step ("; not "limit ". */
export const CROSS_REFERENCE =
  /(?:section|chapter|table|figure|appendix|part|step|page|rfc|pep|issue|iso|line|error|example|item|note|level|port|kapitel|abschnitt|tabelle|abbildung|schritt|seite|zeile|anhang|http|status|code|sql|utf|type|typ)\s*[-(]?$/iu

/** At the start: "It is 5.", "Dies sind 5."; not "Item 5". */
export const PRONOUN =
  /^\W*(?:it|this|that|they|these|those|here|there|such|then|otherwise|also|er|sie|es|dies\w*|hier|dann|sonst)\b/iu

/** "by default", "Defaults to 5", "Standardwert"; not "default.conf". */
export const DEFAULT =
  /(?<![\p{L}\p{N}_])(?:by default|defaults?|unless (?:changed|configured|set|specified) otherwise|out of the box|standardmäßig|standardwert|standard|voreinstellung|voreingestellt|vorgabe\w*)(?![\p{L}_.-])/iu

/** "up to 5", "at most", "maximal"; not "upper". */
export const MAXIMUM =
  /(?<![\p{L}\p{N}_])(?:up to|at most|no more than|not more than|maximum|max\.?|limited to|limit|(?:can ?not|must not|may not|never) exceed|(?:no|not) longer than|bis zu|höchstens|maximal|nicht mehr als|höchstgrenze|obergrenze|begrenzt auf|beschränkt auf)(?![\p{L}_])/iu

/** "at least 5", "mindestens"; not "least". */
export const MINIMUM =
  /(?<![\p{L}\p{N}_])(?:at least|minimum|min\.|no fewer than|no less than|not less than|mindestens|wenigstens|minimal)(?![\p{L}_])/iu

/** "since version 3", "added in 3.2", "3.2 or later", "seit"; not "sincerely". */
export const SINCE =
  /(?<![\p{L}\p{N}_])(?:since|(?:new|added|introduced|available|supported|appeared) (?:in|since|from|as of|with)|or (?:later|newer|above)|seit|ab|neu in|verfügbar (?:in|ab|seit)|eingeführt (?:in|mit)|hinzugefügt in|oder (?:neuer|höher|später))(?![\p{L}])/iu

/**
 * What can be so or not so: the words for it, its name, and whether they affirm it. All other words of two sentences must
 * be the same for them to disagree.
 */
export const PREDICATES: readonly [RegExp, string, boolean][] = [
  [/\b(?:available|verfügbar)\b/iu, 'available', true],
  [/\b(?:unavailable)\b/iu, 'available', false],
  [/\b(?:supported|supports?|unterstützt)\b/iu, 'supported', true],
  [/\b(?:unsupported)\b/iu, 'supported', false],
  [/\b(?:enabled|aktiviert|eingeschaltet)\b/iu, 'enabled', true],
  [/\b(?:disabled|deaktiviert|ausgeschaltet)\b/iu, 'enabled', false],
  [/\b(?:required|mandatory|necessary|erforderlich|notwendig|nötig)\b/iu, 'required', true],
  [/\b(?:optional)\b/iu, 'required', false],
  [/\b(?:allowed|permitted|possible|erlaubt|gestattet|möglich|zulässig)\b/iu, 'allowed', true],
  [/\b(?:forbidden|prohibited|impossible|disallowed|verboten|untersagt|unmöglich|unzulässig)\b/iu, 'allowed', false],
  [/\b(?:included|inbegriffen|enthalten)\b/iu, 'included', true],
  [
    /\b(?:case[- ]sensitive|thread[- ]safe|reversible|refundable|encrypted|verschlüsselt|erstattungsfähig)\b/iu,
    'quality',
    true,
  ],
  [/\b(?:case[- ]insensitive|irreversible|unencrypted|unverschlüsselt)\b/iu, 'quality', false],
]
/** "not", "cannot", "doesn't", "kein"; not "note". */
export const NEGATION = /(?:\b(?:not|never|cannot|no|nicht|nie|kein\w*)\b|n['’]t\b)/giu
/** "only on Linux", "unless", "teilweise"; not "on Linux". */
export const HEDGED =
  /\b(?:only|partly|partially|sometimes|often|unless|except|but|although|if|when|where|nur|teilweise|manchmal|außer|wenn|falls|aber|obwohl)\b/iu
/** "It is enabled.", "This is required."; not "Logging is enabled." */
export const REFERRING = /\b(?:this|that|it|them|these|those|dies\w*|das|es)\b/iu

/** "Options", "2.1 Pricing", "Hinweise"; not "Pricing of backups". */
export const GENERIC_HEADING =
  /^(?:[\d.]+\s*)?(?:options?|description|notes?|parameters?|syntax|usage|overview|summary|introduction|limits?|pricing|prices|plans|settings?|configuration|examples?|details?|general|reference|faq|arguments?|returns?|see also|specifications?|features|requirements|beschreibung|optionen|hinweise?|übersicht|einleitung|grenzen|preise|einstellungen|konfiguration|beispiele?|allgemein\w*|anforderungen|funktionen|quick start|about)$/iu
/** "Version 3.2", "1.4.0 (2024)", "Release notes"; not "Version control". */
export const CHANGE_HEADING =
  /^(?:(?:version|release)\s+|v)?\d+\.\d+(?:\.\d+)*\s*(?:$|[(–—-])|\b(?:release notes|changelog|changes in|version history)\b|^(?:history|neuerungen|änderungen)$/iu
/** "/changelog", "/blog/2024"; not "/blogger". */
export const CHANGELOG_PATH = /\/(?:change-?log|release-?notes?|releases?|whats-?new|history|news|blog)(?:[/.-]|$)/iu

/** "The default is replica.", "defaults to 'fast'", "Standardwert ist schnell"; not "The default is used when". */
export const STATED_DEFAULT =
  /\b(?:default(?: value| setting)?(?: (?:of|for) [^,;:]{2,60}?)? is|default [\p{L}\p{N}._-]{2,40} is|defaults? to|default:|standardwert(?: (?:von|für|des|der) [^,;:]{2,60}?)? ist|standardmäßig(?: auf)?|voreinstellung(?: (?:von|für) [^,;:]{2,60}?)? ist)\s+["“'‘„`]?([\p{L}][\p{L}\p{N}_-]*)["”'’“`]?\s*[.)]?\s*(?:\(|$)/iu
/** "is on by default", "ist standardmäßig aktiviert"; not "is used by default". */
export const FLIPPED_DEFAULT =
  /\bis (on|off|true|false|enabled|disabled) by default\b|\bist standardmäßig (an|aus|aktiviert|deaktiviert|eingeschaltet|ausgeschaltet)\b/iu
/** After "the default is", words that begin something else than a value: "the default is to …". */
export const NO_VALUE = /^(?:the|a|an|to|not|no|that|this|same|der|die|das|zu|nicht)$/i

/** Where another statement begins: "; ", " – ", ", but"; and parentheses, in which none does. */
export const CLAUSE_END =
  /;\s+|\s[–—]\s|\s*\([^()]*\)|,\s+(?=(?:which|but|so|and|while|whereas|where|because|although|der|die|das|aber|sodass|und|während|wobei|weil|obwohl)\b)/giu
/** A condition in parentheses limits the statement before it: "(if enabled)"; not "(see below)". */
export const CONDITION = /\b(?:if|when|only|on|for|wenn|nur)\b/i

/** "At most 8 characters" and "a maximum length of 8 characters" say the same. */
export const MEASURED =
  /(?<![\p{L}\p{N}_])(?:length|long|longer|size|large|big|in size|länge|lang|größe|groß)(?![\p{L}])/giu
/** "costs 5 €" and "the price is 5 €" say the same. */
export const PRICED = /(?<![\p{L}\p{N}_])(?:costs?|priced?|is available for|kostet|kosten|preis)(?![\p{L}])/giu
/** What the words around "since version 3.2" add: "new in version", "was added in release"; not "faster". */
export const AROUND_VERSION =
  /\b(?:version|versions|release|new|added|introduced|available|was|were|requires?|needs?|neu|verfügbar|eingeführt|wurden?|benötigt|erfordert)\b/giu
