import { escapeHtml } from '@content-service/domain/internal/rules'
import { renderPage, type OAuthResponse } from '@content-service/identity'
import { createLinkResolver, type Shelf, type SiteDocument } from './documents.ts'
import { renderMarkdown } from './markdown.ts'
import { splitTitle } from './split-title.ts'

/** A document in HTML. */
export const documentPage = (
  shelf: Shelf,
  { markdown }: SiteDocument,
  headers: OAuthResponse['headers'],
): OAuthResponse => {
  const { title, text } = splitTitle(markdown)
  return renderPage({
    title,
    layout: 'document',
    body: `${renderMarkdown(text, createLinkResolver(shelf))}
<p><a href="${shelf.path}">${shelf.title}</a> · <a href="/">Front page</a></p>`,
    headers,
  })
}

const entry = ({ path }: Shelf, { name, title, summary }: SiteDocument): string =>
  `<dt><a href="${path}/${name}">${escapeHtml(title)}</a></dt>
<dd>${renderMarkdown(summary, () => null)}</dd>`

/** The list of the documents of a shelf in HTML. */
export const indexPage = (
  shelf: Shelf,
  documents: readonly SiteDocument[],
  headers: OAuthResponse['headers'],
): OAuthResponse =>
  renderPage({
    title: shelf.title,
    layout: 'document',
    body: `<p>${shelf.introduction}</p>
<dl>
${documents.map((document) => entry(shelf, document)).join('\n')}
</dl>
<p><a href="/">Front page</a></p>`,
    headers,
  })
