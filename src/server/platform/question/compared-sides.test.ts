import { expect, it } from 'vitest'
import { comparedSides } from './compared-sides.ts'

it.each([
  ['what is the difference between fetch and pull?', 'fetch', 'pull'],
  ['whats the diff between varchar and text', 'varchar', 'text'],
  ['difference between a role and a user in a cluster', 'role', 'user'],
  ['rebase or merge?', 'rebase', 'merge'],
  ['json vs. jsonb, which one is smaller?', 'json', 'jsonb'],
  ['views or materialized views, which should I use?', 'views', 'materialized views'],
  ['json vs jsonb column, which one should I use?', 'json', 'jsonb'],
  ['TRUNCATE or DELETE: how do they differ when I empty a table?', 'TRUNCATE', 'DELETE'],
  ['Arguments and parameters: whats the difference?', 'Arguments', 'parameters'],
  ['how is HAVING different from WHERE?', 'HAVING', 'WHERE'],
  ['how TRUNCATE and DELETE differ for large tables', 'TRUNCATE', 'DELETE'],
  ['what sets tuples and lists apart?', 'tuples', 'lists'],
  ['should I use threads or processes for heavy work?', 'threads', 'processes'],
  ['having where difference', 'having', 'where'],
  ['Unterschied Abwedeln und Nachbelichten', 'Abwedeln', 'Nachbelichten'],
  ['was unterscheidet RAID1 von RAID5?', 'RAID1', 'RAID5'],
  ['Was ist der Unterschied zwischen einer Rolle und einem Benutzer?', 'Rolle', 'Benutzer'],
  ['Worin liegt der Unterschied zwischen Fetch und Pull bei Submodulen?', 'Fetch', 'Pull'],
  ['¿Cuál es la diferencia entre la entrada general y la reducida?', 'entrada general', 'reducida'],
  ['qué es mejor, el bono o la entrada', 'bono', 'entrada'],
  ["Quelle est la différence entre l'abonnement et la carte ?", 'abonnement', 'carte'],
  ["vélo ou voiture, qu'est-ce qui est mieux", 'vélo', 'voiture'],
  ['Che differenza c’è tra la tessera e il biglietto?', 'tessera', 'biglietto'],
])('finds the sides of “%s” [compared-sides-1]', (question, one, other) => {
  expect(comparedSides(question)).toEqual([one, other])
})

it.each([
  'can I use tabs or spaces?',
  'which hooks run on the server or the client?',
  'What are two examples of stable or testing releases?',
  'how do I update the row or insert it?',
  'what is a view?',
  'how do I see the diff between master and dev?',
  'Which sessions were started? shallow copy vs deep copy',
])('finds no sides in “%s”', (question) => {
  expect(comparedSides(question)).toBeUndefined()
})
