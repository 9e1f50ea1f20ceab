import type { Request, RequestHandler, Response } from 'express'
import { RestError } from '@content-service/rest-handlers'
import type { Service } from '../compose.ts'
import { graphqlRequest, sendGraphql } from '../graphql-route.ts'
import { getLocals } from '../request-locals.ts'
import { sendStream } from './send-stream.ts'

const EVENT_STREAM = 'text/event-stream'

/** Only who names it: clients that take anything get an answer. */
const wantsStream = (request: Request): boolean =>
  request.accepts().some((type) => type.toLowerCase() === EVENT_STREAM)

/** A browser that comes back says by itself where it was (HTML, §9.2.4). */
const lastEventId = ({ headers }: Request): string | null => {
  const given = headers['last-event-id']
  return typeof given === 'string' && given !== '' ? given : null
}

interface Asked {
  readonly request: Request
  readonly response: Response
  /** Whether it is the address of queries and mutations, with which some clients accept a stream as well. */
  readonly isForAll: boolean
}

const subscribe = async (service: Service, { request, response, isForAll }: Asked) => {
  const { context, renewal, bucket } = getLocals(response)
  const asked = graphqlRequest(request, response)
  return service.stream({
    ...asked,
    context: {
      ...asked.context,
      isForAll,
      // Only what turns out to be a subscription is charged for, and only then a stream is going to be open.
      charge: (requests) => {
        const leave = service.openStreams.enter(bucket)
        // Who has gone by now would not be heard leaving.
        if (response.closed) leave()
        else response.once('close', leave)
        return asked.context.charge(requests)
      },
      domain: { ...context, follow: (topic) => service.live.follow(topic, lastEventId(request)) },
      renewed: await renewal(),
    },
  })
}

/** Sends the stream, or why there is none. False for what is left to others. */
const openStream = async (service: Service, asked: Asked): Promise<boolean> => {
  const { response } = asked
  const answered = await subscribe(service, asked)
  if (answered === null) return false
  if (!('frames' in answered)) sendGraphql(response, answered)
  // Who went away meanwhile will not be heard closing.
  else if (response.closed) answered.close()
  else await sendStream(response, answered, { stalledMs: service.streamIdleTimeoutMs })
  return true
}

/** Subscriptions: at an address of their own, and for whoever asks for a stream at that of GraphQL. */
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
