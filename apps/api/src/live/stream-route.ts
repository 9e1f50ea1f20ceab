import type { Request, RequestHandler, Response } from 'express'
import { RestError } from '@content-service/rest-handlers'
import type { Service } from '../compose.ts'
import { graphqlRequest, sendGraphql } from '../graphql-route.ts'
import { localsOf } from '../request-context.ts'
import { sendStream } from './send-stream.ts'

const EVENT_STREAM = 'text/event-stream'

const wantsStream = ({ headers }: Request): boolean =>
  headers.accept?.split(',').some((type) => type.trim().split(';')[0]?.toLowerCase() === EVENT_STREAM) ??
  false

/** A browser that comes back says by itself where it was (HTML, §9.2.4). */
const lastEventId = ({ headers }: Request): string | null => {
  const given = headers['last-event-id']
  return typeof given === 'string' && given !== '' ? given : null
}

const openStream = async (service: Service, request: Request, response: Response): Promise<void> => {
  const { context, renewal, bucket } = localsOf(response)
  const leave = service.openStreams.enter(bucket)
  response.once('close', leave)
  const asked = graphqlRequest(request, response)
  const answered = await service.stream({
    ...asked,
    context: {
      ...asked.context,
      domain: { ...context, follow: (topic) => service.live.follow(topic, lastEventId(request)) },
      renewed: await renewal(),
    },
  })
  if (!('frames' in answered)) return sendGraphql(response, answered)
  // Who went away meanwhile will not be heard closing.
  if (response.closed) return answered.close()
  await sendStream(response, answered)
}

/** Subscriptions: at an address of their own, and for whoever asks for a stream at that of GraphQL. */
export const streamRoute =
  (service: Service): RequestHandler =>
  async (request, response, next) => {
    const isOwnAddress = request.path === '/stream'
    if (!isOwnAddress && (request.path !== '/' || !wantsStream(request))) return next()
    if (!wantsStream(request))
      throw new RestError('NOT_ACCEPTABLE', `Send Accept: ${EVENT_STREAM}; this is all that is served here.`)
    await openStream(service, request, response)
  }
