import type { Request, RequestHandler, Response } from 'express'
import { RestError } from '@content-service/rest-handlers/problems'
import type { Service } from '../compose.ts'
import { graphqlRequest, sendGraphql } from '../graphql-route.ts'
import { getLocals } from '../request-locals.ts'
import { findHolders } from '../sending/holders.ts'
import { sendStream } from './send-stream.ts'

const EVENT_STREAM = 'text/event-stream'

/** Only clients that name the media type get a stream. Clients that accept every type get a single response. */
const wantsStream = (request: Request): boolean =>
  request.accepts().some((type) => type.toLowerCase() === EVENT_STREAM)

/** The position of a browser that connects again (HTML, §9.2.4). */
const lastEventId = ({ headers }: Request): string | null => {
  const given = headers['last-event-id']
  return typeof given === 'string' && given !== '' ? given : null
}

interface Asked {
  readonly request: Request
  readonly response: Response
  /** Whether the request is at the address of queries and mutations, where some clients also accept a stream. */
  readonly isForAll: boolean
}

const subscribe = async (service: Service, { request, response, isForAll }: Asked) => {
  const { context, renewal, bucket, quotaUsage } = getLocals(response)
  const asked = graphqlRequest(request, response)
  return service.stream({
    ...asked,
    context: {
      ...asked.context,
      isForAll,
      chargeEvent: (requests) => quotaUsage.chargeLater(requests),
      inTurn: (work) => service.eventTurns.run(bucket, work),
      // The handler charges only subscriptions.
      charge: (requests) => {
        const leave = service.openStreams.enter(bucket)
        // A closed response emits no more events.
        if (response.closed) leave()
        else response.once('close', leave)
        return asked.context.charge(requests)
      },
      domain: { ...context, subscribe: (topic) => service.live.subscribe(topic, lastEventId(request)) },
      renewed: await renewal(),
    },
  })
}

/** Sends the stream or a refusal. False if another route must answer. */
const openStream = async (service: Service, asked: Asked): Promise<boolean> => {
  const { response } = asked
  const answered = await subscribe(service, asked)
  if (answered === null) return false
  if (!('frames' in answered)) sendGraphql(service, [asked.request, response], answered)
  // A closed response emits no more events.
  else if (response.closed) answered.close()
  else {
    await sendStream(response, answered, {
      stalledMs: service.streamIdleTimeoutMs,
      enter: service.enterWaiting,
      holders: findHolders(service, asked.request, getLocals(response).bucket),
    })
  }
  return true
}

/** Subscriptions, at /graphql/stream, and at /graphql for clients that accept a stream. */
export const streamRoute =
  (service: Service): RequestHandler =>
  async (request, response, next) => {
    const isOwnAddress = request.path === '/stream'
    if (!isOwnAddress && (request.path !== '/' || !wantsStream(request))) return next()
    if (!wantsStream(request))
      throw new RestError(
        'NOT_ACCEPTABLE',
        `Send Accept: ${EVENT_STREAM}. This address serves no other media type.`,
      )
    if (!(await openStream(service, { request, response, isForAll: !isOwnAddress }))) next()
  }
