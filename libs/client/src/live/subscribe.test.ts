import { startService, type TestService } from '@content-service/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { graphql } from '../documents/index.ts'
import { createClient } from '../index.ts'
import { createCuttingFetch } from '../testing/cutting-fetch.ts'
import { createFakeFetch, refusal } from '../testing/fake-fetch.ts'
import { subscribe, type SubscribeOptions } from './subscribe.ts'

const published = graphql(`
  subscription {
    articlePublished {
      title
    }
  }
`)

let service: TestService<void>
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const publish = (title: string) =>
  service
    .as('EDITOR')
    .rest('POST', '/api/articles', { body: { title, content: 'Text.', status: 'PUBLISHED' } })

const listen = (options: SubscribeOptions<Record<string, never>> = {}) => {
  const network = createCuttingFetch()
  const client = createClient({ url: service.url, fetch: network.fetch })
  const events = subscribe(client, published, options)
  const readTitle = async () => (await events.next()).value?.data.articlePublished.title
  const begins = (streams: number) => expect.poll(() => network.opened.length).toBe(streams)
  return { ...network, events, readTitle, begins }
}

describe('a subscription', () => {
  it('sends the events, until the loop ends', async () => {
    const { events, readTitle, begins } = listen()
    const first = readTitle()
    await begins(1)
    await publish('One')
    await publish('Two')
    expect([await first, await readTitle()]).toEqual(['One', 'Two'])
    await events.return(undefined)
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })

  it('continues after a break where it was, and says that it broke', async () => {
    const breaks: string[] = []
    const { events, readTitle, begins, cut, opened } = listen({ onBreak: ({ code }) => breaks.push(code) })
    const first = readTitle()
    await begins(1)
    await publish('Before')
    expect(await first).toBe('Before')
    cut()
    await publish('During')
    expect(await readTitle()).toBe('During')
    expect([breaks, opened]).toEqual([['NETWORK_ERROR'], [null, expect.any(String)]])
    await events.return(undefined)
  })

  it('continues after the last event of an earlier program', async () => {
    const { events, begins } = listen()
    const first = events.next()
    await begins(1)
    await publish('Known')
    const lastEventId = (await first).value?.id
    await events.return(undefined)
    await publish('Missed')
    const later = listen({ lastEventId })
    expect(await later.readTitle()).toBe('Missed')
    await later.events.return(undefined)
  })

  it('ends with ABORTED, when the signal is aborted', async () => {
    const controller = new AbortController()
    const { readTitle, begins } = listen({ signal: controller.signal })
    const first = readTitle()
    await begins(1)
    controller.abort()
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('fails, when the document is wrong', async () => {
    const client = createClient({ url: service.url })
    await expect(subscribe(client, 'subscription { moods }').next()).rejects.toMatchObject({
      code: 'GRAPHQL_VALIDATION_FAILED',
    })
  })

  it('fails, when the first connection fails', async () => {
    const client = createClient({ url: 'http://127.0.0.1:1' })
    await expect(subscribe(client, published).next()).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  })
})

const stream = (text: string) => () =>
  new Response(text, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
const event = (id: string, title: string) => `event: next\nid: ${id}\ndata: {"data":{"title":"${title}"}}\n\n`
const COMPLETE = 'event: complete\ndata:\n\n'

const readAll = async (...replies: Parameters<typeof createFakeFetch>) => {
  const { fetch, requests } = createFakeFetch(...replies)
  const client = createClient({ url: 'https://content.example', fetch })
  const titles: string[] = []
  for await (const { data } of subscribe<{ title: string }>(client, 'subscription { title }'))
    titles.push(data.title)
  return { titles, requests }
}

describe('a stream', () => {
  it('can break its lines like Windows, and cut a letter between two pieces', async () => {
    const bytes = new TextEncoder().encode(
      `: hello\r\n\r\n${event('1', 'é').replaceAll('\n', '\r\n')}${COMPLETE}`,
    )
    const pieces = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    const reply = new Response(pieces, { headers: { 'content-type': 'text/event-stream' } })
    expect((await readAll(reply)).titles).toEqual(['é'])
  })

  it('joins the lines of data', async () => {
    const reply = stream(`event: next\ndata: {"data":\ndata: {"title":"two lines"}}\n\n${COMPLETE}`)
    expect((await readAll(reply)).titles).toEqual(['two lines'])
  })

  it('gives an event once that arrives again after a break', async () => {
    const { titles, requests } = await readAll(
      stream(event('1', 'a') + event('2', 'b')),
      stream(event('2', 'b') + event('3', 'c') + COMPLETE),
    )
    expect(titles).toEqual(['a', 'b', 'c'])
    expect(requests.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '2'])
  })

  it('connects again after errors that pass', async () => {
    const proxy = new Response('<h1>Bad gateway</h1>', { status: 502 })
    const { titles } = await readAll(
      stream(event('1', 'a')),
      new TypeError('fetch failed'),
      proxy,
      refusal(503, 'UNAVAILABLE', { 'retry-after': '0' }),
      stream(event('2', 'b') + COMPLETE),
    )
    expect(titles).toEqual(['a', 'b'])
  })

  const expired = stream(
    'event: next\ndata: {"errors":[{"extensions":{"code":"INVALID_TOKEN"}}]}\n\n' + COMPLETE,
  )

  it('whose token has expired continues with a new token', async () => {
    const { titles } = await readAll(stream(event('1', 'a')), expired, stream(event('2', 'b') + COMPLETE))
    expect(titles).toEqual(['a', 'b'])
  })

  it('ends, when there is no new token', async () => {
    await expect(readAll(expired, refusal(403, 'INVALID_TOKEN'))).rejects.toMatchObject({
      code: 'INVALID_TOKEN',
    })
  })

  it.each([
    [
      'an error of GraphQL',
      stream('event: next\ndata: {"errors":[{"message":"No.","extensions":{"code":"UNAUTHENTICATED"}}]}\n\n'),
      'UNAUTHENTICATED',
    ],
    ['data that is no JSON', stream('event: next\ndata: {"da\n\n'), 'MALFORMED_RESPONSE'],
    ['a page', () => new Response('<h1>Welcome</h1>'), 'MALFORMED_RESPONSE'],
    ['a place that the service does not know', () => refusal(400, 'BAD_REQUEST'), 'BAD_REQUEST'],
  ])('%s ends the subscription', async (_name, reply, code) => {
    await expect(readAll(stream(event('1', 'a')), reply)).rejects.toMatchObject({ code })
  })
})

describe('a silent connection', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is given up after 45 s', async () => {
    const silent = () =>
      new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } })
    const { fetch, requests } = createFakeFetch(silent(), stream(event('1', 'a') + COMPLETE))
    const events = subscribe(
      createClient({ url: 'https://content.example', fetch }),
      'subscription { title }',
    )
    const first = events.next()
    await vi.advanceTimersByTimeAsync(44_000)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await first).toMatchObject({ value: { data: { title: 'a' } } })
  })
})
