import { ContentError } from '@content-service/domain'
import { renderPage, type OAuthResponse } from '@content-service/identity'
import { Router } from 'express'
import { allowMethods } from '../allowed-methods.ts'
import type { Service } from '../compose.ts'
import { memoize } from '../memoize.ts'
import { sendAnswer, type Exchange } from '../sending/send-answer.ts'
import { readDocuments, readIndex, type Shelf, type SiteDocument } from './documents.ts'
import { prefersPage } from './prefers-page.ts'

const KEPT = { 'cache-control': 'public, max-age=3600' }

/** Only a browser needs HTML, and only HTML needs the library for Markdown. */
const loadHtml = () => import('./document-html.ts')

const missingPage = ({ path, title }: Shelf): OAuthResponse =>
  renderPage({
    title: 'There is no such page',
    body: `<p>Look for the page in the list: <a href="${path}">${title}</a>.</p>`,
    status: 404,
  })

interface Shown {
  readonly shown: () => Promise<OAuthResponse>
  readonly markdown: string
}

/** Sends a page to a browser, and Markdown to a program. */
const sendDocument = async (
  service: Service,
  exchange: Exchange,
  { shown, markdown }: Shown,
): Promise<void> => {
  const [request, response] = exchange
  if (prefersPage(request, response, 'text/markdown')) return sendAnswer(service, exchange, await shown())
  response.set(KEPT).type('text/markdown; charset=utf-8').send(markdown)
}

const renderList = ({ path, title }: Shelf, documents: readonly SiteDocument[]): string =>
  `# ${title}\n\n${documents.map((document) => `- [${document.title}](${path}/${document.name})`).join('\n')}\n`

/** C1.3, C12.1: the documents of a shelf, and a list of them. */
export const documentPages = (service: Service, shelf: Shelf): Router => {
  const documents = readDocuments(shelf)
  const groups = readIndex(shelf)
  const index = {
    shown: memoize(async () => {
      const { documentPage, indexPage } = await loadHtml()
      return groups ? documentPage(shelf, groups, KEPT) : indexPage(shelf, documents, KEPT)
    }),
    markdown: groups?.markdown ?? renderList(shelf, documents),
  }
  const pages = new Map(
    documents.map((document) => [
      document.name,
      { ...document, shown: memoize(async () => (await loadHtml()).documentPage(shelf, document, KEPT)) },
    ]),
  )
  return Router()
    .all(['/', '/:name'], allowMethods('GET', 'HEAD'))
    .get('/', (request, response) => sendDocument(service, [request, response], index))
    .get('/:name', (request, response) => {
      const found = pages.get(request.params.name)
      if (found) return sendDocument(service, [request, response], found)
      if (prefersPage(request, response, 'application/json'))
        return sendAnswer(service, [request, response], missingPage(shelf))
      throw new ContentError('NOT_FOUND', `There is no page of this name; ${shelf.path} lists all of them.`)
    })
}
