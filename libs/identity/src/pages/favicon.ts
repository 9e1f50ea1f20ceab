import { COLOURS } from './design-tokens.ts'

/** The icon of all pages, at their origin. */
export const FAVICON_PATH = '/favicon.svg'

/** SVG: lines of text on a sheet. */
export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="2" y="2" width="28" height="28" rx="6" fill="${COLOURS.accent[0]}"/>
<path d="M9 11h14M9 16h14M9 21h8" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
</svg>
`
