import type { WordLists } from './word-classes.ts'

/** The words of each class in German; `word-classes.ts` says what the classes mean. */
export const GERMAN_WORDS: WordLists = {
  functionWords: {
    determiners: `
      der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem sein seine seinen
      seinem seiner seines ihr ihre ihren ihrem ihrer ihres
    `,
    fillers:
      'auch zudem außerdem jedoch allerdings dennoch daher somit dabei dann dort da herr frau dr prof selbst ebenfalls bereits',
    perfectAuxiliaries: '',
    copulas: 'ist sind war waren sei wäre',
    prepositions: `
      in im ins an am ans auf aus bei beim mit nach von vom zu zum zur über unter vor hinter neben zwischen durch für
      gegen um während seit wegen trotz innerhalb außerhalb entlang bis laut gegenüber mithilfe anhand
    `,
    bindingWords: 'von vom als wie zu dass',
    coordinators: 'und oder aber sondern sowie',
    relatives: 'der die das den dem deren dessen welche welcher welches wo',
    pronouns: 'er sie es dies diese dieser dieses ihn ihm ihnen',
    possessives: 'sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres',
    quantifiers: `
      alle allen aller alles jede jeder jedes jeden jedem manche mancher einige einigen mehrere viele vielen wenige
      wenigen meisten meiste beide beiden nur bloß lediglich genau mindestens höchstens maximal minimal mehr weniger
      fast beinahe nahezu kaum selten manchmal oft häufig meist meistens teilweise etwa ungefähr rund circa halb halbe
      erst
    `,
    adverbs: 'immer sehr noch schon wieder heute bald',
    conditionWords: 'wenn falls sofern außer ob',
    restricting: `
      wahrscheinlich möglicherweise vielleicht eventuell kann können konnte konnten könnte könnten darf dürfen durfte
      durften muss müssen musste mussten müsste soll sollen sollte sollten will wollen wollte wollten wird werden
      würde würden mag angeblich vermutlich offenbar scheinbar behauptet behaupten behauptete sagt sagen sagte glaubt
      glauben glaubte meint meinen meinte vermutet erwartet geplant plant vorgeschlagen versucht versuchte versuchten
      weigert weigerte leugnet bestreitet bestritt falsch wahr unwahr mythos unmöglich unwahrscheinlich theorie
      theoretisch hypothetisch prinzip papier traum fiktion idealerweise hoffentlich fälschlich fälschlicherweise
      irrtümlich irrtümlicherweise anscheinend statt anstatt ehemaliger ehemalige ehemaligen früherer frühere früheren
      künftiger künftige künftigen mutmaßliche mutmaßlicher mutmaßlichen vize stellvertretender stellvertretende
      stellvertretenden wenn falls sofern ob außer bis verhindert verhinderte vermeidet zunächst ursprünglich
      mögliche möglicher mögliches möglichen angebliche angeblicher angebliches angeblichen vermeintliche vermeintlicher
      vermeintliches vermeintlichen geplante geplanter geplantes geplanten potenzielle potenzieller potenziellen
      falsche falscher falsches falschen
    `,
    rejections: 'falsch unwahr irrtum mythos gerücht lüge irrglaube märchen',
    limitingStarts: `
      wenn falls sofern außer solange bis nur sobald ob statt anstatt es ausgenommen abgesehen je vorbehaltlich abhängig
      soweit vorausgesetzt ausschließlich
    `,
    optionalStarts: 'obwohl während wohingegen und aber weil da nachdem deren dessen welche welcher trotz sondern',
    pairMarkers: 'zwischen sowohl entweder weder',
  },
  otherWords: {
    frames: `
      roman romanen buch büchern film filmen spiel spielen geschichte geschichten märchen legende legenden sage sagen
      mythos mythologie fabel witz scherz traum träumen fantasie phantasie fiktion parallelwelt universum zeitlinie
      realität wirklichkeit simulation beispiel übung entwurf plan plänen vorschlag vorschlägen ansicht meinung
      auffassung überzeugung augen glauben fall fällen stück oper musical manga comic serie folge episode sendung
      szene drehbuch gedicht lied szenario modell prognose vision prophezeiung gerücht gerüchten satire parodie
      propaganda annahme bedingung bedingungen umständen wetter glück logik sicht perspektive blick papier
    `,
    reports: `
      laut zufolge gemäß ansicht ich er sie es wir man heißt scheint so glaube glaubt meint denkt sagt sagte träumte
      träumt scherzte scherzt schreibt schrieb erzählt behauptet fürchtet berichtet berichtete meldet meldete erklärt
      erklärte
    `,
    settingNouns: `
      zeit zeiten vergangenheit gegenwart jahr jahre jahren jahres jahrzehnt jahrzehnten jahrhundert jahrhunderten tag
      tage tagen nacht woche wochen monat monaten morgen abend frühling frühjahr sommer herbst winter januar februar
      märz april mai juni juli august september oktober november dezember ende anfang beginn stadt dorf land region
      krieg gründung
    `,
    discourseNouns: 'gegensatz übrigen allgemeinen zwischenzeit',
    attribution: 'laut nach zufolge der dieser seite dem artikel text die quelle dokumentation handbuch',
  },
  synonyms: `
    beginnen begann begonnen anfangen starten startete gestartet|bauen baute gebaut errichten errichtete errichtet|
    benutzen benutzt benutzte verwenden verwendet verwendete nutzen nutzt genutzt|
    löschen löscht gelöscht entfernen entfernt|ungefähr etwa circa zirka|häufig oft|
    kaufen kaufte gekauft erwerben erwarb erworben|januar jan|februar feb|september sep sept|oktober okt|november nov|
    dezember dez|kilometer km|meter m|stunde std h|minute min|sekunde sek s|millisekunde ms|gigabyte gb|megabyte mb|terabyte tb|kilogramm kg|gramm g|
    zentimeter cm|millimeter mm|liter l|watt w|kilowatt kw|
    obwohl obgleich|beziehungsweise bzw|benötigen benötigt brauchen braucht|zeigen zeigt anzeigen|
    heißen heißt genannt|erhalten erhielt bekommen bekam|gewinnen gewann gewonnen|schlagen schlug geschlagen|
    schreiben schrieb geschrieben|finden fand gefunden|gründen gründete gegründet|wenn falls sofern|ist sind|
    war waren|wurde wurden|wird werden|hat haben|hatte hatten|kann können|muss müssen|darf dürfen|soll sollen
  `,
  irregular: '',
}
