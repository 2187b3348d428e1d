import { describe, expect, it } from 'vitest'
import { readHtml } from '#server/extraction/read-html.ts'

const sentence = 'The harbour studio has three rooms above the old sail loft, and one on the ground floor.'

/** The Markdown of a page with a sentence and then `html`, without that sentence. */
function written(html: string): string {
  const page = `<main><h1>Studio</h1><p>${sentence}</p>${html}</main>`
  const { content } = readHtml(page, { url: 'https://studio.example/page' })
  return content.slice(content.indexOf(sentence) + sentence.length).trim()
}

describe('pages of site builders', () => {
  const service = (name: string, ...lines: string[]) =>
    `<div class="card"><p class="name">${name}</p>${lines.map((line) => `<p>${line}</p>`).join('')}</div>`

  it('write a card without a heading below its title, and end it [cards-1]', () => {
    const cards = [service('Massage', 'With oil, or without', '£55'), service('Shiatsu', 'On the floor', '£48')]
    const all = `<div>${[...cards, service('Reiki', 'With hands only', '£40', 'Short: £25')].join('')}</div><p>Pay at the desk.</p>`
    expect(written(all)).toBe(
      'Massage\n\nWith oil, or without\n\n£55\n\n\nShiatsu\n\nOn the floor\n\n£48\n\n\n' +
        'Reiki\n\nWith hands only\n\n£40\n\nShort: £25\n\n\nPay at the desk.',
    )
    // Two of them are no pattern yet.
    expect(written(`<div>${cards.join('')}</div>`)).not.toContain('\n\n\n')
  })

  it('take strong first lines as titles, and join a statement to them [cards-2]', () => {
    const field = (name: string, text: string) => `<div><p><strong>${name}</strong></p><p>${text}</p></div>`
    const fields = field('Larkfield', 'For families. Quiet from ten.') + field('Owl Field', 'For those who play late.')
    expect(written(`<div>${fields}</div>`)).toBe(
      'Larkfield\nFor families. Quiet from ten.\n\n\nOwl Field\nFor those who play late.',
    )
    const named = '<p><strong>Carving</strong><br>Daily at two<br>£15 with the knife and the wood, twelve and over</p>'
    expect(written(`${named}${named.replace('Carving', 'Singing')}`)).toContain('Carving\n\nDaily at two\n£15')
  })

  it('put a date or a badge below the title of its card, and a link over the card away [cards-3]', () => {
    const event = (date: string, name: string) =>
      `<li><a class="over">${name}</a><span class="badge">${date}</span><p class="event-title">${name}</p><p>Free for members.</p></li>`
    const events = `<ul>${event('8 Oct', 'Open evening')}${event('22 Nov', 'Winter fair')}</ul>`
    const plant = (name: string) =>
      `<div><div><img src="x"><b>Pet safe</b></div><div><h3>${name}</h3><p>Likes a steamy bathroom.</p></div></div>`
    expect(written(plant('Fern'))).toBe('### Fern\n\nPet safe\n\nLikes a steamy bathroom.')
    expect(written(events)).toBe(
      'Open evening\n\n8 Oct\n\nFree for members.\n\n\nWinter fair\n\n22 Nov\n\nFree for members.',
    )
  })

  it('keep labels with values, subtitles, price lists, titles that repeat and DocBook as they are [cards-4]', () => {
    const hours = '<div class="row"><span class="title">Mon</span><span>10 a.m.–5.30 p.m.</span></div>'
    const subtitle = (name: string) =>
      `<h3>${name}</h3><div><p class="role-title">Teacher of ${name} and others</p><p>${name} works on Mondays and Fridays.</p></div>`
    const priced =
      service('Massage £55', 'With oil') + service('Shiatsu £48', 'Without') + service('Reiki £40', 'Hands')
    const example =
      '<div class="example"><p class="title"><b>Ada</b></p><p>She writes a program that adds two numbers.</p></div>'
    const others = [
      hours + hours.replace('Mon', 'Sun'),
      subtitle('Ada') + subtitle('Bea') + subtitle('Cleo'),
      priced,
      service('More', 'One thing.', '1') + service('More', 'Another.', '2') + service('More', 'A third.', '3'),
      example + example.replace('Ada', 'Bea'),
    ]
    for (const html of others) expect(written(`<div>${html}</div>`)).not.toContain('\n\n\n')
  })

  it('write each question of an accordion in a list apart from the others [cards-5]', () => {
    const question = (text: string) =>
      `<li><a class="accordion-title" aria-expanded="false">${text}</a><div><p>Yes, from eight to ten in the morning.</p></div></li>`
    const questions = `<ul>${question('May I swim?')}${question('May I sail?')}</ul>`
    expect(written(questions)).toBe(
      'May I swim?\nYes, from eight to ten in the morning.\n\n\nMay I sail?\nYes, from eight to ten in the morning.',
    )
  })

  it('take several strong lines, or blocks named so, as headings of what is below them [headings-1]', () => {
    const part = (name: string) => `<p><strong>${name}</strong></p><p>We pay it back in six days.</p>`
    expect(written(part('Pots and tools') + part('Living plants'))).toBe(
      '###### Pots and tools\n\nWe pay it back in six days.\n\n###### Living plants\n\nWe pay it back in six days.',
    )
    const block = (name: string) => `<div class="notion-heading"><div>${name}</div></div><p>We pay it back.</p>`
    expect(written(block('First steps') + block('Next steps'))).toContain('###### Next steps\n\nWe pay')
    // One alone is rather a note; a whole sentence, a price and a list of strong lines are none.
    const others = [part('Note'), part('It is true.') + part('So it is.'), part('£5') + part('£6')]
    others.push('<p><b>Monday</b></p><p><b>Tuesday</b></p><p><b>Sunday</b></p>')
    for (const html of others) expect(written(html)).not.toContain('#')
  })

  it('take a line with the class of a heading as one of that level [headings-2]', () => {
    const shop = (name: string) =>
      `<div><p class="h3 card-title">${name}</p><address>6 Quay Street, Harbour</address></div>`
    expect(written(shop('Studio North'))).toBe('### Studio North\n\n6 Quay Street, Harbour')
    // A price, and a class that only begins so.
    expect(written('<div class="h5">54.40 €</div><p class="h-5">Open all day</p>')).not.toContain('#')
    // Of MediaWiki: the block around a heading is none itself.
    const section = (name: string) => `<div class="mw-heading mw-heading2"><h2>${name}</h2></div><p>Open all day.</p>`
    expect(written(section('Fares') + section('Stations'))).toContain('## Stations\n\nOpen all day.')
    expect(written(section('Fares') + section('Stations'))).not.toContain('###')
  })

  it('write what is shown side by side as one line [rows-1]', () => {
    const field = (name: string, type: string) =>
      `<div class="field"><div class="flex items-center"><div>${name}</div><div class="inline"><div>${type}</div><div>required</div></div></div><p>Rates of the ${name} are free of charge.</p></div>`
    expect(written(field('parcel', 'array') + field('sender', 'object'))).toBe(
      'parcel array required\n\nRates of the parcel are free of charge.\n\nsender object required\n\nRates of the sender are free of charge.',
    )
    // A column, a row of columns, and the title of a card beside its price.
    const column = '<div class="flex flex-col"><div>Mon</div><div>Tue</div></div>'
    expect(written(column)).toBe('Mon\n\nTue')
    expect(written(`<div class="d-flex"><div><p>Mon</p><p>Tue</p></div><div>Open</div></div>`)).toBe(
      'Mon\n\nTue\n\nOpen',
    )
    expect(written('<div class="flex"><div class="card-title">Day pass</div><div>£5</div></div>')).toContain('pass\n')
  })

  it('keep the name and type of a parameter above its text, and no tooltip [rows-2]', () => {
    const field = (name: string, text: string) => `<div class="field"><div class="py-6"><div class="flex items-center">
      <div class="absolute"><a href="#${name}">\u200b<div></div></a></div><div>${name}</div><div>string</div></div>
      <div class="prose"><span>${text}</span></div></div></div>`
    const texts = ['Not older than its expiry, or the call is refused.', 'Carrier notifications go to this address.']
    const page = `<main><h1>Create a label</h1><p>${sentence.repeat(3)}</p>
      <div><button>b</button><div aria-hidden="true" class="opacity-0">Copy</div></div>
      ${field('rate_id', texts[0] ?? '')}${field('email', texts[1] ?? '')}${field('size', sentence)}</main>`
    const { content } = readHtml(page, { url: 'https://docs.example/labels' })
    expect(content).toMatch(/rate_id string\s+Not older than its expiry/)
    expect(content).toMatch(/email string\s+Carrier notifications/)
    expect(content).not.toContain('Copy')
  })

  it('name the author and the day of each post of a forum, instead of its byline [posts-1]', () => {
    const post = (author: string, date: string, text: string) =>
      `<div itemprop="comment" itemtype="https://schema.org/Comment"><div class="meta">
        <span itemprop="author"><a><span itemprop="name">${author}</span></a></span>
        <time itemprop="datePublished">${date}</time> <span>1</span></div>
        <div itemprop="text"><p>${text}</p></div></div>`
    const first = post('rosie', 'March 3, 2025, 10:05am', 'The belt slips when it is cold in the workshop.')
    const second = post('ellis', '2025-03-04T11:47', 'Tighten both screws by a quarter turn and try again.')
    expect(written(first + second)).toBe(
      '###### rosie, March 3, 2025\n\nThe belt slips when it is cold in the workshop.\n\n###### ellis, 2025-03-04\n\nTighten both screws by a quarter turn and try again.',
    )
    // One alone is an article, and its byline stays text.
    expect(written(first)).not.toContain('#')
  })

  it('name posts without microdata by the classes of forum software [posts-2]', () => {
    const post = (n: number, author: string, text: string) =>
      `<div class="topic-post"><article id="post_${n}"><div class="names"><span class="username"><a>${author}</a></span></div>
        <span class="relative-date">June ${n}, 2025</span><div class="cooked"><p>${text}</p></div></article></div>`
    const posts = post(1, 'dunja', 'The button is grey.') + post(2, 'jonah', 'Press it for four seconds.')
    expect(written(posts)).toBe(
      '###### dunja, June 1, 2025\n\nThe button is grey.\n\n###### jonah, June 2, 2025\n\nPress it for four seconds.',
    )
    // The teasers of a blog have titles.
    const teaser = (title: string) =>
      `<article><h2>${title}</h2><span class="author">Ann</span><div class="post-content"><p>Boats are back.</p></div></article>`
    expect(written(teaser('Harbour') + teaser('Pier'))).toContain('## Harbour\n\nAnn\n\nBoats')
  })

  it('mark the answer that its forum marks, and leave out its excerpt in the question [posts-3]', () => {
    const post = (attributes: string, author: string, text: string) =>
      `<div ${attributes}><span itemprop="author">${author}</span><div itemprop="text">${text}</div></div>`
    const excerpt = '<aside class="quote accepted-answer" data-post="3"><blockquote>Press it for …</blockquote></aside>'
    const discourse =
      post('id="post_1"', 'dunja', `<p>The button is grey.</p>${excerpt}`) +
      post('id="post_2"', 'gregor', '<p>Cut the model.</p>') +
      post('id="post_3"', 'jonah', '<p>Press it for four seconds.</p>')
    expect(written(discourse)).toBe(
      '###### dunja\n\nThe button is grey.\n\n###### gregor\n\nCut the model.\n\n###### jonah ✓\n\nPress it for four seconds.',
    )
    const stackExchange =
      post('itemprop="mainEntity"', 'dunja', '<p>Is it grey?</p>') +
      post('itemprop="acceptedAnswer"', 'jonah', '<p>Yes.</p>')
    expect(written(stackExchange)).toContain('###### jonah ✓\n\nYes.')
    // An excerpt of a post on a later page of the thread stays.
    expect(written(discourse.replace('post_3', 'post_4'))).toContain('Press it for …')
  })

  it('say what a plan does not include [lists-2]', () => {
    const items =
      '<li>Two visits</li><li class="et_pb_not_available">Dental care</li><li class="unavailable-days">Sunday</li>'
    expect(written(`<ul>${items}</ul>`)).toBe('- Two visits\n- ✗ Dental care\n- Sunday')
  })

  it('write lists that only have roles, with their numbers once [lists-1]', () => {
    const list = (sign: string) =>
      `<div role="list">${['Open it.', 'Close it.'].map((text, n) => `<div role="listitem"><div>${sign.replace('n', String(n + 1))}</div><div>${text}</div></div>`).join('')}</div>`
    expect(written(list('n.'))).toBe('1. Open it.\n2. Close it.')
    expect(written(list('•'))).toBe('- Open it.\n- Close it.')
    expect(written(list('').replace('listitem', 'note'))).toBe('Open it.\n\nClose it.')
  })

  it('write the check marks and crosses of a comparison from icons, labels and pictures [icons-1]', () => {
    const cells = ['<i class="fa fa-times"></i>', '<svg aria-label="Included"></svg>', '<img src="x" alt="Yes">']
    const table = `<table><tr><th>Plan</th><th>Solo</th><th>Duo</th><th>Trio</th></tr><tr><td>Notes</td>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`
    expect(written(table)).toContain('| Notes | – | ✓ | ✓ |')
    const row = (...texts: string[]) => `<div>${texts.map((text) => `<div>${text}</div>`).join('')}</div>`
    const grid =
      row('Plan', 'Solo', 'Duo') + row('Notes', '<b><svg class="icon-check"></svg></b>', '<svg class="x"></svg>')
    expect(written(`<div>${grid}${row('Help', 'Email', 'Phone')}</div>`)).toContain('| Notes | ✓ | – |')
    // A picture that says something else, and a sign beside a text.
    expect(written('<table><tr><td>Map</td><td><img alt="The harbour"></td></tr></table>')).not.toContain('✓')
    expect(written('<div><i class="check"></i><p>Bring a towel with you.</p></div>')).toBe('Bring a towel with you.')
  })

  it('leave out what a control says only to screen readers [icons-2]', () => {
    const label = '<label>Small<span class="visually-hidden">Sold out</span></label>'
    expect(written(`<fieldset>${label}</fieldset><p><span class="sr-only">Price</span> £24</p>`)).toBe(
      'Small\n\nPrice £24',
    )
  })

  it('keep the facts of an event below its text, but no list of links [facts-1]', () => {
    const details =
      '<div class="meta"><ul><li><a href="/ical">Add to calendar</a></li></ul><h2>Details</h2><dl><dt>Cost:</dt><dd>£8</dd></dl></div>'
    const text = `<div>${['three', 'four', 'five'].map((rooms) => `<p>${sentence.replace('three', rooms)} ${sentence}</p>`).join('')}</div>`
    expect(written(text + details)).toContain('Cost:\n£8')
    expect(written(text + details.replace('£8', '<a href="/tags/cheap">cheap</a>'))).not.toContain('cheap')
  })
})
