import { escapeHtml } from '@content-service/domain/internal/rules'
import { renderPage, type OAuthResponse } from '@content-service/identity'
import type { RequestHandler } from 'express'
import type { Service } from '../composition/compose.ts'
import type { Presentation } from '@content-service/domain/internal/tool-model'
import { isReady } from '../operating/readiness.ts'
import { getExchange } from '../http/exchange.ts'
import { sendAnswer, sendContent } from '../http/send.ts'
import { prefersPage } from '../http/prefers-page.ts'
import { listLink, listLinks, type ServiceLinks } from './service-links.ts'

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
} as const

const READY = '<p class="good">The service is ready.</p>'
const NOT_READY =
  '<p class="bad">The service is not ready: it is starting, it is stopping, or its database does not answer. Try again in a few seconds.</p>'

const sections = (links: ServiceLinks): string =>
  Object.entries(links)
    .map(([heading, entries]) => `<h2>${heading}</h2>\n<ul>\n${entries.map(listLink).join('\n')}\n</ul>`)
    .join('\n')

const homePage = ({ name, about }: Presentation, links: ServiceLinks, ready: boolean): OAuthResponse =>
  renderPage({
    title: name,
    layout: 'document',
    body: `<p>${escapeHtml(about)}</p>
<p>This server keeps users and content. You can read and change them over GraphQL and over REST, with the same rules.</p>
${ready ? READY : NOT_READY}
${sections(links)}`,
  })

const homeDocument = ({ name, baseUrl }: Service, links: ServiceLinks, ready: boolean): object => ({
  name,
  status: ready ? 'ready' : 'not ready',
  links: Object.fromEntries(
    Object.values(links).flatMap((entries) => entries.map(({ name, path }) => [name, baseUrl + path])),
  ),
})

/** C12.1: the front page, with the readiness and links. Strangers see no details (C1.4). */
export const showHome = (service: Service): RequestHandler => {
  const links = listLinks(service)
  return async (_request, response) => {
    const exchange = getExchange(response)
    const ready = isReady(await service.readiness.checks())
    if (prefersPage(exchange, 'application/json'))
      return sendAnswer(service, exchange, homePage(service, links, ready))
    const body = JSON.stringify(homeDocument(service, links, ready))
    sendContent(service, exchange, { status: 200, headers: HEADERS, body })
  }
}
