import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, type Cast, type Person } from '../../tests/support/cast.ts'
import { openEventStream, type EventStream } from '../../tests/support/event-stream.ts'
import { DATABASES, startTestService, type TestService } from '../../tests/support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'
const PUBLISHED = 'subscription { articlePublished { id title owner { email } } }'

describe.each(DATABASES)('C11.1 subscriptions on %s', { timeout: 30_000 }, (kind) => {
  let [service, cast] = [] as unknown as [TestService, Cast]
  let [author, reader, editor] = [] as unknown as [Person, Person, Person]
  const opened: EventStream[] = []

  beforeAll(async () => {
    service = await startTestService(kind, { JWT_SECRET: SECRET })
    cast = aCast(service, SECRET)
    author = await cast.person('AUTHOR')
    reader = await cast.person('READER')
    editor = await cast.person('EDITOR')
  }, 60_000)
  afterAll(async () => {
    await Promise.all(opened.map((stream) => stream.close()))
    await service.stop()
  })

  const open = async (query: string, options: Parameters<typeof openEventStream>[2] = {}) => {
    const stream = await openEventStream(service.url, query, options)
    opened.push(stream)
    return stream
  }
  const titles = (variables: { id: string; title: string }) =>
    service.graphql(
      'mutation ($id: ID!, $title: String) { updateArticle(input: { id: $id, title: $title }) { id } }',
      variables,
    )

  it('send published articles in the format of graphql-sse, as the client may see them', async () => {
    const connected = Promise.withResolvers<unknown>()
    const client = createClient({
      url: `${service.url}/graphql/stream`,
      retryAttempts: 0,
      on: { connected: connected.resolve },
    })
    const first = client.iterate({ query: PUBLISHED }).next()
    await connected.promise
    const id = await cast.article(author)
    const { value } = await first
    expect(value).toMatchObject({
      data: { articlePublished: { id, title: 'A title', owner: { email: 'c***@e***.org' } } },
    })
    client.dispose()
  })

  it('have the headers of a stream that no cache stores', async () => {
    const { response } = await open(PUBLISHED)
    const headers = ['content-type', 'cache-control', 'x-accel-buffering'].map((name) =>
      response.headers.get(name),
    )
    expect(headers).toEqual(['text/event-stream; charset=utf-8', 'no-store', 'no'])
  })

  it('work over GET, for EventSource, and at /graphql for clients that accept a stream', async () => {
    const address = (path: string) => `${service.url}${path}?query=${encodeURIComponent(PUBLISHED)}`
    for (const path of ['/graphql/stream', '/graphql']) {
      const controller = new AbortController()
      const headers = { accept: 'text/event-stream' }
      const { status, headers: answered } = await fetch(address(path), { headers, signal: controller.signal })
      expect([path, status, answered.get('content-type')]).toEqual([
        path,
        200,
        'text/event-stream; charset=utf-8',
      ])
      controller.abort()
    }
  })

  it('send a comment or a change only to clients that may read it then', async () => {
    const id = await cast.article(author)
    const comments = `subscription { commentAdded(articleId: "${id}") { content author { id } } }`
    const changes = `subscription { articleChanged(id: "${id}") { status title } }`
    const ofReader = await open(comments, { as: reader.as })
    const ofEditor = await open(changes, { as: editor.as })
    await cast.comment(id, author)
    const heard = async (stream: EventStream) => (await stream.next())?.data.data
    expect(await heard(ofReader)).toEqual({
      commentAdded: { content: 'Well said.', author: { id: author.id } },
    })
    await cast.move(id, 'ARCHIVED')
    await titles({ id, title: 'While archived' })
    await service.graphql(`mutation { updateArticle(input: { id: "${id}", status: PUBLISHED }) { id } }`)
    await cast.comment(id, reader)
    expect(await heard(ofReader)).toMatchObject({ commentAdded: { author: { id: reader.id } } })
    // The event shows the article at the time of the read, which can be later than the event.
    for (let count = 0; count < 3; count += 1) expect(await heard(ofEditor)).toHaveProperty('articleChanged')
  })

  const listUntilEnd = async (stream: EventStream) => {
    const heard: object[] = []
    for (let frame = await stream.next(); frame; frame = await stream.next())
      heard.push({ event: frame.event, data: frame.data as unknown })
    return heard
  }
  const END = [
    { event: 'next', data: { data: null } },
    { event: 'complete', data: null },
  ]

  it('C11.1 of a record end with null at once, if the record never was, or if the reader may not read it', async () => {
    const hidden = await cast.article(author)
    await cast.move(hidden, 'ARCHIVED')
    for (const id of ['01890000-0000-7000-8000-000000000000', 'nonsense', hidden]) {
      const stream = await open(`subscription { articleChanged(id: "${id}") { id } }`)
      expect([stream.response.status, await listUntilEnd(stream)]).toEqual([200, END])
    }
  })

  it.each(['ARCHIVED', 'DELETED'] as const)(
    'C11.1 of an article that becomes %s end with null for readers who may not read it any more',
    async (state) => {
      const id = await cast.article(author)
      const changes = `subscription { articleChanged(id: "${id}") { status } }`
      const [ofReader, ofEditor] = [await open(changes), await open(changes, { as: editor.as })]
      await cast.move(id, state)
      // A stream can begin a moment before the subscription, with the article as it was created.
      expect((await listUntilEnd(ofReader)).slice(-2)).toEqual(END)
      const readStatus = async () => (await ofEditor.next())?.data.data.articleChanged.status as string
      const first = await readStatus()
      expect(first === 'PUBLISHED' ? await readStatus() : first).toBe(state)
    },
  )

  it('continue after an event, and after the start of a stream without events', async () => {
    const first = await open(PUBLISHED)
    const beginning = first.lastEventId()
    const [one, two] = [await cast.article(author), await cast.article(author)]
    const heard = await first.next()
    await first.close()
    const readIds = async (stream: EventStream, count: number) => {
      const ids: string[] = []
      while (ids.length < count) ids.push((await stream.next())?.data.data.articlePublished.id)
      return ids
    }
    const three = await cast.article(author)
    const again = await open(PUBLISHED, { lastEventId: heard?.id as string })
    expect(await readIds(again, 2)).toEqual([two, three])
    const anew = await open(PUBLISHED, { lastEventId: beginning })
    const four = await cast.article(author)
    expect(await readIds(anew, 4)).toEqual([one, two, three, four])
  })

  it.each([
    ['a place that nobody was at', PUBLISHED, { lastEventId: 'made up' }, 400, 'BAD_REQUEST'],
    [
      'an event that is not kept',
      PUBLISHED,
      { lastEventId: '01890000-0000-7000-8000-000000000000' },
      400,
      'BAD_REQUEST',
    ],
    ['a query', '{ __typename }', {}, 400, 'BAD_REQUEST'],
    [
      'two root fields',
      'subscription { articlePublished { id } commentAdded(articleId: "x") { id } }',
      {},
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'too much',
      `subscription { articlePublished { ${'owner { articles(limit: 100) { '.repeat(3)} id ${'} }'.repeat(3)} } }`,
      {},
      400,
      'QUERY_TOO_COMPLEX',
    ],
  ])('%s is refused', async (_what, query, options, status, code) => {
    const { response } = await open(query, options)
    const { errors } = (await response.json()) as { errors: [{ extensions: object }] }
    expect([response.status, errors[0].extensions]).toMatchObject([status, { code }])
  })

  it('a subscription that does not accept a stream gets the address of streams', async () => {
    const { status, body } = await service.graphql(PUBLISHED, {}, null)
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST'])
    expect(body.errors[0].message).toContain('/graphql/stream')
    const elsewhere = await service.call('GET', '/graphql/stream', {
      headers: { accept: 'application/json' },
    })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([406, 'NOT_ACCEPTABLE'])
  })
})
