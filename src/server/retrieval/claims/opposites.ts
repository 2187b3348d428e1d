/** Units of measurement, and words that exclude each other: lists by hand for English and German. */

export const UNITS: ReadonlySet<string> = new Set(
  `second seconds minute minutes hour hours day days week weeks month months year years decade decades century centuries
   metre metres meter meters kilometre kilometres kilometer kilometers centimetre centimetres millimetre millimetres mile
   miles foot feet inch inches yard yards m km cm mm ft litre litres liter liters gallon gallons gram grams kilogram
   kilograms kg g ton tons tonne tonnes pound pounds ounce ounces percent % times degree degrees dollar dollars euro euros
   $ € £ crown crowns millisecond milliseconds ms s h byte bytes kb mb gb tb kilobytes megabytes gigabytes watt watts volt
   volts sekunde sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren jahrzehnt
   jahrzehnte jahrhundert jahrhunderte metern kilometern zentimeter zentimetern meile meilen fuß zoll gramm kilogramm tonne
   tonnen pfund mal grad krone kronen bytes`.split(/\s+/),
)

/** The words that exclude a word in the same place. */
const OPPOSITES = opposites(
  `before:after above:below over:under into:out inside:outside from:to with:without up:down maximum:minimum more:less
   most:least most:fewest more:fewer first:last north:south northern:southern east:west eastern:western larger:smaller
   large:small largest:smallest big:small higher:lower high:low highest:lowest early:late earlier:later earliest:latest
   won:lost win:lose wins:loses new:old newest:oldest younger:older oldest:youngest faster:slower fast:slow increase:decrease
   increased:decreased increases:decreases rise:fall rose:fell enable:disable enabled:disabled enables:disables
   possible:impossible true:false public:private positive:negative strong:weak stronger:weaker long:short longer:shorter
   began:ended starts:ends started:ended open:closed opened:closed opens:closes left:right men:women bought:sold
   allowed:forbidden always:never add:remove added:removed on:off
   vor:nach über:unter mit:ohne maximal:minimal mehr:weniger meisten:wenigsten ersten:letzten erste:letzte
   norden:süden osten:westen nördlich:südlich nördlichen:südlichen östlich:westlich östlichen:westlichen größer:kleiner
   größte:kleinste größten:kleinsten große:kleine hohe:niedrige hohen:niedrigen höher:niedriger frühen:späten früher:später
   gewann:verlor neue:alte neuen:alten älteste:jüngste schneller:langsamer erhöht:verringert steigt:sinkt begann:endete
   möglich:unmöglich öffentlichen:privaten langen:kurzen lange:kurze viele:wenige stark:schwach positiv:negativ
   männer:frauen kaufte:verkaufte immer:nie innen:außen links:rechts öffnet:schließt hoch:runter`,
)

function opposites(list: string): ReadonlyMap<string, ReadonlySet<string>> {
  const byWord = new Map<string, Set<string>>()
  for (const pair of list.split(/\s+/)) {
    const [a = '', b = ''] = pair.split(':')
    byWord.set(a, (byWord.get(a) ?? new Set()).add(b))
    byWord.set(b, (byWord.get(b) ?? new Set()).add(a))
  }
  return byWord
}

export function areOpposites(word: string, other: string): boolean {
  return OPPOSITES.get(word)?.has(other) ?? false
}
