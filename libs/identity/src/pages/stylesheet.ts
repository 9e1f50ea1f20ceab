import { createHash } from 'node:crypto'
import { DESIGN_TOKENS } from './design-tokens.ts'

const TEXT = `
*, *::before, *::after { box-sizing: border-box }
body { margin: 0; padding: var(--space-4); color: var(--ink); background: var(--paper); font: var(--text) / 1.5 var(--font); overflow-wrap: break-word }
main > :first-child { margin-top: 0 }
main > :last-child { margin-bottom: 0 }
h1 { margin: 0 0 var(--space-4); font-size: var(--text-large); font-weight: 600; line-height: 1.25 }
h2 { margin: var(--space-6) 0 var(--space-2); font-size: 1.0625rem; font-weight: 600; line-height: 1.25 }
h3 { margin: var(--space-4) 0 var(--space-2); font-size: var(--text); font-weight: 600 }
p, ul, ol, pre, table { margin: var(--space-3) 0 }
a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: 1px }
ul, ol { padding-left: var(--space-6) }
li { margin: var(--space-1) 0 }
dt { margin-top: var(--space-3); font-weight: 500 }
dd, dd p { margin: 0; color: var(--ink-soft) }
code { padding: .1em .3em; border-radius: 4px; background: color-mix(in srgb, var(--ink), transparent 93%); font: .92em var(--font-fixed); overflow-wrap: anywhere }
.name { overflow-wrap: anywhere }
`

/** The two layouts: a card with a form, and a wide column for reading. */
const LAYOUTS = `
main { width: 100%; margin: 0 auto }
main.form { max-width: 26rem; margin-top: 10vh; padding: var(--space-6); border: 1px solid var(--line); border-radius: calc(var(--corner) * 2); background: var(--surface) }
main.document { max-width: 46rem; padding: var(--space-6) 0 var(--space-8) }
`

/** Boxes in the text: code, tables, the address of a client, and messages. */
const BOXES = `
pre, .place, .problem, .bad, .good { padding: var(--space-2) var(--space-3); border: 1px solid var(--line); border-radius: var(--corner) }
pre, table { background: var(--surface); overflow-x: auto }
pre { line-height: 1.45 }
pre code { padding: 0; background: none; overflow-wrap: normal }
table { display: block; width: fit-content; max-width: 100%; border: 1px solid var(--line); border-radius: var(--corner); border-spacing: 0 }
th, td { padding: var(--space-2) var(--space-3); border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
th { color: var(--ink-soft); font-size: var(--text-small); font-weight: 500 }
tbody tr:last-child > * { border-bottom: 0 }
td code { white-space: nowrap }
.place { display: block; background: var(--paper) }
.problem, .bad { border-color: var(--danger); background: var(--danger-soft) }
.good { border-color: var(--accent); background: var(--accent-soft) }
`

const CONTROLS = `
label { display: block; margin: var(--space-4) 0 var(--space-1); font-weight: 500 }
input, button { width: 100%; min-height: var(--control); padding: var(--space-1) var(--space-2); border: 1px solid var(--line-strong); border-radius: var(--corner); color: var(--ink); background: var(--surface); font: inherit }
input[aria-invalid] { border-color: var(--danger) }
button { margin-top: var(--space-4); padding: var(--space-1) var(--space-3); border-color: var(--accent); color: var(--accent-ink); background: var(--accent); font-weight: 500; cursor: pointer }
button:hover { background: color-mix(in srgb, var(--accent), var(--ink) 15%) }
button.secondary { border-color: var(--line-strong); color: var(--ink); background: var(--surface) }
button.secondary:hover { background: var(--accent-soft) }
.choices { display: flex; gap: var(--space-3) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`

/** A phone shows no card. A finger needs more room than a mouse, and a phone enlarges the page for smaller text in a field. */
const PHONES = `
@media (max-width: 480px) { main.form { margin-top: 0; padding: 0; border: 0; background: none } main.document { padding-top: 0 } }
@media (pointer: coarse) { input, button { min-height: 2.75rem; font-size: 1rem } }
`

/** The one stylesheet of all pages of the service, which look like those of the studio. They adapt to screens down to 320 px. */
export const STYLESHEET = DESIGN_TOKENS + TEXT + LAYOUTS + BOXES + CONTROLS + PHONES

/** The name of the stylesheet in a Content-Security-Policy. */
export const STYLESHEET_HASH = `'sha256-${createHash('sha256').update(STYLESHEET).digest('base64')}'`
