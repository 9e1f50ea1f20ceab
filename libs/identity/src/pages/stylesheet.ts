import { createHash } from 'node:crypto'

/** Text has a contrast of at least 4.5 to 1, and lines around controls of 3 to 1, in the light and in the dark mode. */
const COLOURS = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; --text: #1b1b1f; --muted: #55565e; --ground: #ffffff; --panel: #f3f4f8; --line: #7d7f89; --accent: #0b57d0; --on-accent: #ffffff; --bad: #b3261e; --good: #146c2e }
@media (prefers-color-scheme: dark) { :root { --text: #e6e6ea; --muted: #b3b5be; --ground: #16171b; --panel: #23252b; --line: #83868f; --accent: #a8c7fa; --on-accent: #062e6f; --bad: #ff8a80; --good: #7edc98 } }
`

const TEXT = `
body { margin: 0; padding: 1rem; color: var(--text); background: var(--ground); overflow-wrap: break-word }
main { max-width: 26rem; margin: 8vh auto 0 }
main.document { max-width: 46rem; margin-top: 1rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
h3 { font-size: 1rem; margin: 1rem 0 .25rem }
a { color: var(--accent) }
ul { padding-left: 1.25rem }
li { margin: .3rem 0 }
code { font-family: ui-monospace, monospace; font-size: .92em; background: var(--panel); overflow-wrap: anywhere }
pre { padding: .75rem; border-radius: .4rem; background: var(--panel); overflow-x: auto }
table { display: block; overflow-x: auto; border-collapse: collapse }
th, td { padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
td code { white-space: nowrap }
.hint { color: var(--muted) }
.name { overflow-wrap: anywhere }
.place { display: block; padding: .6rem .7rem; border-radius: .4rem; background: var(--panel); overflow-wrap: anywhere }
.problem, .bad, .good { border-left: .3rem solid var(--bad); padding-left: .7rem }
.good { border-color: var(--good) }
dt { margin-top: .8rem; font-weight: 600 }
dd, dd p { margin: 0 }
`

const CONTROLS = `
label { display: block; margin: 1rem 0 .3rem; font-weight: 600 }
input, button { box-sizing: border-box; width: 100%; padding: .65rem; border: 1px solid var(--line); border-radius: .4rem; color: inherit; background: transparent; font: inherit }
button { margin-top: 1rem; border: 2px solid var(--accent); color: var(--on-accent); background: var(--accent); font-weight: 600; cursor: pointer }
button.secondary { color: var(--accent); background: transparent }
input[aria-invalid] { border-color: var(--bad) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`

/** A phone shows more of a long page, such as the list of permissions before a consent. */
const NARROW = `
@media (max-width: 480px) { main { margin-top: 0 } h2 { margin-top: 1.2rem } li { margin: .1rem 0 } }
`

/** The one stylesheet of all pages of the service. They adapt to screens down to 320 px. */
export const STYLESHEET = COLOURS + TEXT + CONTROLS + NARROW

/** The name of the stylesheet in a Content-Security-Policy. */
export const STYLESHEET_HASH = `'sha256-${createHash('sha256').update(STYLESHEET).digest('base64')}'`
