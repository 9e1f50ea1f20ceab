import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

const about = 'A test.'
/** Searches find its parts alone. */
const Place = record({
  name: 'Place',
  plural: 'places',
  about,
  allowed: { read: { GUEST: (place) => place.isOpen.eq(true), EDITOR: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    name: field.line(80, { about }),
    isOpen: field.flag({ about, initial: true }),
    names: field.list(field.line(80, { about, search: 'A' }), { about }),
    contact: field.group(
      { hours: field.line(80, { about, search: 'B' }), phone: field.line(40, { about, optional: true }) },
      { about, optional: true },
    ),
    page: field.blocks(
      {
        paragraph: { text: field.markdown(5_000, { about, search: 'D' }) },
        code: { text: field.text(500, { about }) },
      },
      { about },
    ),
  },
})
const model = contentModel([...builtInModel.types, Place])
const BODY = {
  name: 'Albatross',
  names: ['Bittern'],
  contact: { hours: 'Cormorant', phone: '5550123' },
  page: [
    { type: 'paragraph', text: '# Dunlin\n\nAn **egret** <b>sings</b>.' },
    { type: 'code', text: 'Fulmar' },
  ],
}
const FOUND = ['bittern', 'CORMORANT', 'dunlin', 'egret sings']
const NOT_FOUND = ['albatross', '5550123', 'fulmar', 'paragraph']

describe('C16.1 search in parts in memory', () => {
  let service: TestService
  let id: string
  beforeAll(async () => {
    service = await startService({ content: { model } })
    const created = await service.as('EDITOR').rest<{ id: string }>('POST', '/api/places', { body: BODY })
    expect([created.status, created.body]).toEqual([201, expect.anything()])
    id = created.body.id
    await service.settle()
  })
  afterAll(() => service.stop())

  const searchOverRest = async (words: string) =>
    (await service.anonymous.rest<object[]>('GET', `/api/search?query=${encodeURIComponent(words)}`)).body
  const searchOverGraphql = async (words: string) =>
    (
      await service.anonymous.graphql(
        `query ($words: String!) { searchAll(query: $words) { edges { node { __typename ... on Place { id } } } } }`,
        { words },
      )
    ).data
  const list = async (words: string) =>
    (await service.anonymous.rest('GET', `/api/places?query=${encodeURIComponent(words)}`)).body

  it('finds the record by the words of its parts, over both interfaces and in lists', async () => {
    for (const words of FOUND) {
      expect(await searchOverRest(words)).toMatchObject([{ type: 'PLACE', id }])
      expect(await searchOverGraphql(words)).toEqual({
        searchAll: { edges: [{ node: { __typename: 'Place', id } }] },
      })
      expect(await list(words)).toMatchObject([{ id }])
    }
  })

  it('finds it by no words of other parts, and shows no parts in a hit', async () => {
    for (const words of NOT_FOUND) {
      expect(await searchOverRest(words)).toEqual([])
      expect(await searchOverGraphql(words)).toEqual({ searchAll: { edges: [] } })
      expect(await list(words)).toEqual([])
    }
    const hits = await searchOverRest('egret')
    expect(Object.keys(hits[0] ?? {}).toSorted()).toEqual(['id', 'score', 'snippet', 'type'])
  })

  it('finds misspelt words, and nothing that the caller may not read', async () => {
    expect(await searchOverRest('cormorrant')).toMatchObject([{ id }])
    const body = { ...BODY, isOpen: false, names: ['Goldcrest'] }
    const closed = await service.as('EDITOR').rest<{ id: string }>('POST', '/api/places', { body })
    await service.settle()
    expect(await searchOverRest('goldcrest')).toEqual([])
    expect((await service.as('EDITOR').rest('GET', '/api/search?query=goldcrest')).body).toMatchObject([
      { id: closed.body.id },
    ])
  })

  it('tells tools that the parts are searched', async () => {
    const { body } = await service.anonymous.rest<{ types: readonly { name: string }[] }>('GET', '/api/model')
    expect(body.types.find(({ name }) => name === 'Place')).toMatchObject({
      searched: true,
      fields: expect.arrayContaining([
        expect.objectContaining({
          name: 'contact',
          searched: false,
          fields: [expect.objectContaining({ searched: true }), expect.objectContaining({ searched: false })],
        }),
        expect.objectContaining({ name: 'names', item: expect.objectContaining({ searched: true }) }),
      ]),
    })
  })
})
