/** Pages of a manual with what manuals have: tables, code, lists, definitions, nested headings and links. */
import type { Website } from './website.ts'

const page = (title: string, main: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>
<header><a href="/">Harbour manual</a> <input type="search"></header>
<nav><ul><li><a href="/">Start</a></li><li><a href="/guide/">Guide</a></li></ul></nav>
<main>${main}</main>
<footer>© 2026 The harbour office. All rights reserved.</footer></body></html>`

const GUIDE = page(
  'Operating the lock: levels, "gates" & commands — Harbour manual 2.0',
  `<h1>Operating the lock</h1>
<p>The lock has <em>two</em> gates and <strong>three</strong> levels. Set <code>lock.level</code> before you open a gate;
it is written as <code>\`upper\` | *lower*</code>, and <code>a_b_c</code> &lt;tag&gt; 5 * 3 # 1 stay as they are.</p>
<h2 id="levels">Levels<a class="headerlink" href="#levels">¶</a></h2>
<table>
<caption>Levels of the lock</caption>
<thead><tr><th>Level</th><th>Depth (m)</th><th>Pattern</th></tr></thead>
<tbody>
<tr><td>Upper</td><td align="right">4.5</td><td><code>a|b</code></td></tr>
<tr><td>Lower<br>basin</td><td align="right">12</td><td>[x](y) \\ z</td></tr>
<tr><td colspan="2">Flood</td><td></td></tr>
</tbody></table>
<h3>Measured by hand</h3>
<p>Read the staff gauge twice. See the <a href="reference.html#open">reference</a>, <a href="/notes_(old)">the old notes</a>
and <a href="https://example.org/a?b=1&amp;c=[2]">another site</a>.</p>
<h4>With a float</h4>
<ol start="3">
<li>Drop the float.
  <ul><li>Wait for calm water.</li><li>Read the dial:
    <pre><code>depth = 4.5
  level = upper</code></pre></li></ul></li>
<li><p>Write the number down.</p><p>Twice, in ink.</p></li>
</ol>
<h2>Commands</h2>
<pre class="language-sh">

$ lock open --gate=1   
	# a tab, two   spaces and trailing ones  

$ echo "\`\`\`" | lock status
</pre>
<p>It prints:</p>
<pre><code class="language-json">{ "gate": 1, "open": true }</code></pre>
<dl>
<dt><code>lock open</code></dt><dd><p>Opens a gate. Takes at most 90 seconds.</p></dd>
<dt>lock close</dt><dt>lock shut</dt><dd>Closes a gate.<ul><li>Never while a ship is in it.</li></ul></dd>
</dl>
<blockquote><p>Water is patient.</p><p>— A keeper &amp; friends</p></blockquote>
<hr>
<div class="note"><p><strong>Note:</strong> 100&nbsp;% of the gates, 3&#8239;000&nbsp;kg, naïve cafe\u0301, zero\u200bwidth and soft\u00adhyphen, 🚢.</p></div>
<details><summary>Older versions</summary><p>Before 1.4 the default was <var>n</var><sup>2</sup>.</p></details>
<figure><img src="lock.png" alt="The lock seen from above"><figcaption>The lock from above.</figcaption></figure>`,
)

const REFERENCE = page(
  'Reference',
  `<pre>lock(1)                    Harbour                    lock(1)

NAME
    lock - opens and closes gates</pre>
<h1>Reference of the command</h1>
<h2 id="open">open</h2><p>Opens the gate that <code>--gate</code> names. The default is gate 1.</p>
<p>1. This paragraph begins like a list.</p><p>- And this one too.</p><p># And this like a heading.</p><p>---</p>
<p>The end of the reference is a code block.</p>
<pre>exit 0
</pre>`,
)

/** Encoded as ISO-8859-1, with Windows line ends. */
const GERMAN = `<html lang="de"><head><meta charset="iso-8859-1"><title>Schleuse öffnen</title></head><body><main>
<h1>Schleuse öffnen</h1><p>Die Schleuse öffnet um 7 Uhr. Größere Schiffe müssen sich anmelden.</p>
<pre>schleuse --öffnen
  weiß</pre></main></body></html>`.replaceAll('\n', '\r\n')

const MARKDOWN = `---
title: "Notes: *old* ones"
language: en
---

---

The notes begin with a rule. [The guide](/guide/) is newer.

| a | b |
|---|---|
| 1 | 2 |

    indented code

Two spaces end this line  
and this is the next.
`

/** Not indented less, so that the first line keeps its spaces. */
const TEXT = `    Timetable

Ferry   09:00   north pier\t\t
\f
Ferry   10:00   south pier\r\nLast line without an end`

const typed = (type: string, body: string | Buffer) => ({ headers: { 'content-type': type }, body })

/** Sets the pages of the manual. Their number is returned. */
export function setManual(site: Website): number {
  const pages = {
    '/': page(
      'Harbour manual',
      `<h1>Harbour manual</h1><p>This manual explains the lock of the harbour and its timetable.</p>
       <ul><li><a href="/guide/">Guide</a></li><li><a href="/guide/reference.html">Reference</a></li>
       <li><a href="/de">Deutsch</a></li><li><a href="/notes_(old)">Notes</a></li><li><a href="/times.txt">Times</a></li></ul>`,
    ),
    '/guide/': GUIDE,
    '/guide/reference.html': REFERENCE,
    '/de': typed('text/html', Buffer.from(GERMAN, 'latin1')),
    '/notes_(old)': typed('text/markdown; charset=utf-8', MARKDOWN),
    '/times.txt': typed('text/plain; charset=utf-8', TEXT),
  }
  for (const [path, answer] of Object.entries(pages)) site.set(path, answer)
  return Object.keys(pages).length
}
