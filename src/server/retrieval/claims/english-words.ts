import type { WordLists } from './word-classes.ts'

/** The words of each class in English; `word-classes.ts` says what the classes mean. */
export const ENGLISH_WORDS: WordLists = {
  functionWords: {
    determiners: 'a an the this these that those his her its their our my your',
    fillers: `
      also however therefore thus then furthermore moreover additionally hence so too nevertheless nonetheless itself
      himself herself themselves there mr mrs ms dr prof sir that indeed overall meanwhile
    `,
    perfectAuxiliaries: 'has have had having',
    copulas: 'is are was were be been being am',
    prepositions: `
      in on at by from to with for into onto during over under through across between among along around near behind
      beside inside outside within about after before since towards toward against upon off out up down via per as
      alongside throughout including amid beyond above below
    `,
    bindingWords: 'of than as that to',
    coordinators: 'and or but nor yet',
    relatives: 'which who whom whose that where',
    pronouns: 'he she it they this these him them',
    possessives: 'his her its their',
    quantifiers: `
      all every each any some most many much few several both either half only just merely exactly least more less
      fewer up maximum minimum almost nearly about approximately around roughly barely hardly scarcely rarely seldom
      sometimes often usually generally typically partly partially mostly mainly largely primarily predominantly
      chiefly occasionally virtually practically optionally conditionally selectively once twice
    `,
    adverbs: 'always very still already again well even soon later now today',
    conditionWords: 'if unless except provided assuming whether',
    restricting: `
      probably possibly perhaps maybe likely unlikely can could may might must shall should will would need ought
      supposedly allegedly reportedly purportedly apparently seemingly claim claims claimed believe believes believed
      think thinks thought say says said suggest suggests suggested argue argues argued report reports reported rumour
      rumours rumored rumoured expect expects expected plan plans planned propose proposed intend intended hope hopes
      hoped fail fails failed refuse refused deny denies denied doubt doubts false true untrue myth wrong incorrect
      impossible instead rather fake former formerly future potential alleged would-be failed attempted unsuccessful
      vice deputy assistant acting ex quasi pseudo mock try tries tried attempt attempts attempted want wants wanted
      prevent prevents prevented avoid avoids avoided stop stops stopped lack lacks lacked theory theoretically
      hypothetically principle paper ideally hopefully falsely wrongly mistakenly dream fiction fictional hypothetical
      imaginary ostensibly nominally presumably arguably conceivably if whether unless except until temporarily
      initially originally previously potentially provisionally possible probable supposed presumed suspected purported
    `,
    rejections: 'false untrue wrong incorrect myth hoax misconception fallacy',
    limitingStarts: `
      if unless except until provided assuming when whenever only where as long without besides rather instead than
      excluding before apart save barring given pending depending subject weather minus
    `,
    optionalStarts: `
      although though while whereas and but because since after which who whose whom where yet despite
    `,
    pairMarkers: 'between both either neither nor',
  },
  otherWords: {
    frames: `
      novel novels book books film films movie movies game games story stories tale tales legend legends myth myths
      mythology folklore fable fables joke jokes dream dreams imagination fantasy fiction universe universes timeline
      timelines reality realities simulation example examples exercise draft drafts plan plans proposal proposals view
      views opinion opinions eyes mind glance belief beliefs case cases play plays opera musical manga anime comic
      comics series episode episodes show shows sketch scene script screenplay poem song scenario scenarios model
      forecast vision prophecy rumour rumours rumor rumors satire parody propaganda assumption assumptions condition
      conditions circumstances weather luck logic perspective standpoint parallel alternate alternative ideal perfect
      imagined virtual another best worst average knowledge accounts
    `,
    reports: `
      according i he she they we it goes seems seem appears joked jokes dreamed dreamt dreams imagine imagines
      imagined writes wrote feels felt fears feared insists insisted says said thinks thought believes believed claims
      claimed tells told
    `,
    settingNouns: `
      time times past present year years decade decades century centuries day days night week weeks month months
      morning evening afternoon spring summer autumn fall winter january february march april may june july august
      september october november december addition fact contrast particular instance total turn return response end
      beginning meantime city town village country region area war founding establishment
    `,
    discourseNouns: 'addition fact contrast particular instance turn return response meantime hand',
    attribution: `
      according to the this page article documentation docs manual text source website site guide says say states
      stated notes describes explains that it in as per on author
    `,
  },
  synonyms: `
    begin start commence|build construct erect|buy purchase|big large|use utilise utilize|show display|
    delete remove erase|require need necessary|approximately about around roughly circa|movie film|child kid|
    car automobile|help assist|obtain acquire|end finish conclude|numerous many|often frequently|
    usually typically normally generally|kilometre kilometer km|metre meter m|kilogram kg|gram g|
    centimetre centimeter cm|millimetre millimeter mm|second sec s|minute min|hour hr h|millisecond ms|litre liter l|watt w|kilowatt kw|megabyte mb|
    gigabyte gb|kilobyte kb|terabyte tb|january jan|february feb|march mar|april apr|august aug|september sep sept|october oct|november nov|
    december dec|although though|allow permit enable|happen occur|receive get|choose select|upon on|near nearby|
    quick fast rapid|entire whole|main principal|colour color|centre center|uk britain|e.g example|locate situate|
    name call|people person|amongst among|whilst while|till until|toward towards|beside besides|
    organisation organization|speak talk|big large|little small|try attempt|instance example|currently presently|
    formerly previously|photo photograph picture|phone telephone|error mistake|is are|was were|has have|
    folder directory|answer reply respond|important significant|if when
  `,
  irregular: `
    beat beaten|begin began begun|build built|buy bought|bring brought|break broke broken|choose chose chosen|
    come came|cost costs|do did done does|draw drew drawn|drive drove driven|eat ate eaten|fall fell fallen|feel felt|
    fight fought|find found|fly flew flown|get got gotten|give gave given|go went gone|grow grew grown|hold held|
    keep kept|know knew known|lay laid|lead led|leave left|lend lent|lie lay lain|lose lost|make made|mean meant|
    meet met|pay paid|ride rode ridden|rise rose risen|run ran|see saw seen|sell sold|send sent|shake shook shaken|
    shoot shot|show shown|sing sang sung|sit sat|speak spoke spoken|spend spent|stand stood|steal stole stolen|
    strike struck|swim swam swum|take took taken|teach taught|tear tore torn|think thought|throw threw thrown|
    understand understood|wear wore worn|win won|write wrote written|become became|bear bore born|bind bound|
    catch caught|deal dealt|draw drawn|forget forgot forgotten|hide hid hidden|man men|woman women|child children|
    foot feet|tooth teeth|mouse mice|overcome overcame|undergo underwent undergone|withdraw withdrew withdrawn|
    seek sought|sink sank sunk|spread spreads|split splits|swear swore sworn|wake woke woken|weave wove woven
  `,
}
