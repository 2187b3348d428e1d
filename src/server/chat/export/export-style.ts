/** Style of an exported chat: the colours of the web app, light and dark, and black on white in print. */
export const EXPORT_STYLE = `
:root { color-scheme: light dark; --ink: #1f1e1a; --soft: #625d51; --paper: #f7f5f0; --line: #e2ddd2; --link: #17594f; --warn: #7a4a00 }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8dd; --soft: #aea898; --paper: #191815; --line: #37332b; --link: #86c4b5; --warn: #f0c674 } }
@media print { :root { --ink: #000; --soft: #444; --paper: #fff; --line: #ccc; --link: #000; --warn: #000 } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, "Segoe UI", "Liberation Sans", sans-serif; overflow-wrap: anywhere }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem }
h1 { font: 500 2rem/1.15 Georgia, "Liberation Serif", serif }
h2 { margin: 0; font-size: 1rem }
h3, h4, h5, h6 { margin: 1rem 0 .25rem; font-size: 1rem }
section { margin-top: 1.75rem; padding-top: 1.25rem; border-top: 1px solid var(--line) }
a { color: var(--link) }
.facts { margin: 0; color: var(--soft); font-size: .875rem }
.notes .differs > strong, .notes .not-found > strong { color: var(--warn) }
.facts strong { color: var(--warn); font-weight: 600 }
.asked { white-space: pre-wrap }
.notes, .pages { padding-inline-start: 2rem; font-size: .9375rem }
.notes li, .pages li { margin-bottom: .5rem }
.notes li:target { outline: 2px solid var(--link); outline-offset: 4px }
q { font-family: Georgia, "Liberation Serif", serif }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line) }
table { border-collapse: collapse }
th, td { padding: .25rem .5rem; border: 1px solid var(--line); text-align: start }
`
