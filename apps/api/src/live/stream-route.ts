import type { Request, RequestHandler, Response } from 'express'
import { RestError } from '@content-service/rest-handlers'
import type { Service } from '../compose.ts'
import { graphqlRequest, sendGraphql } from '../graphql-route.ts'
import { localsOf } from '../request-context.ts'
import { sendStream } from './send-stream.ts'

const EVENT_STREAM = 'text/event-stream'

/** Some clients accept a stream with every request, beside the JSON that they want of a query. */
const ANSWERS = ['application/json', 'application/graphql-response+json', 'application/*', '*/*']

const wishOf = ({ headers }: Request): { readonly isStream: boolean; readonly isAnswer: boolean } => {
  const types = headers.accept?.split(',').map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '') ?? []
  return {
    isStream: types.includes(EVENT_STREAM),
    isAnswer: ANSWERS.some((type) => types.includes(type)),
  }
}

/** A browser that comes back says by itself where it was (HTML, §9.2.4). */
const lastEventId = ({ headers }: Request): string | null => {
  const given = headers['last-event-id']
  return typeof given === 'string' && given !== '' ? given : null
}

const openStream = async (service: Service, request: Request, response: Response): Promise<void> => {
  const { context, renewal, bucket } = localsOf(response)
  // Who has gone by now would not be heard leaving.
  if (response.closed) return
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
    const { isStream, isAnswer } = wishOf(request)
    const isMeant = request.path === '/stream' || (request.path === '/' && isStream && !isAnswer)
    if (!isMeant) return next()
    if (!isStream)
      throw new RestError('NOT_ACCEPTABLE', `Send Accept: ${EVENT_STREAM}; this is all that is served here.`)
    await openStream(service, request, response)
  }
