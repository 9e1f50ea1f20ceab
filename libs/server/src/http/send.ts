import { PRICES } from '@content-service/domain/internal/context'
import type { RestResponse } from '@content-service/rest-handlers/express'
import type { Service } from '../composition/compose.ts'
import type { Content } from '../sending/content.ts'
import { listBudgetKeys } from '../sending/budget-keys.ts'
import { refuseRest } from '../sending/no-room.ts'
import type { Exchange } from './exchange.ts'

export type SendingService = Pick<Service, 'send' | 'trustProxy' | 'baseUrl' | 'report'>

/** C15.16: the request itself pays for the first MiB of its response. */
const MEBIBYTE = 1_048_576

/** C6.10: no cache keeps a response of REST or OAuth with a secret, nor a problem, which has none. */
const hasSecret = ({ headers }: Pick<Content, 'headers'>): boolean =>
  headers['cache-control'] === 'no-store' && !headers['content-type']?.startsWith('application/problem+json')

/** The content of a response of REST. */
const toContent = ({ status, headers, body }: RestResponse): Content => ({
  status,
  headers,
  ...(body !== '' && { body }),
  isSecret: hasSecret({ headers }),
})

/** Sends content, or what `refuse` makes of content that has no room (C15.4). */
export const sendContent = (
  service: SendingService,
  exchange: Exchange,
  content: Content,
  refuse: (content: Content) => Content = (refused) => refuseRest(service, exchange, refused),
): void => {
  const { request, response, sender, writeHead, quotaUsage } = exchange
  const further = Math.ceil(Buffer.byteLength(content.body ?? '') / MEBIBYTE) - 1
  if (further > 0) quotaUsage.chargeAfterwards(further * PRICES.mebibyte)
  const budgetKeys = () => listBudgetKeys(service, { address: exchange.address, bucket: sender?.bucket })
  service.send({ request, response, budgetKeys, refuse, writeHead }, content)
}

/** Sends a response of REST, of OAuth or a page. */
export const sendAnswer = (service: SendingService, exchange: Exchange, answer: RestResponse): void =>
  sendContent(service, exchange, toContent(answer))
