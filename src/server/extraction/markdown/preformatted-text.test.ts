import { describe, expect, it } from 'vitest'
import { readHtml } from '#server/extraction/read-html.ts'
import { readText } from '#server/extraction/read-text.ts'

const url = 'https://example.org/page'
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const page = (...texts: string[]) => texts.map((text) => `<pre>\n${escape(text)}\n</pre>`).join('\n')
const content = (html: string) => readHtml(html, { url }).content

const manualPage = `
       lampctl turns the lamps of a house on and off.  It speaks to each of them
       over the network and needs no account.

   Common options
       -t SECONDS
       --timeout=SECONDS
              Give up after this many seconds.  The default is 5 seconds, and 0
              waits for ever.

              A lamp that is asleep may need longer.

       -q     Print nothing, not even warnings, so that scripts can read the
              output.

       --version Print the version and exit.

       This turns on the lamp of the hall:

           lampctl --timeout=2 hall on | tee -a lamp.log
           lampctl status

       $ lampctl attic
       There is no lamp of that name, or it has no power.`

describe('text in pre elements', () => {
  it('writes paragraphs, headings, terms and examples of a manual page [preformatted-1]', () => {
    const heading = '<h2>DESCRIPTION <a href="#top_of_page"><span>top</span></a></h2>'
    expect(content(`<h1>lampctl(1)</h1>${heading}${page(manualPage)}`)).toBe(`# lampctl(1)

## DESCRIPTION

lampctl turns the lamps of a house on and off. It speaks to each of them over the network and needs no account.

### Common options

-t SECONDS
--timeout=SECONDS
Give up after this many seconds. The default is 5 seconds, and 0 waits for ever.

A lamp that is asleep may need longer.

-q
Print nothing, not even warnings, so that scripts can read the output.

--version
Print the version and exit.

This turns on the lamp of the hall:

\`\`\`
    lampctl --timeout=2 hall on | tee -a lamp.log
    lampctl status

$ lampctl attic
There is no lamp of that name, or it has no power.
\`\`\``)
  })

  it('joins a paragraph of an RFC that goes on on the next page, and keeps its figures [preformatted-2]', () => {
    const first = `
2.1.  Timeouts

   A lamp that has not heard from a switch for the whole of an hour turns
   itself off, which saves energy in rooms

Author                       Standards Track                    [Page 2]`
    const second = `RFC 99990             Light Switch Control Protocol           January 2030

   which are unused.  The header of a message has two fields:

       +---------+----------+
       | Version | Sequence |
       +---------+----------+

   o  The version is the one of the protocol, and no other is in use
      at present.

   o  The sequence grows by one.`
    expect(content(page(first, second))).toBe(`### 2.1. Timeouts

A lamp that has not heard from a switch for the whole of an hour turns itself off, which saves energy in rooms which are unused. The header of a message has two fields:

\`\`\`
+---------+----------+
| Version | Sequence |
+---------+----------+
\`\`\`

- The version is the one of the protocol, and no other is in use at present.

- The sequence grows by one.`)
    expect(content(page(`${first}\n\f\n${second}`))).toBe(content(page(first, second)))
  })

  it('writes what a mail quotes and answers, and its list [preformatted-3]', () => {
    const mail = `On Mon, Mar 11, 2030 at 9:14 AM Sam Sample wrote:

> How long does the battery of the small lantern last?  The box says
> ten hours, mine is empty after six.

The ten hours are for the low setting.  On the high setting it lasts about
five hours.  These shorten its life:

 * storing it empty for months, which damages
   the cells
 * charging it below zero

Jo`
    expect(content(page(mail))).toBe(`On Mon, Mar 11, 2030 at 9:14 AM Sam Sample wrote:

> How long does the battery of the small lantern last? The box says ten hours, mine is empty after six.

The ten hours are for the low setting. On the high setting it lasts about five hours. These shorten its life:

- storing it empty for months, which damages the cells
- charging it below zero

Jo`)
  })

  it('recognizes underlined headings, and those after a line of equals signs [preformatted-4]', () => {
    const text = `Lamps of the house
==================

Each lamp of the house has a name and an address everywhere.

==========================================================================

Finding a lamp

Press the button of the lamp for five seconds, until it blinks twice.`
    expect(content(page(text))).toBe(`## Lamps of the house

Each lamp of the house has a name and an address everywhere.

## Finding a lamp

Press the button of the lamp for five seconds, until it blinks twice.`)
  })

  it('puts text below the name with an anchor above it, without the menus of links in it [preformatted-7]', () => {
    const menu = '<span>on<ul class="dropdown-menu"><li>In sections:</li><li><a href="#a">Lamps</a></li></ul></span>'
    const name = '<div class="keyword"><b><a name="timeout"></a><a href="#timeout">timeout</a></b> &lt;time&gt;</div>'
    const text = `<pre class="text">Sets how long a lamp that is ${menu} waits for its switch.</pre>`
    expect(content(`${name}${text}`)).toBe('timeout <time>\nSets how long a lamp that is on waits for its switch.')
    const sentence = '<p><b><a name="end"></a>The end.</b></p><p>Each lamp of the house is off.</p>'
    expect(content(sentence)).toBe('The end.\n\nEach lamp of the house is off.')
  })

  it('keeps examples and tables as they are [preformatted-5]', () => {
    const prose = '<p>The lighthouse of Hook Head was built in the thirteenth century by William Marshal.</p>'
    const output = 'The lamp is on and warm.\nThe lamp of the hall is off.'
    expect(content(`${prose.repeat(3)}<pre>${output}</pre>`)).toContain(`\`\`\`\n${output}\n\`\`\``)
    const marked = `<pre class="language-text">${output}</pre><pre><code>${output}</code></pre>`
    expect(content(marked)).toBe(`\`\`\`text\n${output}\n\`\`\`\n\n\`\`\`\n${output}\n\`\`\``)
    const rows = 'Lamp          Power       Price\nhall          60          12\nkitchen       40           9'
    const text = 'These are the lamps of the house with their power in watts and their price in euros.'
    expect(content(page(`${text}\n\n${rows}`))).toBe(`${text}\n\n\`\`\`\n${rows}\n\`\`\``)
  })

  it('reads plain text in the same way, and leaves Markdown and other text as it is [preformatted-6]', () => {
    const read = (text: string) => readText(text, { url }).content
    expect(read('LAMPS\n\nEach lamp of the house has a name\nand an address everywhere.')).toBe(
      '## LAMPS\n\nEach lamp of the house has a name and an address everywhere.',
    )
    const markdown = '# Lamps\n\nEach lamp of the house has a name\nand an address everywhere.'
    expect(read(markdown)).toBe(markdown)
    const data = 'lamp=hall\nlamp=kitchen\n  power=40'
    expect(read(data)).toBe(data)
  })

  it('joins a word that a line break divides, and keeps the hyphen of a compound [preformatted-8]', () => {
    const text = `
Lamps have built-in timers.  Each recipient of a message has a default_queue,
and each queue holds a message for one lamp.  The lamp gets every mes-
sage in its queue, whatever recipi-
ent it has.  Without a setting, de-
fault_queue is used, which is well-
known and has a built-
in limit, for short-
and long-term use.  It can be con-
figured.`
    expect(content(page(text))).toBe(
      'Lamps have built-in timers. Each recipient of a message has a default_queue, and each queue holds a message for ' +
        'one lamp. The lamp gets every message in its queue, whatever recipient it has. Without a setting, ' +
        'default_queue is used, which is well-known and has a built-in limit, for short- and long-term use. It can be ' +
        'configured.',
    )
    const wrapped = 'The lamps of the house are well-\nknown and send no mes-\nsages to a lamp that is off.'
    expect(content(page(wrapped))).toContain('are well-known and send no mes-sages to')
  })

  it('keeps a script together and lets options between blank lines share their definition [preformatted-9]', () => {
    const script = `lampq -j | jq -r '
    # See the section about the form of messages
    select(.lamps[0].name == "hall")
    | .lamp_id
 ' | lampctl -d -

lampq | awk  'BEGIN { RS = "" }
    # The first field is the name of the lamp
    { if ($1 == "hall")
          print $1 }
 ' | lampctl -d -`
    const text = `
       The lampctl command changes the lamps of a house, one after the other, or
       all of them that are in a room.  For example, to delete each lamp that is
       in the hall:

${script.replace(/^(?=.)/gm, '              ')}

       -e lamp_id

       -f lamp_id
              Turn off one lamp with the named ID, and all others in its room.`
    const [first, second] = script.split('\n\n')
    const code = `\`\`\`\n${first}\n\n${second}\n\`\`\``
    expect(content(page(text))).toContain(`in the hall:\n\n${code}\n\n-e lamp_id\n-f lamp_id\nTurn off one lamp`)
  })

  it('takes time with the length of the text, for any content', () => {
    const hostile = [
      '- a\n'.repeat(50_000),
      `x${' '.repeat(300_000)}`.repeat(2),
      '\t'.repeat(200_000),
      'Author  '.repeat(30_000) + '[Page 1]',
      '-a [b '.repeat(40_000),
      '> '.repeat(100_000),
      'word-'.repeat(60_000),
      'wor-\nd'.repeat(40_000),
      'a\n  b\n'.repeat(40_000),
    ]
    for (const text of hostile) expect(typeof readText(`${text}\nThis is how it ends.`, { url }).content).toBe('string')
  })
})
