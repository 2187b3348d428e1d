/**
 * Bench: questions about twenty-four invented websites, each in the markup of a site builder, with answer keys.
 *   node bench/websites.ts [--failures] [SITE …]
 * A dentist (Elementor), a climbing club (Bootstrap, Tailwind), two shops (Next.js, Shopify), a town council (GOV.UK),
 * a pool (TYPO3, Contao) and a plumber (Joomla, UIkit) in German, a museum (Squarespace), a gym (Webflow), a
 * physiotherapist (Wix), a festival (WordPress), a college (Drupal), an app (Framer, Ghost, Notion), a help center
 * (Zendesk), a scheduler (Docusaurus), a tea shop in French (PrestaShop), a veterinary clinic in Spanish (Divi), a
 * bicycle shop in German (WooCommerce), a forum (Discourse), a city's trains (MediaWiki), a farm in Italian (WordPress
 * block theme), a housing association (Umbraco), an alpine club in German (TYPO3) and a parcel API (Mintlify). Pages
 * and questions were written without sight of the engine, the questions as visitors type. A question counts as shown
 * when the text shown has all words of `must`, and as first when its first place has. Questions without a page are not
 * answered anywhere on the site.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildAnswerer, extract } from './adapter.ts'
import { firstPlace } from './first-place.ts'

const { values, positionals } = parseArgs({
  options: { failures: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const folder = new URL('website-questions/', import.meta.url)
const Site = z.object({
  language: z.string(),
  /** HTML by file name. */
  pages: z.record(z.string(), z.string()),
  questions: z.array(z.object({ question: z.string(), page: z.string().nullable(), must: z.array(z.string()) })),
})

console.log('| site | pages | questions | shown | first | closest | refused | without an answer | of these answered |')
console.log('|---|---|---|---|---|---|---|---|---|')
const totals = emptyCounts()
for (const file of readdirSync(folder).toSorted()) {
  const name = file.replace('.json', '')
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const { language, pages, questions } = Site.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  const documents = Object.entries(pages).map(([path, html]) => {
    const { title, markdown } = extract(html, `https://${name}.example/${path}`)
    return { id: path, title, text: markdown }
  })
  const { answer } = await buildAnswerer(documents, { language })
  const counts = emptyCounts()
  counts.pages = documents.length
  for (const { question, page, must } of questions) {
    const { kind, text } = await answer(question)
    if (page === null) {
      counts.unanswerable++
      counts.answered += Number(kind === 'answer')
      if (values.failures && kind === 'answer') console.log(`${name} answered: ${question}`)
      continue
    }
    counts.questions++
    counts.closest += Number(kind === 'closest')
    counts.refused += Number(kind === 'refused')
    counts.first += Number(contains(firstPlace(text), must))
    if (contains(text, must)) counts.shown++
    else if (values.failures) console.log(`${name} (${kind}): ${question}`)
  }
  printRow(name, counts)
  for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += counts[key]
}
printRow('all', totals)

function emptyCounts() {
  return { pages: 0, questions: 0, shown: 0, first: 0, closest: 0, refused: 0, unanswerable: 0, answered: 0 }
}

/** Markdown may separate words that the page shows together, so its signs do not count. */
function contains(markdown: string, must: readonly string[]): boolean {
  const plain = (text: string) =>
    text
      .replace(/[`*>|\\]/g, ' ')
      .replace(/\s+/g, ' ')
      .toLowerCase()
      .trim()
  const text = plain(markdown)
  return must.every((words) => text.includes(plain(words)))
}

function printRow(name: string, counts: typeof totals) {
  console.log(`| ${[name, ...Object.values(counts)].join(' | ')} |`)
}
