/**
 * Bench: 276 questions about thirteen manuals with answer keys, and 18 that three of them do not answer. They were
 * written from the manuals alone, without sight of the engine, and are not used for tuning single answers.
 *   node bench/further-manuals.ts [--folder /] [--failures] [MANUAL …]
 * The manuals are those of Debian's packages exim4-doc-html, cmake-doc, privoxy, zsh-doc, mailman3-doc, octave-doc,
 * haproxy-doc, lilypond-doc-html, r-doc-html, vim-doc, knot-doc, ntpsec-doc and nut-doc, installed or unpacked below
 * the folder. A question counts as answered when the text shown contains the words of every group in `needs`, and as
 * answered first when its first place does. The last column counts answers to questions that the manual does not
 * answer.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildAnswerer } from './adapter.ts'
import { firstPlace } from './first-place.ts'
import { contains, readPages } from './manual-pages.ts'

const { values, positionals } = parseArgs({
  options: { folder: { type: 'string', default: '/' }, failures: { type: 'boolean', default: false } },
  allowPositionals: true,
})
/** The folder of each manual below /usr/share, and which of its files are crawled. */
const MANUALS: Record<string, { folder: string; wanted: RegExp }> = {
  exim: { folder: 'doc/exim4-doc-html/spec_html', wanted: /./ },
  cmake: { folder: 'doc/cmake-data/html', wanted: /^(?:manual|guide|command|module|prop_tgt|variable)\// },
  privoxy: { folder: 'doc/privoxy', wanted: /^(?:user-manual|faq)\// },
  zsh: { folder: 'doc/zsh-common/html', wanted: /^(?!.*(?:Index|_toc))/ },
  mailman: { folder: 'doc/mailman3/html', wanted: /^(?!.*(?:genindex|search\.html|_static|py-modindex))/ },
  octave: { folder: 'doc/octave/octave.html', wanted: /./ },
  haproxy: { folder: 'doc/haproxy/html', wanted: /./ },
  lilypond: {
    folder: 'doc/lilypond/html/Documentation',
    wanted: /^(?:learning|usage|notation|music-glossary)\/[^.]+\.html$/,
  },
  r: { folder: 'R/doc/manual', wanted: /./ },
  vim: { folder: 'doc/vim/html', wanted: /./ },
  knot: { folder: 'doc/knot-doc', wanted: /^(?!.*(?:genindex|search\.html|_static))/ },
  ntpsec: { folder: 'doc/ntpsec-doc/html', wanted: /./ },
  nut: { folder: 'doc/nut-doc/html', wanted: /./ },
}
const Question = z.object({
  id: z.string(),
  manual: z.string(),
  kind: z.string(),
  question: z.string(),
  /** Regular expressions: one of each group must match. Empty if the manual has no answer. */
  needs: z.array(z.array(z.string())),
})
const file = new URL('manual-questions/further-manuals.json', import.meta.url)
const questions = z.array(Question).parse(JSON.parse(readFileSync(file, 'utf8')))

console.log(
  '| manual | pages | questions | shown | first | refused | no answer in the manual | of these answered |\n|---|---|---|---|---|---|---|---|',
)
const NONE = { questions: 0, shown: 0, first: 0, refused: 0, unanswerable: 0, invented: 0 }
const totals = { ...NONE }
for (const [manual, { folder, wanted }] of Object.entries(MANUALS)) {
  if (positionals.length > 0 && !positionals.includes(manual)) continue
  const root = join(values.folder, 'usr/share', folder)
  if (!existsSync(root)) {
    console.error(`${root} does not exist. Install the manual or set --folder.`)
    process.exit(1)
  }
  const pages = readPages(root, (name) => wanted.test(name))
  const { answer } = await buildAnswerer(pages, { language: 'en' })
  const counts = { ...NONE }
  for (const { id, question, needs } of questions.filter((each) => each.manual === manual)) {
    const { kind, text } = await answer(question)
    if (needs.length === 0) {
      counts.unanswerable++
      if (kind === 'answer') counts.invented++
      continue
    }
    counts.questions++
    if (kind === 'refused') counts.refused++
    if (contains(firstPlace(text), needs)) counts.first++
    if (contains(text, needs)) counts.shown++
    else if (values.failures) console.log(`${id} (${kind}): ${question}`)
  }
  printRow(manual, pages.length, counts)
  for (const name of Object.keys(NONE) as (keyof typeof NONE)[]) totals[name] += counts[name]
}
printRow('all', '', totals)

function printRow(name: string, pages: number | string, counts: typeof totals) {
  console.log(
    `| ${[name, pages, counts.questions, counts.shown, counts.first, counts.refused, counts.unanswerable, counts.invented].join(' | ')} |`,
  )
}
