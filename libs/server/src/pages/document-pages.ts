import { ContentError, escapeHtml } from '@content-service/domain'
import { renderPage, type OAuthResponse } from '@content-service/identity'
import { sendRestResponse } from '@content-service/rest-handlers/express'
import { Router, type Request, type Response } from 'express'
import { allowMethods } from '../allowed-methods.ts'
import { memoize } from '../memoize.ts'
import { createLinkResolver, readDocuments, type Shelf, type SiteDocument } from './documents.ts'
import { renderMarkdown, splitTitle } from './markdown.ts'
import { prefersPage } from './prefers-page.ts'

const KEPT = { 'cache-control': 'public, max-age=3600' }

const documentPage = (shelf: Shelf, { markdown }: SiteDocument): OAuthResponse => {
  const { title, text } = splitTitle(markdown)
  return renderPage({
    title,
    layout: 'document',
    body: `${renderMarkdown(text, createLinkResolver(shelf))}
<p><a href="${shelf.path}">${shelf.title}</a> · <a href="/">Front page</a></p>`,
    headers: KEPT,
  })
}

const entry = ({ path }: Shelf, { name, title, summary }: SiteDocument): string =>
  `<dt><a href="${path}/${name}">${escapeHtml(title)}</a></dt>
<dd>${renderMarkdown(summary, () => null)}</dd>`

const indexPage = (shelf: Shelf, documents: readonly SiteDocument[]): OAuthResponse =>
  renderPage({
    title: shelf.title,
    layout: 'document',
    body: `<p>${shelf.introduction}</p>
<dl>
${documents.map((document) => entry(shelf, document)).join('\n')}
</dl>
<p><a href="/">Front page</a></p>`,
    headers: KEPT,
  })

const missingPage = ({ path, title }: Shelf): OAuthResponse =>
  renderPage({
    title: 'There is no such page',
    body: `<p>Look for the page in the list: <a href="${path}">${title}</a>.</p>`,
    status: 404,
  })

/** Sends a page to a browser, and Markdown to a program. */
const sendDocument = (
  [request, response]: readonly [Request, Response],
  shown: OAuthResponse,
  markdown: string,
): void => {
  if (prefersPage(request, response, 'text/markdown'))
    return sendRestResponse(response, shown, request.method)
  response.set(KEPT).type('text/markdown; charset=utf-8').send(markdown)
}

const renderList = ({ path, title }: Shelf, documents: readonly SiteDocument[]): string =>
  `# ${title}\n\n${documents.map((document) => `- [${document.title}](${path}/${document.name})`).join('\n')}\n`

/** C1.3, C12.1: the documents of a shelf, and a list of them. */
export const documentPages = (shelf: Shelf): Router => {
  const documents = readDocuments(shelf)
  const index = memoize(() => indexPage(shelf, documents))
  const pages = new Map(
    documents.map((document) => [
      document.name,
      { ...document, shown: memoize(() => documentPage(shelf, document)) },
    ]),
  )
  return Router()
    .all(['/', '/:name'], allowMethods('GET', 'HEAD'))
    .get('/', (request, response) => sendDocument([request, response], index(), renderList(shelf, documents)))
    .get('/:name', (request, response) => {
      const found = pages.get(request.params.name)
      if (found) return sendDocument([request, response], found.shown(), found.markdown)
      if (prefersPage(request, response, 'application/json'))
        return sendRestResponse(response, missingPage(shelf), request.method)
      throw new ContentError('NOT_FOUND', `There is no page of this name; ${shelf.path} lists all of them.`)
    })
}
