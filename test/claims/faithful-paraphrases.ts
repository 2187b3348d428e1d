/** True claims in free words, as a language model writes them, about invented subjects. Each agrees with its pages. */
import { ownSentences } from './own-sentences.ts'

export type FaithfulParaphrase = { kind: string; claim: string }
type Paraphrases = {
  /** The texts of two pages. */
  pages: readonly [string, string]
  claims: readonly FaithfulParaphrase[]
}

const inKinds = (claims: Record<string, readonly string[]>): FaithfulParaphrase[] =>
  Object.entries(claims).flatMap(([kind, list]) => list.map((claim) => ({ kind, claim })))

export const faithfulParaphrases: Record<'en' | 'de', Paraphrases> = {
  en: {
    pages: [
      ownSentences.en.join(' '),
      `Port Selby is a harbour town on the Maren coast. It was founded by fishermen in 1641 and has 8,300 inhabitants.
The town council repaired the old pier in 2004. Storms had destroyed it six years earlier. The ferry leaves at nine in
the morning and returns at dusk. A ticket costs twelve crowns, and children under six travel free. Nils Ardal, the
lighthouse keeper, planted the first apple trees on the island. His daughter sold the orchard to a cider maker in 1977.
Visitors must book a room before the end of May. Dogs are not allowed on the ferry. The museum shows more than 300 ship
models. Most of them were built by sailors during long voyages.`,
    ],
    claims: inKinds({
      'passive without agent': [
        'The old pier was repaired in 2004.',
        'The orchard was sold to a cider maker in 1977.',
        'The Quillfeather Observatory was founded in 1873.',
        'In 1911, the main telescope was moved from Bramblemoor to Castle Hollin.',
        'The first apple trees on the island were planted by Nils Ardal.',
        'The old pier was destroyed by storms.',
      ],
      'question turned into a statement': [
        'Ida Maren opened the ticket office in 1958.',
        'The ticket office was opened by Ida Maren.',
        'Nils Ardal was the lighthouse keeper.',
        'The largest dome holds a telescope of 42 centimetres.',
        'The person who beat Lucian Fenn in the final of the Thorne Prize was Agnes Rowe.',
      ],
      'two sentences joined': [
        'Port Selby is a harbour town and was founded by fishermen in 1641.',
        'The ferry leaves at nine in the morning, and a ticket costs twelve crowns.',
        'The museum shows more than 300 ship models, most of which were built by sailors during long voyages.',
        'The old pier was destroyed by storms and repaired in 2004.',
        'Nils Ardal planted the first apple trees on the island, and his daughter sold the orchard in 1977.',
        'Port Selby, a harbour town on the Maren coast, has 8,300 inhabitants.',
      ],
      'two pages joined': [
        'Oskar Lindqvist built the new clock in Port Selby, which has 8,300 inhabitants.',
        'The observatory has three domes, while the museum shows more than 300 ship models.',
        'Ida Maren opened the ticket office in 1958, and the town council repaired the old pier in 2004.',
      ],
      'other words': [
        'The population of Port Selby is 8,300.',
        'Children under six do not pay for the ferry.',
        'You have to book a room before the end of May.',
        'The ferry does not take dogs.',
        'Some of the keeper’s notebooks burned in 1932.',
        'At least 24 litres per minute are moved by the pump in the cellar.',
        'The pump never runs longer than nine hours.',
        'There are three domes at the observatory.',
        'Without a lamp, the old stairs are too dark.',
        'After sunset, only members of the Hollin Society may enter the northern dome.',
      ],
    }),
  },
  de: {
    pages: [
      ownSentences.de.join(' '),
      `Port Selbig ist eine Hafenstadt an der Marener Küste. Sie wurde 1641 von Fischern gegründet und hat 8.300 Einwohner.
Der Stadtrat reparierte 2004 den alten Pier. Stürme hatten ihn sechs Jahre zuvor zerstört. Die Fähre legt um neun Uhr
morgens ab und kehrt in der Dämmerung zurück. Eine Fahrkarte kostet zwölf Kronen, und Kinder unter sechs Jahren fahren
kostenlos. Nils Ardal, der Leuchtturmwärter, pflanzte die ersten Apfelbäume auf der Insel. Seine Tochter verkaufte den
Obstgarten 1977 an einen Mosthersteller. Besucher müssen ein Zimmer vor Ende Mai buchen. Hunde sind auf der Fähre nicht
erlaubt. Das Museum zeigt mehr als 300 Schiffsmodelle. Die meisten davon wurden von Matrosen auf langen Reisen gebaut.`,
    ],
    claims: inKinds({
      'passive without agent': [
        'Der alte Pier wurde 2004 repariert.',
        'Der Obstgarten wurde 1977 an einen Mosthersteller verkauft.',
        'Die Sternwarte Quillfeder wurde im Jahr 1873 gegründet.',
        'Das Teleskop wurde 1911 von Brambelmoor nach Burg Hollin gebracht.',
        'Die ersten Apfelbäume auf der Insel wurden von Nils Ardal gepflanzt.',
        'Der alte Pier wurde von Stürmen zerstört.',
      ],
      'question turned into a statement': [
        'Ida Maren eröffnete das Kassenhaus im Jahr 1958.',
        'Das Kassenhaus wurde von Ida Maren eröffnet.',
        'Nils Ardal war der Leuchtturmwärter.',
        'Ein Teleskop von 42 Zentimetern steht in der größten Kuppel.',
        'Im Finale des Thorn-Preises schlug Agnes Rowe Lucian Fenn mit 14:9.',
      ],
      'two sentences joined': [
        'Port Selbig ist eine Hafenstadt und wurde 1641 von Fischern gegründet.',
        'Die Fähre legt um neun Uhr morgens ab, und eine Fahrkarte kostet zwölf Kronen.',
        'Das Museum zeigt mehr als 300 Schiffsmodelle, von denen die meisten von Matrosen auf langen Reisen gebaut wurden.',
        'Der alte Pier wurde von Stürmen zerstört und 2004 repariert.',
        'Nils Ardal pflanzte die ersten Apfelbäume auf der Insel, und seine Tochter verkaufte den Obstgarten 1977.',
        'Port Selbig, eine Hafenstadt an der Marener Küste, hat 8.300 Einwohner.',
      ],
      'two pages joined': [
        'Oskar Lindquist baute die neue Uhr in Port Selbig, das 8.300 Einwohner hat.',
        'Die Sternwarte hat drei Kuppeln, während das Museum mehr als 300 Schiffsmodelle zeigt.',
        'Ida Maren eröffnete das Kassenhaus im Jahr 1958, und der Stadtrat reparierte 2004 den alten Pier.',
      ],
      'other words': [
        'Die Einwohnerzahl von Port Selbig beträgt 8.300.',
        'Kinder unter sechs Jahren zahlen auf der Fähre nichts.',
        'Ein Zimmer muss vor Ende Mai gebucht werden.',
        'Auf der Fähre sind Hunde nicht erlaubt.',
        'Einige Notizbücher des Wärters verbrannten 1932.',
        'Mindestens 24 Liter pro Minute fördert die Pumpe im Keller.',
        'Die Pumpe läuft nie länger als neun Stunden.',
        'Es gibt drei Kuppeln in der Sternwarte.',
        'Ohne Licht ist die alte Treppe zu dunkel.',
        'Nach Sonnenuntergang dürfen nur Mitglieder der Gesellschaft die nördliche Kuppel betreten.',
      ],
    }),
  },
}
