import { describe, expect, it } from 'vitest'
import { parseBlocks } from '#server/platform/text/parse-blocks.ts'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { readHtml } from './read-html.ts'

const url = 'https://example.org/docs/page'
const read = (html: string) => readHtml(html, { url })
const content = (html: string) => read(html).content
const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'

it('stores the same text of the start page of a folder at both of its addresses [read-html-18]', () => {
  const chapters = ['oil', 'glass', 'keepers', 'storms'].map(
    (id, n) => `<li><a href="index.html#${id}">${n + 1}. ${id}</a></li>`,
  )
  const html = `<h1>Lamps</h1><p>${sentence}</p><ul>${chapters.join('')}</ul><p>${sentence} Twice.</p>`
  const [folder, index] = ['', 'index.html'].map((name) => readHtml(html, { url: `https://example.org/${name}` }))
  expect(folder?.content).toBe(index?.content)
})

describe('readHtml cleaning (specification, section 5)', () => {
  it.each(['script', 'style', 'nav', 'footer', 'header', 'template', 'iframe', 'svg'])(
    'removes the text of %s [read-html-1]',
    (tag) => {
      const text = content(`<p>${sentence}</p><${tag}>Unwanted words here</${tag}><p>${sentence} Twice.</p>`)
      expect(text).toBe(`${sentence}\n\n${sentence} Twice.`)
    },
  )

  it('removes text that a template left in the head [read-html-24]', () => {
    const head = '<head><link rel="stylesheet" href="/x.css">__STYLES__<meta name="a" content="b">'
    expect(content(`<html>${head}</head><body><p>${sentence}</p></body></html>`)).toBe(sentence)
    expect(content(`<html>${head}<p>${sentence}</p></html>`)).toContain('__STYLES__')
    expect(content(`<p>${sentence}</p>${head}</head><p>${sentence} Twice.</p>`)).toContain(sentence)
  })

  it('removes the title of a DocBook figure and a caption that only names the image [read-html-25]', () => {
    const figure = (caption: string, media = 'mediaobject') =>
      `<div class="figure"><p class="title"><b>Figure 17. Eyes</b></p><div class="figure-contents"><div class="${media}"><img src="x.png"><div class="caption"><p>${caption}</p></div></div></div></div>`
    const step = (text: string) => `<p>${sentence}</p>${text}<p>${sentence} Twice.</p>`
    expect(content(step(figure('Original')))).toBe(`${sentence}\n\n${sentence} Twice.`)
    expect(content(step(figure('The sky is transparent.')))).toBe(
      `${sentence}\n\nThe sky is transparent.\n\n${sentence} Twice.`,
    )
    // The title of a listing names text that is kept.
    expect(content(step(figure('Original', 'listing')))).toContain('Figure 17. Eyes')
  })

  it('removes a header inside an article and navigation without an end tag', () => {
    expect(content(`<article><header>By someone</header><p>${sentence}</p></article>`)).toBe(sentence)
    expect(content(`<div><nav><a href="/a">A</a></div><p>${sentence}</p>`)).toBe(sentence)
  })

  it('writes a raised exponent of two or ten with its sign', () => {
    const units = `<p>A kilo is 10<sup>3</sup>, a pico 10<sup>-12</sup>, a kibi 2<sup>10</sup>. ${sentence}</p>`
    expect(content(units)).toBe(`A kilo is 10^3, a pico 10^-12, a kibi 2^10. ${sentence}`)
  })

  it('leaves out the lines that mdBook hides in an example [read-html-23]', () => {
    const hidden = (line: string) => `<span class="boring">${line}\n</span>`
    const code = `<pre><code>${hidden('fn main() {')}let x = 5;\n${hidden('}')}</code></pre>`
    expect(content(`<p>${sentence}</p>${code}<p>${sentence} Twice.</p>`)).not.toMatch(/main|\}/)
  })

  it('keeps the rows of a table when a cell has a note that is drawn as a table [tables-3]', () => {
    const note = `<div class="note"><table><tr><td rowspan="2"><img src="note.png"></td><th>Note</th></tr><tr><td colspan="2"><p>Only once.</p></td></tr></table></div>`
    const rows = ['Save', 'Open', 'Close'].map(
      (name) => `<tr><td>${name}</td><td><p>${name} the file.</p>${note}</td></tr>`,
    )
    const table = `<table><thead><tr><th>Button</th><th>Description</th></tr></thead>${rows.join('')}</table>`
    expect(content(`<p>${sentence}</p>${table}<p>${sentence} Twice.</p>`)).toContain(
      '| Open | Open the file. Note: Only once. |',
    )
  })

  it('joins no raised number with the number before it, and leaves out what is struck out', () => {
    const raised = '<p>Founded in 1998<sup>3</sup>, for 4<sup>99</sup> euros, in H<sub>2</sub>O.</p>'
    expect(content(raised)).toBe('Founded in 1998 3, for 4 99 euros, in H2O.')
    expect(content(`<p><del>Shipping is free.</del> It costs <s>$9</s> <b>$7</b>. ${sentence}</p>`)).toBe(
      `It costs $7. ${sentence}`,
    )
  })

  it('separates words and numbers that a style sheet sets apart, and splits no word [read-html-9]', () => {
    const line = (...texts: string[]) =>
      `<div>${texts.map((text, at) => `<span class="c${at}">${text}</span>`).join('')}</div>`
    const apart = [line('Montag', '9–13 Uhr'), line('Sale', 'Sold out'), line('$12', 'per user', '2026')]
    apart.push(
      '<div><label>npm</label><input><label>yarn</label></div><div><strong>Price</strong><span>€5</span></div>',
    )
    expect(content(apart.join(''))).toBe(
      'Montag 9–13 Uhr\n\nSale Sold out\n\n$12 per user 2026\n\nnpm yarn\n\nPrice €5',
    )
    const words = [line('Co', 'rnell'), line('3', 'rd'), line('5', 'kg'), line('H', 'Ello'), line('sort', '(list)')]
    words.push(
      '<p><span>Mac</span><span>Donald</span> and <code><span class="a">get</span><span class="b">All</span></code></p>',
    )
    expect(content(words.join(''))).toBe('Cornell\n\n3rd\n\n5kg\n\nHEllo\n\nsort(list)\n\nMacDonald and getAll')
  })

  it('removes non-printable characters, including NUL and lone surrogates [read-html-2]', () => {
    const text = content(`<p>One\u0000 \u0007two\u200b th\u00adree\ud800 four \ud83d\ude00.</p>`)
    expect(text).toBe('One two three four 😀.')
    expect(text.isWellFormed()).toBe(true)
  })

  it('puts what React streams to the end of an article where it belongs [read-html-6]', () => {
    const paragraph = (n: number) => `Paragraph ${n}: ${sentence} ${sentence.replace('Hook', 'Fog')}`
    const html = (n: number) => `<p>${paragraph(n)}</p>`
    const page = (type: string) =>
      `<meta property="og:type" content="${type}">${html(1)}${html(2)}<template id="B:0"></template>${html(5)}${html(6)}` +
      `<div hidden id="S:0">${html(3)}<template id="P:a"></template></div><div hidden id="S:a">${html(4)}</div>` +
      `<div hidden id="S:b"><p>Without a place.</p></div>`
    expect(content(page('article'))).toBe([1, 2, 3, 4, 5, 6].map(paragraph).join('\n\n'))
    expect(content(page('product'))).toBe([1, 2, 5, 6].map(paragraph).join('\n\n'))
  })

  it('removes hidden text [read-html-3]', () => {
    const hidden = [
      '<p hidden>secret one</p>',
      '<div style="display: none">secret two</div>',
      '<p style="color:red; visibility:hidden">secret three</p>',
      '<span aria-hidden="true">secret four</span>',
      '<p style="font-size:0">secret five</p>',
      '<p style="font-size: 0px !important">secret six</p>',
    ]
    expect(content(`<p>${sentence}</p>${hidden.join('')}<p>${sentence} ${sentence}</p>`)).not.toContain('secret')
  })

  it('keeps the blocks inside a box with font-size 0', () => {
    const box = `<div style="font-size:0"><div class="cell"><p>${sentence}</p></div></div>`
    expect(content(`${box}<p style="font-size:0.9em; margin-left:-1px">${sentence} Small.</p>`)).toContain('Small.')
    expect(content(box)).toBe(sentence)
  })

  it.each([
    '<button class="btn">Copy</button>',
    '<button><span>Copy code</span> <span>Copied!</span></button>',
    '<button type="button" title="Code kopieren">Kopieren</button>',
    '<div role="button"><span>Copier</span></div>',
    '<span class="copy-tooltip">Copied!</span>',
  ])('removes the button beside code %j', (button) => {
    const code = '<pre><code>npm install</code></pre>'
    expect(content(`<p>${sentence}</p><div>${button}${code}</div><p>${sentence} Run it.</p>`)).toBe(
      `${sentence}\n\n\`\`\`\nnpm install\n\`\`\`\n\n${sentence} Run it.`,
    )
    expect(content(`<p>${sentence}</p><pre>${button}<code>npm install</code></pre>`)).not.toMatch(/cop|kop/i)
  })

  it('writes a paragraph that is all code as code, with its lines and their indentation', () => {
    const example = '<p><code>\n  # htpasswd -c users ann<br>\n  New password:<br>&nbsp;&nbsp;Done\n</code></p>'
    const written = '```\n# htpasswd -c users ann\nNew password:\n  Done\n```'
    expect(content(`<p>${sentence}</p><div class="example">${example}</div>`)).toBe(`${sentence}\n\n${written}`)
    expect(content(`<p>${sentence}</p><ul><li><p><kbd>--all</kbd></p></li></ul><p>See <code>a</code>.</p>`)).toBe(
      `${sentence}\n\n- --all\n\nSee a.`,
    )
  })

  it.each([
    [
      'VitePress',
      '<span class="lang">sh</span>',
      '<div class="line-numbers-wrapper"><span>1</span><br><span>2</span></div>',
    ],
    ['Hugo', '', '<div class="lntd"><div class="lnt">1 2</div></div>'],
  ])('removes the line numbers and the name of the language beside code of %s', (_, before, after) => {
    const code = `<div class="language-sh">${before}<pre><code>npm start</code></pre>${after}</div>`
    expect(content(`<p>${sentence}</p>${code}<p><span class="lang">Irish</span> <i class="ln">12</i> x</p>`)).toBe(
      `${sentence}\n\n\`\`\`sh\nnpm start\n\`\`\`\n\nIrish x`,
    )
  })

  it('sets the mark of a note apart from the word before it, but no exponent', () => {
    const marked = '<p>The plan has more storage<sup>1</sup> than a room of 12 m<sup>2</sup> has.</p>'
    expect(content(marked)).toBe('The plan has more storage 1 than a room of 12 m2 has.')
  })

  it('removes references to notes and to the source code that are no raised links', () => {
    const note =
      '<a class="footnote-reference brackets" href="#id2" role="doc-noteref"><span>[</span>1<span>]</span></a>'
    const source = '<a href="_modules/a.html#B"><span class="viewcode-link"><span>[source]</span></span></a>'
    const template = '<sup class="noprint Inline-Template">[<i><a href="/cn">citation needed</a></i>]</sup>'
    const heading = '<h2>Client<a class="srclink" href="https://code.example/client.js">[src]</a></h2>'
    expect(content(`${heading}<p>${sentence}</p>`)).toBe(`## Client\n\n${sentence}`)
    const links = '<a href="b">Locks</a>, Up: <a href="a">Doors</a> [<a href="t">Contents</a>]'
    const panels = `<div class="header"><p>Next: ${links}</p></div><table class="nav_table"><tr><td>${links}</table>`
    expect(content(`${panels}<p>${sentence}</p>`)).toBe(sentence)
    const folded = '<summary class="hideme"><span>Expand description</span></summary>'
    expect(content(`<h2>Client</h2><details open>${folded}<p>${sentence}</p></details>`)).not.toContain('Expand')
    expect(
      content(
        `<p>Results are cached${note}. It is old${template}.</p><dl><dt>Client(url)${source}<dd>${sentence}</dl>`,
      ),
    ).toBe(`Results are cached. It is old.\n\nClient(url)\n${sentence}`)
  })

  it.each([
    '<div><p>Was this page helpful?</p><button>Yes</button><button>No</button></div>',
    '<div class="x">Did this page help you?<button>Yes</button></div>',
    '<div><span>War dieser Artikel hilfreich?</span> <a href="#">Ja</a> <a href="#">Nein</a></div>',
    '<div><h5>Cette page vous a-t-elle été utile ?</h5><button>Oui</button></div>',
    '<div><p>¿Te ha resultado útil esta página?</p><button>Sí</button></div>',
    '<div><p>Questa pagina è stata utile?</p><button>Sì</button></div>',
    '<div><p>Esta página foi útil?</p><button>Sim</button></div>',
    '<div><p>Was dit artikel nuttig?</p><button>Ja</button></div>',
  ])('removes the question %j about the page', (question) => {
    expect(content(`<p>${sentence}</p>${question}`)).toBe(sentence)
  })

  it('keeps a question about something else', () => {
    expect(content(`<p>${sentence}</p><p>Was the lamp helpful to ships? It was.</p>`)).toContain('to ships? It was.')
    expect(content(`<h2>Was this helpful?</h2><p>${sentence}</p>`)).toContain('## Was this helpful?')
  })

  it('keeps the word "copy" in a text', () => {
    expect(content(`<h2 class="copy">Copy</h2><p class="body-copy">Copy a file with <b>copy</b>.</p>`)).toBe(
      '## Copy\n\nCopy a file with copy.',
    )
  })

  it('keeps the hidden answer below its question, but no hidden menu below a button', () => {
    const button = (text: string) => `<button aria-expanded="false"><span>${text}</span></button>`
    const answers = [
      `<div>${button('When do you open?')}<div id="p1" hidden><p>At nine in the morning.</p></div></div>`,
      `<div><h3>${button('Are dogs allowed?')}</h3><div style="display:none">Yes.</div></div>`,
    ]
    const menu = `<div>${button('Products')}<div hidden><p><a href="/a">All of our lamps.</a></p></div></div>`
    const text = content(`<main><p>${sentence} ${sentence} ${sentence}</p>${answers.join('')}${menu}</main>`)
    expect(text).toContain('When do you open?\n\nAt nine in the morning.\n\n### Are dogs allowed?\n\nYes.')
    expect(text).not.toContain('lamps')
  })

  it('keeps a folded panel', () => {
    expect(
      content(`<p>${sentence}</p><div class="tab-panel" style="display:none"><p>${sentence} Folded.</p></div>`),
    ).toContain('Folded')
  })
})

describe('readHtml Markdown', () => {
  it('writes headings, paragraphs and line breaks', () => {
    expect(content(`<h1>Big</h1><p>One  \n two<br>three</p><h3>Small <a href="#x">¶</a></h3><p>${sentence}</p>`)).toBe(
      `# Big\n\nOne two\nthree\n\n### Small\n\n${sentence}`,
    )
  })

  it.each([
    ['Docusaurus', '<ul role="tablist"><li role="tab">npm</li><li role="tab">yarn</li></ul><div>', '</div>'],
    [
      'GitBook',
      '<div><div role="tablist"><button role="tab">npm</button><button role="tab">yarn</button></div></div>',
      '',
    ],
    [
      'Webflow',
      '<div role="tablist"><a href="#1" role="tab"><div>npm</div></a><a href="#2" role="tab"><div>yarn</div></a></div><div>',
      '</div>',
    ],
    ['MkDocs', '<div class="tabbed-labels"><label>npm</label><label>yarn</label></div><div class="blocks">', '</div>'],
    ['VitePress', '<div class="tabs"><input><label>npm</label><input><label>yarn</label></div><div>', '</div>'],
  ])('writes the label of each tab of %s above its panel [read-html-10]', (_, before, after) => {
    const panels =
      '<div role="tabpanel"><pre>npm start</pre></div><div role="tabpanel" hidden><p>Run yarn start.</p></div>'
    expect(content(`<p>${sentence}</p><div>${before}${panels}${after}</div><p>${sentence}</p>`)).toBe(
      `${sentence}\n\n\nnpm\n\n\`\`\`\nnpm start\n\`\`\`\n\n\nyarn\nRun yarn start.\n\n\n${sentence}`,
    )
  })

  it('leaves tabs without a panel for each where they are', () => {
    const tabs = '<div role="tablist"><button role="tab">Monthly</button><button role="tab">Yearly</button></div>'
    expect(content(`<p>${sentence}</p>${tabs}<div><p>One panel.</p></div>`)).toBe(
      `${sentence}\n\nMonthly Yearly\n\nOne panel.`,
    )
  })

  it('keeps the text of links and emphasis without addresses or markup', () => {
    expect(
      content(`<p>Read <a href="/x">the <b>whole</b> story</a>, in <code>code</code> too, before you go.</p>`),
    ).toBe('Read the whole story, in code too, before you go.')
  })

  it('writes nested lists', () => {
    const list = '<ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul><ol start="3"><li>Three<li>Four</ol>'
    expect(content(`<p>${sentence}</p>${list}`)).toBe(`${sentence}\n\n- One\n  - Inner\n- Two\n\n3. Three\n4. Four`)
  })

  it('writes web components among blocks on lines of their own, and within a line as part of it', () => {
    const items =
      '<my-list><my-item>Sixty offices</my-item> <my-item>Two <my-tip>million</my-tip> people</my-item></my-list>'
    expect(content(`<div><p>${sentence} <my-tip><my-icon>Here</my-icon></my-tip> too.</p>${items}</div>`)).toBe(
      `${sentence} Here too.\n\nSixty offices\n\nTwo million people`,
    )
  })

  it('keeps a term and its definition in one block', () => {
    const html = `<dl><dt>naptime <em>(integer)</em></dt><dd><p>${sentence}</p><p>More of it.</p></dd><dt>scale</dt><dd>Short.</dd></dl>`
    expect(content(html)).toBe(`naptime (integer)\n${sentence}\n\nMore of it.\n\nscale\nShort.`)
  })

  it('writes several terms in words on one line, and those that are code below each other [definitions-7]', () => {
    const terms = (names: string[]) =>
      `<dl>${names.map((name) => `<dt>${name}</dt>`).join('')}<dd>${sentence}</dd></dl>`
    const words = content(terms(['lazy load', 'lazy loading', 'late load']))
    expect(words).toBe(`lazy load, lazy loading, late load\n${sentence}`)
    expect(splitSentences(words).map(({ kind }) => kind)).toEqual(['term', 'sentence'])
    expect(content(terms(['-p', '--prune']))).toBe(`-p\n--prune\n${sentence}`)
  })

  it('writes further short definitions of a term as lines below the first [read-html-20]', () => {
    const fields = `<dd>${sentence}</dd>\n<dd>Options: <em>a, b</em></dd> <dd>Default: <em>a</em></dd>`
    const list = `<dd>${sentence}</dd><dd><ul><li>One</li><li>Two</li></ul></dd><dd>End.</dd>`
    expect(content(`<dl><dt>method</dt>${fields}<dt>mode</dt>${list}</dl>`)).toBe(
      `method\n${sentence}\nOptions: a, b\nDefault: a\n\nmode\n${sentence}\n\n- One\n- Two\n\nEnd.`,
    )
    // Each line copies its block: without a limit, a hostile page would take quadratic time.
    const many = content(`<dl><dt>mode</dt>${`<dd>${sentence}</dd>`.repeat(500)}</dl>`)
    expect(Math.max(...many.split('\n\n').map(({ length }) => length))).toBeLessThan(3000)
  })

  it('separates what follows a definition list by two blank lines, and nothing within it [read-html-4]', () => {
    const entry = (term: string) => `<dt>${term}</dt><dd><p>${sentence}</p><p>More of ${term}.</p></dd>`
    const written = (term: string) => `${term}\n${sentence}\n\nMore of ${term}.`
    expect(content(`<dl>${entry('one')}${entry('two')}</dl><p>The rest.</p><p>The end.</p>`)).toBe(
      `${written('one')}\n\n${written('two')}\n\n\nThe rest.\n\nThe end.`,
    )
    expect(content(`<dl>${entry('one')}</dl><dl>${entry('two')}</dl>`)).toBe(`${written('one')}\n\n${written('two')}`)
  })

  it('writes what belongs to a definition as a list below its term [read-html-20]', () => {
    const fields = '<dl><dt>Type:</dt><dd><p>string</p></dd><dt>Unit</dt><dd>Seconds.</dd><dt>Unused</dt></dl>'
    const type = '<span class="classifier">int</span>'
    const values = `<dl><dt>N${type}</dt><dd>A count.<p>More of it.</p></dd><dt><b>M</b>${type}</dt></dl>`
    const parameters = `<dl><dt>Parameters:</dt><dd>${values}</dd></dl>`
    const entry = (term: string) =>
      `<dl><dt>${term}</dt><dd>${fields}<p>It is read.</p>${parameters}<p>End.</p></dd></dl>`
    const written = (term: string) =>
      `${term}\n\n- Type: string\n- Unit\n  Seconds.\n- Unused\n\nIt is read.` +
      '\n\nParameters:\n\n- N: int\n  A count.\n\n  More of it.\n\n- M: int\n\nEnd.'
    expect(content(`<p>${sentence}</p>${entry('wait')}${entry('retry')}<p>The rest.</p>`)).toBe(
      `${sentence}\n\n\n${written('wait')}\n\n\n${written('retry')}\n\n\nThe rest.`,
    )
    const method = `<dl><dt id="run">run()</dt><dd><p>${sentence}</p></dd></dl>`
    expect(content(`<dl><dt>Client(url)</dt><dd>${method}</dd></dl>`)).toBe(`Client(url)\n\nrun()\n${sentence}`)
  })

  it('writes the heading of a note as its label [read-html-21]', () => {
    const note = (name: string) => `<div class="${name}"><h3>Tip</h3><p>More of it.</p></div><p>The end.</p>`
    expect(content(`<h2>Cleaning</h2><p>${sentence}</p>${note('tip')}`)).toBe(
      `## Cleaning\n\n${sentence}\n\nTip\n\nMore of it.\n\nThe end.`,
    )
    expect(content(`<p>${sentence}</p>${note('tips-page')}`)).toContain('### Tip')
    expect(content(`<p>${sentence}</p>${note('note').replaceAll('h3', 'h2')}`)).toContain('## Tip')
  })

  it('keeps a summary and its details in one block, between two blank lines [read-html-8]', () => {
    const html = [
      `<details><summary><span>How high is it?</span></summary><div><p>${sentence}</p></div></details>`,
      '<details open><summary>What is <b>sold</b>?</summary><ul><li>Maps</li><li>Books</li></ul></details>',
      `<details><summary><h3>Tickets</h3></summary>At the <i>door</i>.</details><p>${sentence}</p>`,
    ]
    expect(content(`<h1>Questions</h1>${html.join('')}`)).toBe(
      `# Questions\n\n\nHow high is it?\n${sentence}\n\n\nWhat is sold?\n\n- Maps\n- Books` +
        `\n\n\n### Tickets\n\nAt the door.\n\n\n${sentence}`,
    )
  })

  it.each(['# a comment of a shell', '## of items', '> 18 years', '```', '~~~'])(
    'keeps a paragraph or a line of it that begins as %j does a paragraph [read-html-5]',
    (text) => {
      const html = `<p>${sentence}</p><p>${text}</p><p>Lines<br>${text}</p><dl><dt>${text}</dt><dd>${sentence}</dd></dl>`
      const markdown = content(html.replaceAll('> 18', '&gt; 18'))
      expect(parseBlocks(markdown).map(({ kind }) => kind)).toEqual(new Array(4).fill('paragraph'))
      expect(splitSentences(markdown).map(({ start, end }) => markdown.slice(start, end))).toContain(text)
    },
  )

  it('keeps lines of code and the language in the class name', () => {
    const code = '<pre><code class="language-sql">SELECT 1;\n  -- two  spaces\n</code></pre>'
    expect(content(`<p>${sentence}</p>${code}`)).toBe(`${sentence}\n\n\`\`\`sql\nSELECT 1;\n  -- two  spaces\n\`\`\``)
    expect(content(`<p>${sentence}</p><pre>a \`\`\` b</pre>`)).toBe(`${sentence}\n\n\`\`\`\`\na \`\`\` b\n\`\`\`\``)
  })

  it('writes data tables', () => {
    const rows =
      '<tr><th>Name</th><th>Size</th></tr><tr><td>smallint</td><td>2 | bytes</td></tr><tr><td colspan=2>end</td></tr>'
    expect(content(`<p>${sentence}</p><table><caption>Types</caption>${rows}</table>`)).toBe(
      `${sentence}\n\nTypes\n\n| Name | Size |\n| --- | --- |\n| smallint | 2 \\| bytes |\n| end |  |`,
    )
  })

  it('keeps the rows of a table whose few rows have a table or code in them, written below the row [tables-1]', () => {
    const row = (name: string, ...rest: string[]) => `<tr><td>${name}</td><td>${rest.join('')}</td></tr>`
    const inner = '<table><tr><td>sec</td><td>seconds</td></tr><tr><td>msec</td><td>milliseconds</td></tr></table>'
    const rows = [
      '<tr><th>Sign</th><th>Meaning</th></tr>',
      row('%D', 'The time taken.'),
      row('%t', 'The time:', inner, 'In UTC.'),
      row('%a', 'The address.'),
    ]
    const table = (...more: string[]) => content(`<p>${sentence}</p><table>${[...rows, ...more].join('')}</table>`)
    expect(table()).toBe(
      `${sentence}\n\n| Sign | Meaning |\n| --- | --- |\n| %D | The time taken. |\n| %t | The time: |\n\n` +
        '| sec | seconds |\n| --- | --- |\n| msec | milliseconds |\n\nIn UTC.\n\n' +
        '| Sign | Meaning |\n| --- | --- |\n| %a | The address. |',
    )
    // With code in every second row it is rather a layout.
    expect(table(row('%b', '<pre>b</pre>'), row('%c', '<pre>c</pre>'))).toContain('\n\nThe address.\n\n%b\n\n')
  })

  it('leaves out the lines and arrows of a diagram made of tables [tables-2]', () => {
    const arrows = '<table><tr><td>^<br><tt>|</tt></td><td><tt>|<br>v</tt></td></tr></table>'
    const cells = ['Network', '-&gt;', `queue <pre>fast</pre>`, arrows, '<tt>\\</tt>', 'Local'].map(
      (cell) => `<td>${cell}</td>`,
    )
    const text = content(`<p>${sentence}</p><table><tr>${cells.join('')}</tr></table>${arrows}`)
    expect(text).toBe(`${sentence}\n\nNetwork\n\nqueue\n\n\`\`\`\nfast\n\`\`\`\n\nLocal`)
  })

  it('leaves out references to notes and their links back', () => {
    const wikipedia = '<sup class="reference"><a href="./Tower#cite_note-3"><span>[</span>3<span>]</span></a></sup>'
    const others = '<a href="#fn1"><sup>1</sup></a> It is dry<sup><a href="#fn-b">*</a></sup>'
    const formula = 'x<sup>2</sup> and x<sup><a href="/squares">2</a></sup>'
    expect(content(`<p>${sentence} Opened in 1890.${wikipedia} It is high.${others}. ${formula}</p>`)).toBe(
      `${sentence} Opened in 1890. It is high. It is dry. x2 and x2`,
    )
    const note = '<span class="mw-cite-backlink"><a href="#a">Jump up to: a</a></span> A book.'
    expect(content(`<p>${sentence}</p><ol><li>${note}</li><li>A page. <a href="#b">↩︎</a></li></ol>`)).toBe(
      `${sentence}\n\n1. A book.\n2. A page.`,
    )
  })

  it('repeats a cell in all rows that it spans', () => {
    const table = [
      '<tr><th rowspan=2>Plan</th><th colspan=2>Price</th></tr><tr><th>monthly</th><th>yearly</th></tr>',
      '<tr><td rowspan=2>Pro</td><td>10</td><td>100</td></tr><tr><td>12</td><td rowspan=9>120</td></tr>',
      '<tr><td>Team</td><td>20</td></tr>',
    ]
    expect(content(`<p>${sentence}</p><table>${table.join('')}</table>`)).toBe(
      `${sentence}\n\n| Plan | Price |  |\n| --- | --- | --- |\n| Plan | monthly | yearly |\n` +
        '| Pro | 10 | 100 |\n| Pro | 12 | 120 |\n| Team | 20 | 120 |',
    )
  })

  it('writes a layout table as plain blocks', () => {
    const table = `<table role="presentation"><tr><td><h2>Left</h2><p>${sentence}</p></td><td><p>${sentence} Right.</p></td></tr></table>`
    expect(content(table)).toBe(`## Left\n\n${sentence}\n\n${sentence} Right.`)
  })

  it('marks quotations with >', () => {
    expect(content(`<p>${sentence}</p><blockquote><p>${sentence} Quoted.</p><p>Two.</p></blockquote>`)).toBe(
      `${sentence}\n\n> ${sentence} Quoted.\n>\n> Two.`,
    )
  })

  it('writes sections and cards that are items of a list as sections, but steps as a list [read-html-12]', () => {
    const card = (name: string) => `<li><section><h3>${name}</h3><p>${sentence}</p></section></li>`
    expect(content(`<ul><li>Before it.</li>${card('Oil')}${card('Wick')}</ul>`)).toBe(
      `- Before it.\n\n### Oil\n\n${sentence}\n\n### Wick\n\n${sentence}`,
    )
    expect(content(`<ul>${card('Oil').replace('<li>', '<li><div class="line"></div>')}</ul>`)).toBe(
      `### Oil\n\n${sentence}`,
    )
    expect(content(`<ol>${card('Fill it')}</ol>`)).toBe(`1. Fill it\n\n   ${sentence}`)
  })

  it('writes tables made of divs, by their roles or as Javadoc makes them, as tables [read-html-22]', () => {
    const cell = (name: string, text: string) => `<div class="${name}"><div class="block">${text}</div></div>`
    const rows = ['add(E e)', 'size()'].map((name) => cell('col-first', name) + cell('col-last', sentence.slice(0, 30)))
    const header = cell('table-header col-first', 'Method') + cell('table-header col-last', 'Description')
    const javadoc = `<div class="summary-table">${header}${rows.join('')}</div>`
    const table = (first: string, text: string) => `| ${first} | ${text} |`
    const lines = ['add(E e)', 'size()'].map((name) => table(name, sentence.slice(0, 30)))
    expect(content(`<p>${sentence}</p>${javadoc}`)).toBe(
      `${sentence}\n\n${[table('Method', 'Description'), table('---', '---'), ...lines].join('\n')}`,
    )
    const order = `<div class="summary-table"><div>Total</div><div>9 €</div></div>`
    expect(content(`<p>${sentence}</p>${order}`)).toBe(`${sentence}\n\nTotal\n\n9 €`)
    const row = (role: string, ...texts: string[]) =>
      `<div role="row">${texts.map((text) => `<span role="${role}">${text}</span>`).join('')}</div>`
    const roles = `<div role="table">${row('columnheader', 'Plan', 'Price')}${row('cell', 'Small', '9 €')}</div>`
    expect(content(`<p>${sentence}</p>${roles}`)).toBe(
      `${sentence}\n\n${[table('Plan', 'Price'), table('---', '---'), table('Small', '9 €')].join('\n')}`,
    )
  })

  it('keeps addresses for mail among text that is kept, and a price apart from what follows it [contact-1]', () => {
    const people = ['Ada', 'Ben', 'Cem'].map((name) => {
      const mail = `<a href="mailto:${name}@example.org">${name}@example.org</a>`
      return `<div><h3>${name}</h3><p>${name} looks after the boats of the harbour. ${sentence}</p>${mail}</div>`
    })
    const course = '<div><span class="price">39 €</span><span class="seats">sold out</span></div>'
    const text = content(`<main><h1>Team</h1>${people.join('').repeat(2)}${course}</main>`)
    expect(text).toContain('Cem@example.org')
    expect(text).toContain('39 € sold out')
    const wrapped =
      '<li><i class="icon"></i><span class="text"><a href="tel:01632960410">01632 960410</a> (desk)</span></li>'
    expect(content(`<h1>Find us</h1><p>${sentence}</p><ul><li>27 Harbour Lane</li>${wrapped}</ul>`)).toContain(
      '960410 (desk)',
    )
    const line = '<div class="flex gap-4"><span>Start at the Pump House</span><span>Ends at noon</span></div>'
    expect(content(`<p>${sentence}</p>${line}`)).toContain('Pump House Ends at noon')
    expect(content(`<p>${sentence}</p>${line.replace('flex gap-4', 'text')}`)).toContain('Pump HouseEnds')
  })

  it('writes rows of divs with the same few short cells as a table, but no cards and no linked labels [grid-1]', () => {
    const row = (...cells: string[]) => `<div class="row">${cells.map((cell) => `<div>${cell}</div>`).join('')}</div>`
    const grid = (...rows: string[]) => `<p>${sentence}</p><div class="grid">${rows.join('\n')}</div>`
    const days = [row('Friday', '<b>10:00</b> – 18:00'), row('Saturday', '9:00 – 20:00')]
    const friday = '| Friday | 10:00 – 18:00 |\n| --- | --- |\n| Saturday | 9:00 – 20:00 |'
    expect(content(grid(...days, row('Sunday', 'closed')))).toBe(`${sentence}\n\n${friday}\n| Sunday | closed |`)
    const items = grid(...days, row('Sunday', 'closed'))
      .replaceAll('div class="row"', 'li')
      .replace('div class', 'ul class')
    expect(content(items)).toBe(content(grid(...days, row('Sunday', 'closed'))))
    const linked = row('Sunday', '<a href="/closed">closed</a>')
    expect(content(grid(...days, linked, 'and'))).toBe(`${sentence}\n\n${friday}\n| Sunday | closed |\n\nand`)
    const others = [days, [...days, row('Sunday')], [...days, 'and', row('Sunday', 'closed')]]
    others.push([...days, row('Sunday', sentence)], [...days, row('Sunday', '<h3>closed</h3>')])
    others.push([...days, row('<a href="/sunday">Sunday</a>', 'closed')])
    for (const rows of others) expect(content(grid(...rows))).not.toContain('|')
  })

  it('writes a date above the heading of a card below it, but no sentence and no paragraph between headings [kicker-1]', () => {
    const card = (before: string, heading = '<h3>Night trip</h3>') =>
      content(`<p>${sentence}</p><div class="card">${before}<div>${heading}<p>${sentence}</p></div></div>`)
    const below = `${sentence}\n\n### Night trip\n\n12 May\n\n${sentence}`
    expect(card('<span class="date">12 <b>May</b></span> ')).toBe(below)
    expect(card('', '<p>12 May</p> <h3>Night trip</h3>')).toBe(below)
    expect(card('<div class="image"><img src="hut.jpg"></div><span>12 May</span>')).toBe(below)
    expect(card('<span>We go up by night.</span>')).toContain('We go up by night.\n\n### Night trip')
    expect(card('<p>12 May</p><p>Evening</p>')).toContain('12 May\n\nEvening\n\n### Night trip')
  })

  it('writes the button and the panel of an accordion like details, but no menu or filter [accordion-1]', () => {
    const item = (label: string, answer: string) =>
      `<div class="item"><div role="button" aria-expanded="false"><a>${label}</a></div><div hidden class="panel">${answer}</div></div>`
    const page = (items: string) =>
      content(`<h1>Lost teeth</h1><p>${sentence}</p>${items}<h2>Later</h2><p>${sentence}</p>`)
    const milk = page(
      item('Adult tooth', `<p>${sentence}</p>`) + item('Baby tooth', '<p>Do not put it back: come and see us.</p>'),
    )
    expect(milk).toContain(
      `\n\n\nAdult tooth\n${sentence}\n\n\nBaby tooth\nDo not put it back: come and see us.\n\n\n## Later`,
    )
    const button = `<button class="accordion">Adult tooth</button>\n<div class="panel">${sentence}</div>`
    expect(page(button)).toContain(`\n\n\nAdult tooth\n${sentence}\n\n\n## Later`)
    const webflow = `<div aria-expanded="false">Adult tooth</div><nav class="w-dropdown-list"><p>${sentence}</p></nav>`
    expect(page(webflow)).toContain(`\n\n\nAdult tooth\n${sentence}\n\n\n## Later`)
    const menu = '<nav class="w-dropdown-list"><a href="/a">Boats and huts</a> <a href="/b">Events</a></nav>'
    expect(page(`<div aria-expanded="false">Products</div>${menu}`)).not.toContain('Boats')
    const named = `<div class="faq-header"><p>Adult tooth</p><button>+</button></div><div>${sentence}</div>`
    expect(page(named)).toContain(`\n\n\nAdult tooth\n${sentence}\n\n\n## Later`)
    const filter = '<li>Small</li><li>Large</li>'
    expect(page(`<button aria-expanded="true">Size</button><ul>${filter}</ul>`)).not.toContain('\n\n\n')
    expect(page(`<h3><button aria-expanded="true">Adult tooth</button></h3><p>${sentence}</p>`)).toContain(
      '### Adult tooth',
    )
  })

  it('keeps the heading of an article or a part of the page and its date, but no header of the page [article-header-1]', () => {
    const post = (title: string) =>
      `<article><header><p><time>9 May</time> · Ada</p><h2>${title}</h2></header><p>${sentence}</p></article>`
    const text = content(`<header><h2>Harbour club</h2></header><h1>News</h1>${post('New roof')}${post('New boat')}`)
    expect(text).toBe(
      `# News\n\n## New roof\n\n9 May · Ada\n\n${sentence}\n\n## New boat\n\n9 May · Ada\n\n${sentence}`,
    )
    expect(content(`<article><header><h1>New roof</h1>By Ada</header><p>${sentence}</p></article>`)).toBe(sentence)
    const part = (title: string) => `<div class="frame"><header><h2>${title}</h2></header><p>${sentence}</p></div>`
    expect(content(`<header>Harbour club</header>${part('Prices')}${part('Hours')}`)).toBe(
      `## Prices\n\n${sentence}\n\n## Hours\n\n${sentence}`,
    )
  })

  it('writes a note that is a table with an icon as plain blocks [read-html-19]', () => {
    const icon = '<td rowspan="2"><img src="note.png" alt=""></td>'
    const note = `<table><tr>${icon}<th>Note</th></tr><tr><td><p>${sentence}</p></td></tr></table>`
    expect(content(`<p>Before. ${sentence}</p>${note}`)).toBe(`Before. ${sentence}\n\nNote:\n\n${sentence}`)
    const table = '<table><tr><th>Port</th><td>443</td></tr></table>'
    expect(content(`<p>${sentence}</p>${table}`)).toContain('| Port | 443 |')
  })

  it('writes a note that is a table of one row with its kind or an icon as plain blocks [read-html-11]', () => {
    const note = (kind: string) =>
      `<table><tr><td class="icon">${kind}</td><td class="content"><p>${sentence}</p></td></tr></table>`
    expect(content(`<p>${sentence}</p>${note('<div class="title">Note</div>')}`)).toBe(
      `${sentence}\n\nNote:\n\n${sentence}`,
    )
    expect(content(`<p>One more sentence. ${sentence}</p>${note('<i class="fa icon-note" title="Note"></i>')}`)).toBe(
      `One more sentence. ${sentence}\n\n${sentence}`,
    )
  })

  it('writes code and tables that a blockquote only indents without >', () => {
    const table = '<table><tr><th>Type</th><th>Meaning</th></tr><tr><td>b</td><td>Binary.</td></tr></table>'
    const indented = ['<pre>SELECT 1;</pre>', `<div>${table}</div>`]
    expect(content(`<p>${sentence}</p>${indented.map((each) => `<blockquote>${each}</blockquote>`).join('')}`)).toBe(
      `${sentence}\n\n\`\`\`\nSELECT 1;\n\`\`\`\n\n| Type | Meaning |\n| --- | --- |\n| b | Binary. |`,
    )
  })

  it('writes definitions that a blockquote only indents without > [quotations-1]', () => {
    const terms =
      '<dl><dt>minimal_backoff</dt><dd><p>The least time.</p></dd><dt>lifetime</dt><dd><p>How long.</p></dd></dl>'
    expect(content(`<p>${sentence}</p><blockquote>${terms}</blockquote><p>${sentence} Below.</p>`)).toBe(
      `${sentence}\n\nminimal_backoff\nThe least time.\n\nlifetime\nHow long.\n\n\n${sentence} Below.`,
    )
  })
})

describe('readHtml main text', () => {
  const paragraphs = Array.from(
    { length: 8 },
    (_, at) => `<p>${sentence} It is paragraph ${at}, and it has a second sentence.</p>`,
  ).join('')
  const menu = `<div class="menu"><ul>${Array.from({ length: 20 }, (_, at) => `<li><a href="/m${at}">Menu ${at}</a></li>`).join('')}</ul></div>`
  const cookies = '<div id="cookie-banner"><p>We use cookies.</p><button>Accept all</button></div>'
  const related = `<div class="related-posts"><h3>Related posts</h3>${Array.from({ length: 6 }, (_, at) => `<div class="card"><a href="/r${at}">Another story ${at}</a></div>`).join('')}</div>`

  it('removes menus, cookie notices and related links but no paragraph', () => {
    const text = content(`<body>${cookies}${menu}<main><h1>Towers</h1>${paragraphs}</main>${related}</body>`)
    for (let at = 0; at < 8; at++) expect(text).toContain(`It is paragraph ${at}`)
    for (const word of ['cookies', 'Accept', 'Menu 3', 'Another story']) expect(text).not.toContain(word)
  })

  it('removes copies for mobile and repeated quotations but keeps the same sentence for two settings', () => {
    const count = (html: string, words: string) => content(html).split(words).length - 1
    expect(
      count(`<div class="desktop">${paragraphs}</div><div class="mobile">${paragraphs}</div>`, 'It is paragraph 3'),
    ).toBe(1)
    expect(
      count(`${paragraphs}<blockquote><p>${sentence} Said.</p></blockquote><p>${sentence} Said.</p>`, 'Said.'),
    ).toBe(2)
    expect(
      count(`<p>${sentence} Said.</p>${paragraphs}<blockquote><p>${sentence} Said.</p></blockquote>`, 'Said.'),
    ).toBe(1)
    const setting = (name: string) =>
      `<dt>${name}</dt><dd><p>This parameter can only be set in the configuration file or on the command line.</p></dd>`
    expect(count(`<main>${paragraphs}<dl>${setting('one')}${setting('two')}</dl></main>`, 'This parameter')).toBe(2)
  })

  it('removes comments below an article but keeps them in a forum or without other text', () => {
    const comment = (at: number) =>
      `<li class="comment"><p>Reader ${at} here: I have been to the tower myself, and I liked it very much.</p></li>`
    const comments = `<div id="comments" class="comments-area"><h3>4 comments</h3><ol class="comment-list">${[1, 2, 3, 4].map(comment).join('')}</ol></div>`
    const page = `<article><h1>Towers</h1>${paragraphs}</article>${comments}`
    expect(content(page)).not.toContain('Reader 3 here')
    expect(content(page)).toContain('It is paragraph 7')
    // Without other text, the comments are the page.
    expect(content(`<h1>Towers</h1>${comments}`)).toContain('Reader 3 here')
    const thread = readHtml(`<h1>Towers</h1>${comments}`, { url: 'https://example.org/forum/thread/towers' })
    expect(thread.content).toContain('Reader 3 here')
  })

  it('removes whole paragraphs of other stories around an article', () => {
    const other = (at: number) =>
      `<div class="tile"><h3>Harbour ${at}</h3><p>The harbour of town ${at} opens again in spring, the mayor said, and ferries will sail daily.</p></div>`
    const article = `<meta property="og:type" content="article"><h1>Towers</h1><div class="c1">${paragraphs}</div>`
    const text = content(`${article}<div class="c2">${[1, 2, 3, 4].map(other).join('')}</div>`)
    for (let at = 0; at < 8; at++) expect(text).toContain(`It is paragraph ${at}`)
    expect(text).not.toContain('The harbour of town 3')
  })

  it('keeps a header that holds most of the text of the page, which is its article then [read-html-7]', () => {
    const page = `<header>${paragraphs}</header><p>Contact us for an offer.</p>`
    expect(read(page)).toMatchObject({ uncertain: false, content: expect.stringContaining(sentence) })
    expect(content(`<header>${paragraphs}</header><main>${paragraphs}<p>${sentence}</p></main>`)).toBe(
      content(`<main>${paragraphs}<p>${sentence}</p></main>`),
    )
  })

  it('marks a page as uncertain when most of its text is in a footer, and only then', () => {
    const page = `<footer>${paragraphs}</footer><p>Contact us for an offer.</p>`
    expect(read(page)).toMatchObject({ content: 'Contact us for an offer.', uncertain: true })
    expect(read(`<header><p>${sentence}</p></header><main><h1>Towers</h1>${paragraphs}</main>`).uncertain).toBe(false)
    expect(read('<p>Closed today.</p>').uncertain).toBe(false)
  })

  it('removes a cookie notice even from a page with one sentence', () => {
    for (const name of ['class="cookie-banner"', 'id="CookieConsent"', 'class="site gdpr_popup--open"']) {
      const text = content(
        `<body><div ${name}><p>We use cookies to improve your experience.</p></div><p>${sentence}</p></body>`,
      )
      expect(text).not.toContain('cookies')
      expect(text).toContain(sentence)
    }
    const article = `<div class="cookie-message-guide"><p>${`${sentence} `.repeat(12)}</p></div>`
    expect(content(`<body>${article}</body>`)).toContain(sentence)
  })

  it('keeps a heading and a section whose ids are made from the word "pagination"', () => {
    const heading = `<h2 id="pagination">Pagination</h2><p>${sentence}</p>`
    expect(content(`<main>${paragraphs}${heading}${paragraphs}</main>`)).toContain(`## Pagination\n\n${sentence}`)
    const section = `<section id="pagination"><h2>Pagination</h2><p>${sentence}</p></section>`
    expect(content(`<main>${paragraphs}${section}</main>`)).toContain(`## Pagination\n\n${sentence}`)
    const pages = '<div id="pagination"><a href="/1">Page 1</a> <a href="/2">Page 2</a></div>'
    expect(content(`<main><p>${sentence}</p>${pages}</main>`)).toBe(sentence)
  })

  it.each(['share', 'newsletter', 'related', 'comments'])('keeps a heading with the id %j', (id) => {
    const heading = `<h2 id="${id}">About ${id}</h2><p>${sentence}</p>`
    expect(content(`<main>${paragraphs}${heading}${paragraphs}</main>`)).toContain(`## About ${id}\n\n`)
  })

  it('keeps a sentence in a link with aria-hidden', () => {
    const teaser = `<p><a href="/x" aria-hidden="true" tabindex="-1">${sentence}</a></p>`
    expect(content(`<main>${paragraphs}${teaser.repeat(1)}</main>`)).toContain(sentence)
    expect(content(`${teaser}`)).toBe(sentence)
  })

  it('keeps mail addresses and telephone numbers in links of a short page', () => {
    const contact =
      '<div><a href="mailto:a@example.org">a@example.org</a></div><div><a href="tel:+4930">030 12345</a></div>'
    expect(
      content(`<title>Us</title><h1>Contact</h1><p>We are here.</p><div><a href="/map">Map</a></div>${contact}`),
    ).toBe('# Contact\n\nWe are here.\n\na@example.org\n\n030 12345')
  })

  it('keeps all text of a short page', () => {
    expect(content('<title>Note</title><main><h1>Note</h1><p>Closed today.</p></main>')).toBe('# Note\n\nClosed today.')
  })

  it('uses structured data or the description when the page has no visible text', () => {
    const data = JSON.stringify({ '@type': 'DiscussionForumPosting', text: `<p>${sentence}</p>` })
    expect(content(`<div id="app"></div><script type="application/ld+json">${data}</script>`)).toBe(sentence)
    const product = JSON.stringify({ '@type': 'Product', description: sentence })
    expect(content(`<div id="app"></div><script type="application/ld+json">${product}</script>`)).toBe(sentence)
    expect(content(`<meta property="og:description" content="${sentence}"><p>Loading</p>`)).toBe(
      `Loading\n\n${sentence}`,
    )
    expect(content(`<script type="application/ld+json">{not json</script><p>Text.</p>`)).toBe('Text.')
  })

  it('uses noscript content when there is no other text', () => {
    expect(content(`<div id="app"></div><noscript>${paragraphs}</noscript>`)).toContain('It is paragraph 7')
  })
})

describe('readHtml metadata', () => {
  it('takes the title, else the first heading, else an empty string', () => {
    expect(read('<title> A &amp;\n B </title><h1>C</h1>').title).toBe('A & B')
    expect(read('<header><h1>In the <i>header</i></h1></header>').title).toBe('In the header')
    expect(read('<svg><title>Icon</title></svg><p>x</p>').title).toBe('')
  })

  it('lists the addresses in other languages', () => {
    const page = read(
      '<link rel=alternate hreflang=de href="/de#x"><link rel="alternate" hreflang="x-default" href="//example.org/">' +
        '<link rel=alternate type="application/rss+xml" href="/feed"><link hreflang=fr href="/fr"><p>x</p>',
    )
    expect(page.alternates).toEqual(['https://example.org/de', 'https://example.org/'])
  })

  it('reads language, canonical address and robots directives', () => {
    const page = read(
      '<html lang="pt_BR"><link rel=canonical href="/c#d"><meta name=robots content="NOINDEX, nofollow"><p>x</p>',
    )
    expect(page).toMatchObject({ language: 'pt-BR', canonical: 'https://example.org/c', noindex: true, nofollow: true })
    expect(read('<meta name="robots" content="none">')).toMatchObject({ noindex: true, nofollow: true })
    expect(read('<html lang="<script>">').language).toBe('')
  })
})

describe('readHtml links', () => {
  const links = (html: string) => read(html).links.map((link) => link.url)

  it('takes links from the whole document, including navigation, without duplicates and fragments', () => {
    const html =
      '<nav><a href="/a">A</a></nav><p><a href="b#x">B</a><a href="b#y">B</a></p><footer><a href="//other.test/">O</a></footer>'
    expect(links(html)).toEqual(['https://example.org/a', 'https://example.org/docs/b', 'https://other.test/'])
  })

  it.each(['data:text/html,x', 'ftp://example.org/base/', 'javascript:void(0)'])(
    'resolve against the address of the page when the base element is %s',
    (base) => {
      expect(links(`<base href="${base}"><a href="x">X</a>`)).toEqual(['https://example.org/docs/x'])
    },
  )

  it('resolves links against the base element', () => {
    expect(links('<base href="/base/"><a href="x">X</a><a href="?q">Q</a>')).toEqual([
      'https://example.org/base/x',
      'https://example.org/base/?q',
    ])
  })

  it('leaves out links to fragments, other schemes and invalid addresses', () => {
    expect(
      links(
        '<a href="#x">1</a><a href="javascript:x()">2</a><a href="mailto:a@b.c">3</a><a href="tel:1">4</a><a href="data:,x">5</a><a href="">6</a><a>7</a><a href="http://[">8</a>',
      ),
    ).toEqual([])
  })

  it('marks links that have nofollow', () => {
    const page = read('<a rel="noopener NOFOLLOW" href="/a">A</a><a href="/b">B</a><a rel=nofollow href="/b">B</a>')
    expect(page.links).toEqual([
      { url: 'https://example.org/a', nofollow: true },
      { url: 'https://example.org/b', nofollow: false },
    ])
    expect(read('<meta name=robots content=nofollow><a href="/a">A</a>').links[0]?.nofollow).toBe(true)
  })
})
