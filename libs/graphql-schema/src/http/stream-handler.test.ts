import { ContentError, type Context } from '@content-service/domain'
import { Subscriber } from '@content-service/domain/internal/live'
import type { DomainEvent } from '@content-service/domain/internal/events'
import type { EventId } from '@content-service/domain/internal/rules'
import { NOON } from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { createSchema } from '../service/schema.ts'
import { aWorld } from '../testing/world.ts'
import { createStreamHandler, type OpenStream } from './stream-handler.ts'

const handle = createStreamHandler({ schema: createSchema(), report: () => undefined, heartbeatMs: 5 })

/** A stream whose context is `context`, until `renewed` throws. */
const opened = async (context: Context, renewed: () => Promise<Context>, query: string) => {
  let subscriber: Subscriber | undefined
  const follow: Context['subscribe'] = async (topic) => {
    subscriber = new Subscriber(topic, () => undefined)
    subscriber.begin('the beginning', [])
    return subscriber
  }
  const stream = await handle({
    method: 'POST',
    url: '/graphql/stream',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
    raw: null,
    context: {
      domain: { ...context, subscribe: follow },
      requestId: 'a request',
      isForAll: false,
      charge: async () => undefined,
      chargeEvent: async () => undefined,
      inTurn: (work) => work(),
      note: () => undefined,
      renewed,
    },
  })
  if (stream === null || !('frames' in stream)) throw new Error(`refused: ${stream?.[0]}`)
  return { stream, hear: (event: DomainEvent) => subscriber?.push(event) }
}

const nextFrame = async ({ frames }: OpenStream): Promise<string | undefined> =>
  (await frames.next()).value ?? undefined

const published = (resourceId: string): DomainEvent => ({
  id: 'an event' as EventId,
  type: 'article.published',
  resource: 'articles',
  resourceId,
  at: NOON,
  data: { id: resourceId, ownerId: 7, status: 'PUBLISHED' },
})

const SUBSCRIPTION = 'subscription { articlePublished { title } }'

describe('C11.1 a subscription as server-sent events', () => {
  it('begins with the place for a new connection, and shows each event with its id', async () => {
    const world = aWorld()
    const id = await world.article(await world.user('ada', 'AUTHOR'), 'Shown')
    const { stream, hear } = await opened(world.context, async () => world.context, SUBSCRIPTION)
    expect(await nextFrame(stream)).toMatch(/^retry: [0-9]+\nid: the beginning\n\n$/)
    hear(published(id))
    expect(await nextFrame(stream)).toBe(
      'event: next\nid: an event\ndata: {"data":{"articlePublished":{"title":"Shown"}}}\n\n',
    )
    stream.close()
    expect(await nextFrame(stream)).toBeUndefined()
  })

  it('sends a heartbeat while no event happens', async () => {
    const { context } = aWorld()
    const { stream } = await opened(context, async () => context, SUBSCRIPTION)
    await nextFrame(stream)
    expect([await nextFrame(stream), await nextFrame(stream)]).toEqual([':\n\n', ':\n\n'])
    stream.close()
  })

  it('ends with the reason after the credential has ended, even without an event', async () => {
    const { context } = aWorld()
    const refused = async (): Promise<Context> => {
      throw new ContentError('INVALID_TOKEN', 'It has expired.')
    }
    const { stream } = await opened(context, refused, SUBSCRIPTION)
    await nextFrame(stream)
    expect(await nextFrame(stream)).toBe(
      'event: next\ndata: {"errors":[{"message":"It has expired.","extensions":{"code":"INVALID_TOKEN"}}]}\n\n' +
        'event: complete\ndata:\n\n',
    )
    expect(await nextFrame(stream)).toBeUndefined()
  })

  it('continues while the service cannot check the credential, and shows nothing: the reader connects again', async () => {
    const world = aWorld()
    const away = async (): Promise<Context> => {
      throw new ContentError('UNAVAILABLE', 'The database is away.')
    }
    const { stream, hear } = await opened(world.context, away, SUBSCRIPTION)
    await nextFrame(stream)
    expect(await nextFrame(stream)).toBe(':\n\n')
    hear(published(await world.article(await world.user('ada', 'AUTHOR'), 'Unseen')))
    await expect(nextFrame(stream)).rejects.toThrow('The service could not show an event.')
  })

  it('ends if it cannot show an event by its query, because later events would fail, too', async () => {
    const world = aWorld()
    const id = await world.article(await world.user('ada', 'AUTHOR'), 'Private')
    const query = 'subscription { articlePublished { owner { status } } }'
    const { stream, hear } = await opened(world.context, async () => world.context, query)
    await nextFrame(stream)
    hear(published(id))
    expect(await nextFrame(stream)).toContain('"code":"UNAUTHENTICATED"')
    expect(await nextFrame(stream)).toBe('event: complete\ndata:\n\n')
  })
})
