import { songModel } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModel, type ModelService } from '../support/model-service.ts'

const PASSWORD = 'tangled otter velvet 9'
const NOWHERE = '00000000-0000-7000-8000-ffffffffffff'

let service: ModelService
const people = new Map<string, { readonly id: string; readonly as: string }>()
beforeAll(async () => {
  service = await startModel('add-songs', songModel)
  for (const [username, role] of [
    ['author', 'AUTHOR'],
    ['one-reader', 'READER'],
    ['other-reader', 'READER'],
  ]) {
    const input = { username, email: `${username}@example.org`, password: PASSWORD, role }
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }'
    const { data } = await service.ask(create, { input })
    people.set(username ?? '', { id: data.createUser.id, as: `Basic ${btoa(`${username}:${PASSWORD}`)}` })
  }
}, 60_000)
afterAll(() => service.stop())

const as = (username: string): string => people.get(username)?.as ?? ''

interface Addressed {
  readonly type: string
  readonly path: string
  readonly list: string
  readonly word: string
}

/** The requests about the records of a type. */
const createRequests = ({ type, path, list, word }: Addressed) => {
  const create = async (more: object = {}): Promise<string> => {
    const text = type === 'Tape' ? {} : { content: 'A text.' }
    const by = type === 'Tape' ? undefined : as('author')
    const { body } = await service.send('POST', `/api/${path}`, { title: 'A title', ...text, ...more }, by)
    return body.id
  }
  return {
    create,
    /** A record that everybody reads. */
    publish: async (more: object = {}): Promise<string> => {
      const id = await create(more)
      if (type !== 'Tape') await service.send('PATCH', `/api/${path}/${id}`, { status: 'PUBLISHED' })
      return id
    },
    rest: (method: string, id: string, part = '', by: string | null = null) =>
      service.send(method, `/api/${path}/${id}${part}`, undefined, by),
    run: async (verb: string, id: string, by: string | null, select = '{ id likes }') => {
      const query = `mutation ($id: ID!) { ${verb}${type}(id: $id) ${select} }`
      const { data, errors } = await service.ask(query, { id }, by)
      return errors?.[0].extensions.code ?? data[`${verb}${type}`]
    },
    show: async (id: string, by: string | null, select: string) =>
      (await service.ask(`query ($id: ID!) { ${word}(id: $id) { ${select} } }`, { id }, by)).data[word],
    listIds: async (args: string) =>
      (await service.ask(`{ ${list}(${args}) { id } }`, {}, null)).data[list].map(
        ({ id }: { readonly id: string }) => id,
      ),
    readViews: async (id: string) => (await service.send('GET', `/api/${path}/${id}/stats`)).body.views,
    head: async (method: string, id: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${service.url}/api/${path}/${id}`, { method, headers }),
  }
}

const SONG = { type: 'Song', path: 'songs', list: 'songs', word: 'song' }

describe.each([
  { type: 'Article', path: 'articles', list: 'articles', word: 'article' },
  SONG,
  { type: 'Tape', path: 'tapes', list: 'tapes', word: 'tape' },
])('C17.5 $type over both interfaces', (addressed) => {
  const { type, path, list } = addressed
  const { publish, create, rest, run, show, listIds, readViews, head } = createRequests(addressed)
  const more = type === 'Article' ? { commentCount: 0 } : {}
  const [reader, other] = ['one-reader', 'other-reader']

  it('is liked and unliked by each of them, and the counters are at an address of their own', async () => {
    const id = await publish()
    expect(await rest('PUT', id, '/like', as(reader))).toEqual({ status: 204, body: null })
    expect((await rest('PUT', id, '/like', as(reader))).status).toBe(204)
    expect(await run('like', id, as(other))).toEqual({ id, likes: 2 })
    expect(await rest('GET', id, '/stats')).toEqual({ status: 200, body: { views: 0, likes: 2, ...more } })
    expect(await run('unlike', id, as(reader))).toEqual({ id, likes: 1 })
    expect((await rest('DELETE', id, '/like', as(other))).status).toBe(204)
    expect((await rest('GET', id, '/stats')).body).toMatchObject({ likes: 0 })
  })

  it('has the counters in no body, and its entity tag does not change with them', async () => {
    const id = await publish()
    const before = await head('GET', id)
    const body = await before.json()
    for (const name of ['likes', 'views', 'liked']) expect(body).not.toHaveProperty(name)
    await rest('PUT', id, '/like', as(reader))
    const after = await head('GET', id, { 'if-none-match': before.headers.get('etag') ?? '' })
    expect(after.status).toBe(304)
    for (const name of ['likes', 'views', 'liked']) {
      const narrowed = await service.send('GET', `/api/${path}/${id}?fields=${name}`)
      expect(narrowed.status).toBe(400)
    }
    const listed = await service.send('GET', `/api/${path}?limit=1`)
    expect(listed.body[0]).not.toHaveProperty('likes')
  })

  it('counts reads by id: HEAD no, 304 yes, lists and stats no', async () => {
    const id = await publish()
    const etag = (await head('GET', id)).headers.get('etag') ?? ''
    await head('HEAD', id)
    expect((await head('GET', id, { 'if-none-match': etag })).status).toBe(304)
    await service.send('GET', `/api/${path}/${id}?fields=title`, undefined, as(reader))
    await service.ask(
      `{ a: ${addressed.word}(id: "${id}") { title } b: ${addressed.word}(id: "${id}") { id } }`,
      {},
      null,
    )
    await rest('GET', id, '/stats')
    await rest('GET', id, '/actions', as(reader))
    await listIds('limit: 3')
    if (type !== 'Tape') await rest('GET', id, '', as('author'))
    await expect.poll(() => readViews(id), { timeout: 5_000 }).toBe(4)
    expect((await show(id, as('author'), 'views')).views).toBe(4)
  })

  it('is filtered and ordered by both', async () => {
    const title = `Liked ${type}`
    const [one, two, none] = [await publish({ title }), await publish({ title }), await publish({ title })]
    for (const [id, names] of [
      [one, [reader]],
      [two, [reader, other]],
    ] as const)
      for (const name of names) await rest('PUT', id, '/like', as(name))
    await head('GET', one)
    await expect.poll(() => readViews(one), { timeout: 5_000 }).toBe(1)
    const where = `title: { eq: "${title}" }`
    const order = (field: string) =>
      `orderBy: [{ field: ${field}, direction: DESC }, { field: CREATED_AT, direction: DESC }]`
    if (type !== 'Tape') {
      expect(await listIds(`where: { ${where} }, ${order('LIKES')}`)).toEqual([two, one, none])
      expect(await listIds(`where: { ${where} }, ${order('VIEWS')}`)).toEqual([one, none, two])
    }
    expect(await listIds(`where: { ${where} likes: { gte: 1 } }, orderBy: [{ field: LIKES }]`)).toEqual([
      one,
      two,
    ])
    expect(await listIds(`where: { ${where} views: { eq: 1 } }`)).toEqual([one])
    const query = new URLSearchParams({ title, 'likes[gte]': '1', sort: '-likes' })
    const { body } = await service.send('GET', `/api/${path}?${query}`)
    expect(body.map(({ id }: { readonly id: string }) => id)).toEqual([two, one])
    const { data } = await service.ask(
      `{ ${list}Connection(first: 1, where: { ${where} }, orderBy: [{ field: LIKES, direction: DESC }]) { edges { node { id likes } } pageInfo { hasNextPage } } }`,
    )
    expect(data[`${list}Connection`]).toEqual({
      edges: [{ node: { id: two, likes: 2 } }],
      pageInfo: { hasNextPage: true },
    })
  })

  it('takes the numbers from no client', async () => {
    const id = await publish()
    const text = type === 'Tape' ? {} : { content: 'A text.' }
    for (const name of ['likes', 'views', 'liked']) {
      const made = { title: 'A title', ...text, [name]: 99 }
      expect((await service.send('POST', `/api/${path}`, made)).status).toBe(422)
      if (type !== 'Tape')
        expect((await service.send('PATCH', `/api/${path}/${id}`, { [name]: 99 })).status).toBe(422)
      const { errors } = await service.ask(
        `mutation ($input: Create${type}Input!) { create${type}(input: $input) { id } }`,
        { input: made },
      )
      expect(errors[0].extensions.code).toBe('BAD_USER_INPUT')
    }
    expect((await rest('GET', id, '/stats')).body).toMatchObject({ views: 0, likes: 0 })
  })

  it('refuses ids of nothing and callers without an account', async () => {
    const id = await publish()
    for (const method of ['PUT', 'DELETE']) {
      expect((await rest(method, id, '/like')).status).toBe(401)
      for (const nothing of [NOWHERE, 'x', '__proto__', '%00'])
        expect((await rest(method, nothing, '/like', as(reader))).status).toBe(404)
    }
    for (const nothing of [NOWHERE, 'x', '__proto__'])
      expect((await rest('GET', nothing, '/stats')).status).toBe(404)
    expect(await run('like', NOWHERE, as(reader))).toBe('NOT_FOUND')
    expect(await run('like', id, null)).toBe('UNAUTHENTICATED')
  })

  it.runIf(type !== 'Tape')(
    'refuses what is not published, and hides what the caller may not read',
    async () => {
      const id = await create()
      expect((await rest('PUT', id, '/like', as('author'))).status).toBe(409)
      expect((await rest('PUT', id, '/like', as(reader))).status).toBe(404)
      expect((await rest('GET', id, '/stats', as(reader))).status).toBe(404)
      expect((await rest('GET', id, '/stats', as('author'))).status).toBe(200)
      expect(await run('like', id, as('author'))).toBe('CONFLICT')
    },
  )

  it('takes a like with an idempotency key once', async () => {
    const id = await publish()
    const like = () =>
      fetch(`${service.url}/api/${path}/${id}/like`, {
        method: 'PUT',
        headers: { authorization: as(reader), 'idempotency-key': `like-${id}` },
      })
    expect([(await like()).status, (await like()).status]).toEqual([204, 204])
    expect((await rest('GET', id, '/stats')).body).toMatchObject({ likes: 1 })
  })

  it('C3.5 loses the likes of a deleted account', async () => {
    const id = await publish()
    await rest('PUT', id, '/like', as(reader))
    const { data } = await service.ask(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
      {
        input: {
          username: `gone-${path}`,
          email: `gone-${path}@example.org`,
          password: PASSWORD,
          role: 'READER',
        },
      },
    )
    await rest('PUT', id, '/like', `Basic ${btoa(`gone-${path}:${PASSWORD}`)}`)
    expect((await rest('GET', id, '/stats')).body).toMatchObject({ likes: 2 })
    expect((await service.send('DELETE', `/api/users/${data.createUser.id}`)).status).toBe(204)
    expect((await rest('GET', id, '/stats')).body).toMatchObject({ likes: 1 })
  })

  it.runIf(type !== 'Article')('tells the caller alone whether it likes a record', async () => {
    const id = await publish()
    await rest('PUT', id, '/like', as(reader))
    const read = 'liked likes'
    expect(await show(id, as(reader), read)).toEqual({ liked: true, likes: 1 })
    for (const name of [null, as(other)])
      expect(await show(id, name, read)).toEqual({ liked: false, likes: 1 })
    const listed = await service.ask(`{ ${list}(limit: 1) { id liked } }`, {}, as(reader))
    expect(listed.data[list]).toEqual([{ id, liked: true }])
    expect(await run('unlike', id, as(reader), '{ liked }')).toEqual({ liked: false })
    expect(await run('like', id, as(other), '{ liked availableActions }')).toEqual({
      liked: true,
      availableActions: ['like'],
    })
  })
})

describe('C17.5 declared types', () => {
  it('say in the model for tools that they have likes and views', async () => {
    const { body } = await service.send('GET', '/api/model')
    const told = body.types.map(({ name, likes, views, actions }: Readonly<Record<string, unknown>>) => [
      name,
      likes,
      views,
      (actions as readonly string[]).includes('like'),
    ])
    expect(told).toEqual(
      expect.arrayContaining([
        ['Article', true, true, true],
        ['Song', true, true, true],
        ['Tape', true, true, true],
        ['Album', false, false, false],
      ]),
    )
  })

  it('tell each of several callers with the same rights its own likes, also in nested lists', async () => {
    const { body: album } = await service.send('POST', '/api/albums', { title: 'Nested' })
    const { publish, rest } = createRequests(SONG)
    const id = await publish({ albumId: album.id })
    await rest('PUT', id, '/like', as('one-reader'))
    const query = `{ album(id: "${album.id}") { songs { id liked likes } songsConnection { nodes { liked } } } }`
    // The service prepares a document that comes again.
    for (const username of ['one-reader', 'other-reader', 'one-reader', 'other-reader', 'one-reader']) {
      const liked = username === 'one-reader'
      expect((await service.ask(query, {}, as(username))).data.album).toEqual({
        songs: [{ id, liked, likes: 1 }],
        songsConnection: { nodes: [{ liked }] },
      })
    }
    expect((await service.ask(query, {}, null)).data.album.songs).toEqual([{ id, liked: false, likes: 1 }])
  })

  it('C14.4 are liked by a bulk action', async () => {
    const { publish, create, rest } = createRequests(SONG)
    const ids = [await publish(), await create()]
    const { body } = await service.send(
      'POST',
      '/api/songs/actions',
      { ids, action: 'like' },
      as('one-reader'),
    )
    expect(body).toEqual([
      { id: ids[0], status: 204, code: null },
      { id: ids[1], status: 404, code: 'NOT_FOUND' },
    ])
    expect((await rest('GET', ids[0] ?? '', '/stats')).body).toEqual({ views: 0, likes: 1 })
  })

  it('C17.4 are neither liked nor counted in the trash, and lose their likes at the purge', async () => {
    const { publish, rest } = createRequests(SONG)
    const id = await publish()
    await rest('PUT', id, '/like', as('one-reader'))
    const asAdmin = (method: string, part: string) => service.send(method, `/api/songs/${id}${part}`)
    expect((await asAdmin('DELETE', '')).status).toBe(204)
    for (const method of ['PUT', 'DELETE'])
      for (const by of [as('one-reader'), as('author'), undefined])
        expect((await service.send(method, `/api/songs/${id}/like`, undefined, by)).status).toBe(404)
    expect((await rest('GET', id, '/stats')).status).toBe(404)
    expect((await asAdmin('GET', '/stats')).body).toMatchObject({ likes: 1 })
    expect((await asAdmin('DELETE', '/trash')).status).toBe(204)
    expect(await service.query(`select from record_likes where record_id = '${id}'`)).toEqual([])
  })
})
