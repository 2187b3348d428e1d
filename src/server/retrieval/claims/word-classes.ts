/**
 * Classes of words that decide whether two sentences say the same: lists by hand for English and German. For other
 * languages only negations are known, and nothing may be left out of a claim or added except whole clauses.
 *
 * A word can be in several classes. "Dropped" means that the claim leaves out a word of the page; "added" means that the
 * page has no such word.
 */
import { stemmerFor } from '#server/platform/text/stemmer.ts'

type WordList = ReadonlySet<string>

/** Function words are equal only to themselves and to a listed synonym; other words also to their inflected forms. */
type FunctionWordLists = {
  /** May be added, dropped or exchanged: "the", "his". */
  determiners: WordList
  /** May be added or dropped: "also", "Mr". */
  fillers: WordList
  /** May be added or dropped before a verb: "has" in "has built". */
  perfectAuxiliaries: WordList
  copulas: WordList
  prepositions: WordList
  /** Bind the next words to the word before, so that they cannot be dropped: "of", "than". */
  bindingWords: WordList
  coordinators: WordList
  relatives: WordList
  pronouns: WordList
  possessives: WordList
  /**
   * Limit a statement, which would say more without them: modal verbs ("may"), hedges ("perhaps"), conditions ("unless")
   * and adjectives that take something back ("fake", "former").
   */
  restricting: WordList
  quantifiers: WordList
  /** May be dropped, because a statement without them says less: "very". */
  adverbs: WordList
  /** Make a sentence conditional in any position: "if", "unless". */
  conditionWords: WordList
  /** Say that the rest of the sentence, or the sentence before, is not true: "myth". */
  rejections: WordList
  /** First words of a clause that limits the rest of the sentence, such as "until the harbour freezes". */
  limitingStarts: WordList
  /** First words of a clause that can always be dropped, such as "although it is not open". */
  optionalStarts: WordList
  /** Announce two parts, of which neither can be dropped: "between", "both". */
  pairMarkers: WordList
}

type OtherWordLists = {
  /** After a preposition: the invented world, the view or the case in which a statement holds: "in the novel". */
  frames: WordList
  /** Attribute the statement to another person: "she claims". */
  reports: WordList
  /** In a phrase at the start of a sentence: it only says when or where, or joins the sentence to the text before. */
  settingNouns: WordList
  /** Attribute the statement to the page itself: "according to this article". */
  attribution: WordList
}

export type WordClasses = FunctionWordLists &
  OtherWordLists & {
    language: 'en' | 'de' | 'other'
    /** All of `FunctionWordLists`. */
    functionWords: WordList
    /**
     * The lemma of an irregular form ("built" to the stem of "build"), and the first word of a group of synonyms. The
     * keys are words, or a `~` and a stem; see `lemmasOf`.
     */
    lemmas: ReadonlyMap<string, string>
  }

/** The classes of a primary language subtag. */
export function wordClassesOf(language: string): WordClasses {
  if (language === 'en') return english
  return language === 'de' ? german : unknownLanguage
}

function createWordClasses(
  language: WordClasses['language'],
  lists: { functionWords: FunctionWordLists; otherWords: OtherWordLists; lemmas: WordClasses['lemmas'] },
): WordClasses {
  const functionWords = new Set(Object.values(lists.functionWords).flatMap((list) => [...list]))
  return { language, ...lists.functionWords, ...lists.otherWords, functionWords, lemmas: lists.lemmas }
}

function words(list: string): WordList {
  return new Set(list.split(/\s+/).filter((word) => word !== ''))
}

/**
 * Lemmas from two lists of groups: "begin start commence|movie film" and "find found|go went gone". Irregular forms are
 * looked up by word, because "found" is not the stem of "founded"; synonyms by stem.
 */
function lemmasOf(language: string, synonyms: string, irregular: string): ReadonlyMap<string, string> {
  const toStem = stemmerFor(language)
  const lemmas = new Map<string, string>()
  for (const group of groupsOf(synonyms)) {
    for (const word of group) lemmas.set(`~${toStem(word)}`, `~${group[0]}`)
  }
  for (const [lemma = '', ...forms] of groupsOf(irregular)) {
    const stem = toStem(lemma)
    for (const form of forms) lemmas.set(form, lemmas.get(`~${stem}`) ?? stem)
  }
  return lemmas
}

function groupsOf(list: string): string[][] {
  if (list === '') return []
  return list.split('|').map((group) => group.trim().split(/\s+/))
}

/** In all languages that the check meets, because a missed negation would reverse a statement. */
export const NEGATIONS = words(
  `not no never none neither nor cannot without nobody nothing nowhere n't nicht kein keine keinen keinem keiner keines
   nie niemals niemand nichts nirgends weder ohne ne pas jamais aucun aucune sans ningún nunca sin non mai nessun não nem
   sem niet geen nooit inte aldrig ikke aldri не нет никогда без δεν μην όχι değil hayır không chưa chẳng ไ 不 没 沒 無
   नहीं न لا لم لن ليس nu niciodată fără nei ei`,
)

/** True for a word that limits a statement: a negation, a quantifier, a modal verb or a hedge. */
export function restricts({ key }: { key: string }, { restricting, quantifiers }: WordClasses): boolean {
  return NEGATIONS.has(key) || restricting.has(key) || quantifiers.has(key)
}

const ENGLISH_SYNONYMS = `begin start commence|build construct erect|buy purchase|big large|use utilise utilize|show display
  |delete remove erase|require need necessary|approximately about around roughly circa|movie film|child kid|car automobile
  |help assist|obtain acquire|end finish conclude|numerous many|often frequently|usually typically normally generally
  |kilometre kilometer km|metre meter m|kilogram kg|gram g|centimetre centimeter cm|millimetre millimeter mm|second sec s
  |minute min|hour hr h|megabyte mb|gigabyte gb|kilobyte kb|january jan|february feb|march mar|april apr|august aug
  |september sep sept|october oct|november nov|december dec|although though|allow permit enable|happen occur
  |receive get|choose select|upon on|near nearby|quick fast rapid|entire whole|main principal|colour color|centre center
  |uk britain|e.g example|locate situate|name call|people person|amongst among|whilst while
  |till until|toward towards|beside besides|organisation organization|speak talk|big large|little small|try attempt
  |instance example|currently presently|formerly previously|photo photograph picture|phone telephone|error mistake
  |is are|was were|has have|folder directory|answer reply respond|important significant|if when`
const ENGLISH_IRREGULAR = `beat beaten|begin began begun|build built|buy bought|bring brought|break broke broken
  |choose chose chosen|come came|cost costs|do did done does|draw drew drawn|drive drove driven|eat ate eaten
  |fall fell fallen|feel felt|fight fought|find found|fly flew flown|get got gotten|give gave given|go went gone
  |grow grew grown|hold held|keep kept|know knew known|lay laid|lead led|leave left|lend lent|lie lay lain|lose lost
  |make made|mean meant|meet met|pay paid|ride rode ridden|rise rose risen|run ran|see saw seen|sell sold|send sent
  |shake shook shaken|shoot shot|show shown|sing sang sung|sit sat|speak spoke spoken|spend spent|stand stood
  |steal stole stolen|strike struck|swim swam swum|take took taken|teach taught|tear tore torn|think thought
  |throw threw thrown|understand understood|wear wore worn|win won|write wrote written|become became|bear bore born
  |bind bound|catch caught|deal dealt|draw drawn|forget forgot forgotten|hide hid hidden|man men|woman women|child children
  |foot feet|tooth teeth|mouse mice|overcome overcame|undergo underwent undergone|withdraw withdrew withdrawn
  |seek sought|sink sank sunk|spread spreads|split splits|swear swore sworn|wake woke woken|weave wove woven`
const GERMAN_SYNONYMS = `beginnen begann begonnen anfangen starten startete gestartet|bauen baute gebaut errichten errichtete errichtet
  |benutzen benutzt benutzte verwenden verwendet verwendete nutzen nutzt genutzt|löschen löscht gelöscht entfernen entfernt
  |ungefähr etwa circa zirka|häufig oft|kaufen kaufte gekauft erwerben erwarb erworben|januar jan|februar feb
  |september sep sept|oktober okt|november nov|dezember dez|kilometer km|meter m|stunde std h|minute min|sekunde sek s
  |gigabyte gb|megabyte mb|kilogramm kg|obwohl obgleich|beziehungsweise bzw|benötigen benötigt brauchen braucht
  |zeigen zeigt anzeigen|heißen heißt genannt|erhalten erhielt bekommen bekam|gewinnen gewann gewonnen
  |schlagen schlug geschlagen|schreiben schrieb geschrieben|finden fand gefunden|gründen gründete gegründet|wenn falls sofern
  |ist sind|war waren|wurde wurden|wird werden|hat haben|hatte hatten|kann können|muss müssen|darf dürfen|soll sollen`

const english = createWordClasses('en', {
  functionWords: {
    determiners: words('a an the this these that those his her its their our my your'),
    fillers: words(
      `also however therefore thus then furthermore moreover additionally hence so too nevertheless nonetheless itself himself
     herself themselves there mr mrs ms dr prof sir that indeed overall meanwhile`,
    ),
    perfectAuxiliaries: words('has have had having'),
    copulas: words('is are was were be been being am'),
    prepositions: words(
      `in on at by from to with for into onto during over under through across between among along around near behind
     beside inside outside within about after before since towards toward against upon off out up down via per as
     alongside throughout including amid beyond above below`,
    ),
    bindingWords: words('of than as that to'),
    coordinators: words('and or but nor yet'),
    relatives: words('which who whom whose that where'),
    pronouns: words('he she it they this these him them'),
    possessives: words('his her its their'),
    quantifiers: words(
      `all every each any some most many much few several both either half only just merely exactly least more less fewer
     up maximum minimum almost nearly about approximately around roughly barely hardly scarcely rarely seldom sometimes
     often usually generally typically partly partially once twice`,
    ),
    adverbs: words('always very still already again well even soon later now today'),
    conditionWords: words('if unless except provided assuming whether'),
    restricting: words(
      `probably possibly perhaps maybe likely unlikely
     can could may might must shall should will would need ought supposedly allegedly reportedly purportedly apparently
     seemingly claim claims claimed believe believes believed think thinks thought say says said suggest suggests
     suggested argue argues argued report reports reported rumour rumours rumored rumoured expect expects expected plan
     plans planned propose proposed intend intended hope hopes hoped fail fails failed refuse refused deny denies denied
     doubt doubts false true untrue myth wrong incorrect impossible instead rather fake former formerly future potential
     alleged would-be failed attempted unsuccessful vice deputy assistant acting ex quasi pseudo mock try tries tried
     attempt attempts attempted want wants wanted prevent prevents prevented avoid avoids avoided stop stops stopped
     lack lacks lacked theory theoretically hypothetically principle paper ideally hopefully falsely wrongly mistakenly
     dream fiction fictional hypothetical imaginary ostensibly nominally presumably arguably conceivably if whether unless except until temporarily initially originally previously`,
    ),
    rejections: words('false untrue wrong incorrect myth hoax misconception fallacy'),
    limitingStarts: words(
      `if unless except until provided assuming when whenever only where as long without besides rather instead than
     excluding before`,
    ),
    optionalStarts: words(
      `although though while whereas and but because since after which who whose whom where yet despite`,
    ),
    pairMarkers: words('between both either neither nor'),
  },
  otherWords: {
    frames: words(
      `novel novels book books film films movie movies game games story stories tale tales legend legends myth myths
     mythology folklore fable fables joke jokes dream dreams imagination fantasy fiction universe universes timeline
     timelines reality realities simulation example examples exercise draft drafts plan plans proposal proposals view views
     opinion opinions eyes mind glance belief beliefs case cases play plays opera musical manga anime comic comics series
     episode episodes show shows sketch scene script screenplay poem song scenario scenarios model forecast vision
     prophecy rumour rumours rumor rumors satire parody propaganda assumption assumptions condition conditions
     circumstances weather luck logic perspective standpoint parallel alternate alternative ideal perfect imagined virtual
     another best worst average knowledge accounts`,
    ),
    reports: words(
      `according i he she they we it goes seems seem appears joked jokes dreamed dreamt dreams imagine imagines imagined writes
     wrote feels felt fears feared insists insisted says said thinks thought believes believed claims claimed tells told`,
    ),
    settingNouns: words(
      `time times past present year years decade decades century centuries day days night week weeks month months morning
     evening afternoon spring summer autumn fall winter january february march april may june july august september october
     november december addition fact contrast particular instance total turn return response end beginning meantime
     city town village country region area war founding establishment`,
    ),
    attribution: words(
      `according to the this page article documentation docs manual text source website site guide says say states stated
     notes describes explains that it in as per on author`,
    ),
  },
  lemmas: lemmasOf('en', ENGLISH_SYNONYMS, ENGLISH_IRREGULAR),
})

const german = createWordClasses('de', {
  functionWords: {
    determiners: words(
      `der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem sein seine seinen seinem
     seiner seines ihr ihre ihren ihrem ihrer ihres`,
    ),
    fillers: words(
      'auch zudem außerdem jedoch allerdings dennoch daher somit dabei dann dort da herr frau dr prof selbst ebenfalls bereits',
    ),
    perfectAuxiliaries: words(''),
    copulas: words('ist sind war waren sei wäre'),
    prepositions: words(
      `in im ins an am ans auf aus bei beim mit nach von vom zu zum zur über unter vor hinter neben zwischen durch für gegen
     um während seit wegen trotz innerhalb außerhalb entlang bis laut gegenüber mithilfe anhand`,
    ),
    bindingWords: words('von vom als wie zu dass'),
    coordinators: words('und oder aber sondern sowie'),
    relatives: words('der die das den dem deren dessen welche welcher welches wo'),
    pronouns: words('er sie es dies diese dieser dieses ihn ihm ihnen'),
    possessives: words('sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres'),
    quantifiers: words(
      `alle allen aller alles jede jeder jedes jeden jedem manche mancher einige einigen mehrere viele vielen wenige wenigen
     meisten meiste beide beiden nur bloß lediglich genau mindestens höchstens maximal minimal mehr weniger fast beinahe
     nahezu kaum selten manchmal oft häufig meist meistens teilweise etwa ungefähr rund circa halb halbe erst`,
    ),
    adverbs: words('immer sehr noch schon wieder heute bald'),
    conditionWords: words('wenn falls sofern außer ob'),
    restricting: words(
      `wahrscheinlich möglicherweise vielleicht
     eventuell kann können konnte konnten könnte könnten darf dürfen durfte durften muss müssen musste mussten müsste soll
     sollen sollte sollten will wollen wollte wollten wird werden würde würden mag angeblich vermutlich offenbar scheinbar
     behauptet behaupten behauptete sagt sagen sagte glaubt glauben glaubte meint meinen meinte vermutet erwartet geplant
     plant vorgeschlagen versucht versuchte versuchten weigert weigerte leugnet bestreitet bestritt falsch wahr unwahr
     mythos unmöglich unwahrscheinlich theorie theoretisch hypothetisch prinzip papier traum fiktion idealerweise hoffentlich
     fälschlich fälschlicherweise irrtümlich irrtümlicherweise anscheinend statt anstatt ehemaliger ehemalige ehemaligen früherer frühere früheren künftiger
     künftige künftigen mutmaßliche mutmaßlicher mutmaßlichen vize stellvertretender stellvertretende stellvertretenden
     wenn falls sofern ob außer bis verhindert verhinderte vermeidet zunächst
     ursprünglich`,
    ),
    rejections: words('falsch unwahr irrtum mythos gerücht lüge irrglaube märchen'),
    limitingStarts: words('wenn falls sofern außer solange bis nur sobald ob statt anstatt es'),
    optionalStarts: words(
      'obwohl während wohingegen und aber weil da nachdem deren dessen welche welcher trotz sondern',
    ),
    pairMarkers: words('zwischen sowohl entweder weder'),
  },
  otherWords: {
    frames: words(
      `roman romanen buch büchern film filmen spiel spielen geschichte geschichten märchen legende legenden sage sagen mythos
     mythologie fabel witz scherz traum träumen fantasie phantasie fiktion parallelwelt universum zeitlinie realität
     wirklichkeit simulation beispiel übung entwurf plan plänen vorschlag vorschlägen ansicht meinung auffassung überzeugung
     augen glauben fall fällen stück oper musical manga comic serie folge episode sendung szene drehbuch gedicht lied
     szenario modell prognose vision prophezeiung gerücht gerüchten satire parodie propaganda annahme bedingung bedingungen
     umständen wetter glück logik sicht perspektive blick papier`,
    ),
    reports: words(
      `laut zufolge gemäß ansicht ich er sie es wir man heißt scheint so glaube glaubt meint denkt sagt sagte träumte träumt
     scherzte scherzt schreibt schrieb erzählt behauptet fürchtet
     berichtet berichtete meldet meldete erklärt erklärte`,
    ),
    settingNouns: words(
      `zeit zeiten vergangenheit gegenwart jahr jahre jahren jahres jahrzehnt jahrzehnten jahrhundert jahrhunderten tag tage
     tagen nacht woche wochen monat monaten morgen abend frühling frühjahr sommer herbst winter januar februar märz april mai
     juni juli august september oktober november dezember ende anfang beginn stadt dorf land region krieg gründung`,
    ),
    attribution: words('laut nach zufolge der dieser seite dem artikel text die quelle dokumentation handbuch'),
  },
  lemmas: lemmasOf('de', GERMAN_SYNONYMS, ''),
})

const none: WordList = new Set()
const unknownLanguage = createWordClasses('other', {
  functionWords: {
    determiners: none,
    fillers: none,
    perfectAuxiliaries: none,
    copulas: none,
    prepositions: none,
    bindingWords: none,
    coordinators: none,
    relatives: none,
    pronouns: none,
    possessives: none,
    quantifiers: none,
    adverbs: none,
    conditionWords: none,
    restricting: none,
    rejections: none,
    limitingStarts: none,
    optionalStarts: none,
    pairMarkers: none,
  },
  otherWords: {
    frames: none,
    reports: none,
    settingNouns: none,
    attribution: none,
  },
  lemmas: new Map(),
})
