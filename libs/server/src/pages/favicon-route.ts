import type { RequestHandler } from 'express'

/** An icon with lines of text on a sheet. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="2" y="2" width="28" height="28" rx="6" fill="#0b57d0"/>
<path d="M9 11h14M9 16h14M9 21h8" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
</svg>
`

/** Browsers request /favicon.ico if no page names an icon, such as for JSON. */
export const sendFavicon: RequestHandler = (_request, response) => {
  response.setHeader('cache-control', 'public, max-age=86400')
  response.type('image/svg+xml').send(ICON)
}
