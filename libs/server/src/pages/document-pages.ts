import { ContentError } from '@content-service/domain'
import type { OAuthResponse } from '@content-service/identity'
import type { RequestHandler } from 'express'
import type { Service } from '../composition/compose.ts'
import { memoize } from '../composition/memoize.ts'
import { getExchange, type Exchange } from '../http/exchange.ts'
import { sendAnswer, sendContent } from '../http/send.ts'
import { prefersPage } from '../http/prefers-page.ts'
import { readDocuments, readIndex, type Shelf, type SiteDocument } from './documents.ts'

const MARKDOWN = { 'content-type': 'text/markdown; charset=utf-8' }
const KEPT = { 'cache-control': 'public, max-age=3600' }

/** Only a browser needs HTML, and only HTML needs the library for Markdown. */
const loadHtml = () => import('./document-html.ts')

interface DocumentForms {
  readonly shown: () => Promise<OAuthResponse>
  readonly markdown: string
}

/** Sends a page to a browser, and Markdown to a program. */
const sendDocument = async (
  service: Service,
  exchange: Exchange,
  { shown, markdown }: DocumentForms,
): Promise<void> => {
  if (prefersPage(exchange, 'text/markdown')) return sendAnswer(service, exchange, await shown())
  sendContent(service, exchange, { status: 200, headers: { ...KEPT, ...MARKDOWN }, body: markdown })
}

const renderList = ({ path, title }: Shelf, documents: readonly SiteDocument[]): string =>
  `# ${title}\n\n${documents.map((document) => `- [${document.title}](${path}/${document.name})`).join('\n')}\n`

/** A list of documents, and each of them at its name. */
interface DocumentPages {
  readonly list: RequestHandler
  readonly document: RequestHandler
}

/** C1.3, C12.1: the documents of a shelf, and a list of them. */
export const documentPages = (service: Service, shelf: Shelf): DocumentPages => {
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
  return {
    list: (_request, response) => sendDocument(service, getExchange(response), index),
    document: (request, response) => {
      const [name] = Object.values(request.params)
      const found = pages.get(String(name))
      if (found) return sendDocument(service, getExchange(response), found)
      throw new ContentError('NOT_FOUND', `There is no page of this name; ${shelf.path} lists all of them.`)
    },
  }
}
