import { askFor, RequestSender } from '@content-service/domain/internal/reading'
import { RestError } from '@content-service/rest-handlers/problems'
import accepts from 'accepts'
import type { Service } from '../composition/compose.ts'
import { listBudgetKeys } from '../sending/budget-keys.ts'
import { sendStream } from '../live/send-stream.ts'
import { answerOptions } from './allow-methods.ts'
import { answerGraphql, sendGraphql, toGraphqlRequest } from './answer-graphql.ts'
import type { AdmittedExchange, Exchange } from './exchange.ts'

const EVENT_STREAM = 'text/event-stream'

/** Only clients that name the media type get a stream. Clients that accept every type get a single response. */
const wantsStream = ({ request }: Exchange): boolean =>
  /event-stream/i.test(request.headers.accept ?? '') &&
  [accepts(request).types()].flat().some((type) => String(type).toLowerCase() === EVENT_STREAM)

/** The position of a browser that connects again (HTML, §9.2.4). */
const lastEventId = ({ request: { headers } }: Exchange): string | null => {
  const given = headers['last-event-id']
  return typeof given === 'string' && given !== '' ? given : null
}

/** C15.16: an event has a price of its own. */
const createEventSender = ({ sender, quotaUsage }: AdmittedExchange): RequestSender =>
  new RequestSender(sender.asks.person, (requests) => quotaUsage.chargeAfterwards(requests))

/** `isForAll`: whether the request is at the URL of queries and mutations, where some clients also accept a stream. */
const subscribe = async (service: Service, exchange: AdmittedExchange, isForAll: boolean) => {
  const { response, quotaUsage } = exchange
  const { context, renewal, bucket } = exchange.sender
  const received = toGraphqlRequest(exchange)
  return service.stream({
    ...received,
    context: {
      ...received.context,
      isForAll,
      chargeEvent: (requests) => quotaUsage.chargeLater(requests),
      inTurn: (work) => service.eventTurns.run(bucket, () => askFor(createEventSender(exchange), work)),
      // The handler charges only subscriptions.
      charge: (requests) => {
        const leave = service.openStreams.enter(bucket)
        // A closed response emits no more events.
        if (response.closed) leave()
        else response.once('close', leave)
        return received.context.charge(requests)
      },
      domain: { ...context, subscribe: (topic) => service.live.subscribe(topic, lastEventId(exchange)) },
      renewed: await renewal(),
    },
  })
}

/** Sends a stream or a refusal. False for an operation that is no subscription. */
const openStream = async (
  service: Service,
  exchange: AdmittedExchange,
  isForAll: boolean,
): Promise<boolean> => {
  const { response, sender, writeHead } = exchange
  const answered = await subscribe(service, exchange, isForAll)
  if (answered === null) return false
  if (!('frames' in answered)) sendGraphql(service, exchange, answered)
  // A closed response emits no more events.
  else if (response.closed) answered.close()
  else {
    await sendStream({ response, writeHead }, answered, {
      stalledMs: service.streamIdleTimeoutMs,
      enter: service.enterWaiting,
      budgetKeys: listBudgetKeys(service, { address: exchange.address, bucket: sender.bucket }),
    })
  }
  return true
}

/** Subscriptions, at /graphql/stream. @throws NOT_ACCEPTABLE. */
export const answerStream = async (service: Service, exchange: AdmittedExchange): Promise<void> => {
  if (answerOptions(exchange, ['GET', 'POST'])) return
  if (!wantsStream(exchange))
    throw new RestError(
      'NOT_ACCEPTABLE',
      `Send Accept: ${EVENT_STREAM}. This URL serves no other media type.`,
    )
  await openStream(service, exchange, false)
}

/** Queries and mutations at /graphql, and subscriptions for clients that accept a stream. */
export const answerGraphqlOrStream = async (service: Service, exchange: AdmittedExchange): Promise<void> => {
  if (answerOptions(exchange, ['GET', 'POST'])) return
  if (wantsStream(exchange) && (await openStream(service, exchange, true))) return
  await answerGraphql(service, exchange)
}
