import { builtInModel, contentModel, extendType, Article, User, field, record } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModel, type ModelService } from '../support/model-service.ts'

const about = 'A test.'
const Dish = record({
  name: 'Dish',
  plural: 'dishes',
  about,
  allowed: {
    read: { GUEST: 'all' },
    write: { ADMIN: 'all' },
    audit: { ADMIN: 'all' },
    inspect: { EDITOR: 'all' },
  },
  fields: {
    title: field.line(80, { about }),
    serves: field.integer(1, 100, { about, initial: 2 }),
    price: field.decimal(10, 2, { about, optional: true, seenWith: 'audit' }),
    note: field.line(80, { about, optional: true, seenWith: 'inspect' }),
    servedAt: field.time({ about, optional: true }),
    words: field.tags({ about }),
    size: field.group({ width: field.integer(0, 9, { about, initial: 1 }) }, { about }),
  },
  defaultOrder: ['label'],
  computed: (on) => ({
    label: on(
      { kind: field.line(100), from: ['title', 'serves'], stored: true, index: true, search: 'A' },
      ({ title, serves }) => {
        if (title === 'explode') throw new TypeError('the words of the code')
        return title === 'long' ? 'x'.repeat(101) : `${title} serves ${serves}`
      },
    ),
    cost: on(
      { kind: field.decimal(10, 2), from: ['price'], stored: true, optional: true, index: true },
      ({ price }) => (price === null ? null : `${price}`),
    ),
    isDear: on(
      { kind: field.flag(), from: ['price'], stored: true, index: true },
      ({ price }) => Number(price) > 9,
    ),
    shout: on({ kind: field.line(80), from: ['title'] }, ({ title }) => {
      if (title === 'boom') throw new TypeError('the words of the code')
      return title.toUpperCase()
    }),
    secret: on({ kind: field.line(200), from: ['note', 'price'] }, ({ note, price }) => `${note} ${price}`),
    endsAt: on({ kind: field.time(), from: ['servedAt'] }, ({ servedAt }) =>
      servedAt === null ? null : new Date(servedAt.getTime() + 1_000),
    ),
    facts: on({ kind: field.json(), from: ['words', 'size'] }, ({ words, size }) => ({
      words,
      width: size.width,
    })),
  }),
  operations: (on) => ({
    double: on({ about, permission: 'write' }, ({ serves }) => ({ serves: serves * 2 })),
  }),
})

const Note = extendType(Article, {
  computed: (on) => ({
    headline: on(
      { kind: field.line(300), from: ['title', 'status'], stored: true, index: true },
      ({ title, status }) => `${status}: ${title}`,
    ),
    initials: on({ kind: field.line(9), from: ['title'] }, ({ title }) => title.slice(0, 1)),
  }),
})
const Person = extendType(User, {
  computed: (on) => ({
    greeting: on({ kind: field.line(200), from: ['name'] }, ({ name }) => `Hello ${name}`),
    mailto: on({ kind: field.line(300), from: ['email'] }, ({ email }) => `mailto:${email}`),
    shortName: on({ kind: field.line(200), from: ['name'], stored: true, optional: true }, ({ name }) =>
      name.slice(0, 3),
    ),
  }),
})
const others = builtInModel.types.filter(({ name }) => name !== 'Article' && name !== 'User')
const model = contentModel([...others, Note, Person, Dish])

const SELECTED = 'title label cost isDear shout secret endsAt facts version'

describe('C16.2 computed fields on PostgreSQL', { timeout: 60_000 }, () => {
  let service: ModelService
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    service = await startModel('dishes', model)
    for (const [title, price] of [
      ['Soup', '4.5'],
      ['Stew', '12.00'],
      ['Cake', null],
    ] as const) {
      const body = { title, price, note: 'n', servedAt: '2026-11-20T10:00:00Z', words: ['hot'] }
      const sent = await service.send('POST', '/api/dishes', body)
      expect([sent.status, sent.body.label]).toEqual([201, `${title} serves 2`])
      ids[title] = sent.body.id
    }
  })
  afterAll(() => service.stop())

  const shown = {
    title: 'Soup',
    label: 'Soup serves 2',
    cost: '4.50',
    isDear: false,
    shout: 'SOUP',
    secret: 'n 4.50',
    endsAt: '2026-11-20T10:00:01.000Z',
    facts: { words: ['hot'], width: 1 },
    version: 1,
  }

  it('shows both kinds of values in both interfaces, however often a document comes', async () => {
    const query = `{ dish(id: "${ids['Soup']}") { ${SELECTED} } dishes(limit: 1, offset: 1) { ${SELECTED} }
      dishesConnection(first: 9) { nodes { ${SELECTED} } } }`
    for (const _ of [1, 2, 3, 4]) {
      const { data } = await service.ask(query)
      expect(data.dish).toEqual(shown)
      expect(data.dishes).toEqual([shown])
      expect(data.dishesConnection.nodes.map(({ shout }: { shout: string }) => shout)).toEqual([
        'CAKE',
        'SOUP',
        'STEW',
      ])
    }
    for (const _ of [1, 2, 3]) {
      expect((await service.send('GET', `/api/dishes/${ids['Soup']}`)).body).toMatchObject(shown)
      expect((await service.send('GET', '/api/dishes')).body[1]).toMatchObject(shown)
      const chosen = await service.send('GET', `/api/dishes/${ids['Soup']}?fields=shout,endsAt`)
      expect(chosen.body).toEqual({ id: ids['Soup'], version: 1, shout: shown.shout, endsAt: shown.endsAt })
    }
  })

  it('masks a value as all fields from which it is computed', async () => {
    const masked = { cost: null, isDear: null, secret: null, shout: 'SOUP' }
    const query = `{ dish(id: "${ids['Soup']}") { cost isDear secret shout } }`
    for (const _ of [1, 2, 3]) {
      expect((await service.ask(query, {}, null)).data.dish).toEqual(masked)
      const { body } = await service.send('GET', `/api/dishes/${ids['Soup']}`, undefined, null)
      expect(body).toMatchObject(masked)
    }
  })

  it.each([
    '{ dishes(where: { cost: { eq: "4.50" } }) { id } }',
    '{ dishes(where: { isDear: { eq: true } }) { id } }',
    '{ dishes(where: { not: { isDear: { eq: true } } }) { id } }',
    '{ dishes(orderBy: [{ field: COST }]) { id } }',
    '{ dishesConnection(where: { isDear: { eq: true } }) { totalCount { value } } }',
    '{ dishesConnection { counts(by: IS_DEAR) { value count { value } } } }',
  ])('refuses to tell masked values by filters, orders and counts: %s', async (query) => {
    const { errors } = await service.ask(query, {}, null)
    expect(errors?.[0].message).toContain('is masked. You need the permission dishes:audit on all records')
    expect((await service.ask(query)).errors).toBeUndefined()
  })

  it('filters, orders, counts and searches by stored values', async () => {
    const titles = async (query: string) =>
      (await service.send('GET', `/api/dishes?${query}`)).body.map(({ title }: { title: string }) => title)
    expect(await titles('label=Soup serves 2')).toEqual(['Soup'])
    expect(await titles('label[startsWith]=S&sort=-label')).toEqual(['Stew', 'Soup'])
    expect(await titles('cost[gte]=5')).toEqual(['Stew'])
    expect(await titles('sort=-cost')).toEqual(['Stew', 'Soup', 'Cake'])
    const counted = await service.send('GET', '/api/dishes/counts?by=isDear')
    expect(
      counted.body.map(({ value, count }: { value: string; count: { value: number } }) => [
        value,
        count.value,
      ]),
    ).toEqual([
      ['false', 2],
      ['true', 1],
    ])
    const search = async () =>
      JSON.stringify((await service.send('GET', '/api/search?query=serves%20stew')).body)
    await expect.poll(search, { timeout: 15_000 }).toContain(ids['Stew'])
    const other = await service.send('GET', '/api/dishes?shout=SOUP')
    expect(other.status).toBe(400)
    expect(
      (await service.ask('{ dishes(where: { shout: { eq: "SOUP" } }) { id } }')).errors[0].message,
    ).toContain('shout')
  })

  it('takes no values of clients', async () => {
    const path = `/api/dishes/${ids['Soup']}`
    for (const [method, to] of [
      ['POST', '/api/dishes'],
      ['PATCH', path],
      ['PUT', '/api/dishes/by-ref/x'],
    ] as const) {
      const { status, body } = await service.send(method, to, { title: 'X', label: 'Y', shout: 'Z' })
      expect([method, status]).toEqual([method, expect.toBeOneOf([400, 422])])
      expect(JSON.stringify(body)).toContain('label')
    }
    const input = { title: 'X', label: 'Y' }
    const create = 'mutation($input: CreateDishInput!) { createDish(input: $input) { id } }'
    expect((await service.ask(create, { input })).errors[0].message).toContain('label')
    const update = 'mutation($input: UpdateDishInput!) { updateDish(input: $input) { id } }'
    expect(
      (await service.ask(update, { input: { id: ids['Soup'], shout: 'Y' } })).errors[0].message,
    ).toContain('shout')
    expect((await service.send('GET', path)).body.label).toBe('Soup serves 2')
  })

  it('computes stored values in updates, upserts, operations and bulk actions, and notes them in events', async () => {
    const { body } = await service.send('POST', '/api/dishes', { title: 'Rice', price: '1.00' })
    const path = `/api/dishes/${body.id}`
    expect((await service.send('PATCH', path, { serves: 3, price: '10.00' })).body).toMatchObject({
      ...{ label: 'Rice serves 3', cost: '10.00', isDear: true, version: 2 },
    })
    expect((await service.send('POST', `${path}/double`)).body).toMatchObject({
      label: 'Rice serves 6',
      version: 3,
    })
    expect((await service.send('PATCH', path, { serves: 6 })).body.version).toBe(3)
    const upsert = 'mutation { upsertDish(ref: "rice", input: { title: "Bread" }) { label } }'
    const { data, errors } = await service.ask(upsert)
    expect([data?.upsertDish?.label ?? errors, 'Bread serves 2']).toEqual([
      'Bread serves 2',
      'Bread serves 2',
    ])
    const events = await service.query(
      `select type, data from events where resource_id = '${body.id}' order by position`,
    )
    expect(events.map(({ data: event }) => (event as { label: string }).label)).toEqual([
      'Rice serves 2',
      'Rice serves 3',
      'Rice serves 6',
    ])
    expect(events[1]?.['data']).toMatchObject({
      '.changed': { names: ['serves', 'price', 'label', 'cost', 'isDear'] },
    })
    expect(events[1]?.['data']).not.toHaveProperty('shout')
    await service.send('DELETE', path)
    await service.query(`delete from dishes where title = 'Bread'`)
  })

  it('writes nothing if the code fails, and tells none of its words', async () => {
    for (const title of ['explode', 'long']) {
      const created = await service.send('POST', '/api/dishes', { title })
      expect([created.status, JSON.stringify(created.body)]).toEqual([
        500,
        expect.not.stringMatching(/words|label|code of/),
      ])
      const changed = await service.send('PATCH', `/api/dishes/${ids['Soup']}`, { title })
      expect(changed.status).toBe(500)
      const { errors } = await service.ask(`mutation { createDish(input: { title: "${title}" }) { id } }`)
      expect(errors[0].extensions.code).toBe('INTERNAL_SERVER_ERROR')
      expect(await service.query(`select id from dishes where title = '${title}'`)).toEqual([])
    }
    expect((await service.send('GET', `/api/dishes/${ids['Soup']}`)).body.version).toBe(1)
  })

  it('shows null if the code of a read fails, and the rest of the record', async () => {
    const { body } = await service.send('POST', '/api/dishes', { title: 'boom' })
    expect(body).toMatchObject({ shout: null, label: 'boom serves 2' })
    const query = `{ dish(id: "${body.id}") { shout label } }`
    for (const _ of [1, 2, 3])
      expect(await service.ask(query)).toMatchObject({
        data: { dish: { shout: null, label: 'boom serves 2' } },
      })
    await service.send('DELETE', `/api/dishes/${body.id}`)
  })

  it('C15.21 adds values to articles and users, with the masks of users', async () => {
    const created = await service.send('POST', '/api/articles', { title: 'News', content: 'Text' })
    expect(created.body).toMatchObject({ headline: 'DRAFT: News', initials: 'N' })
    const { id } = created.body
    const published = await service.send('PATCH', `/api/articles/${id}`, { status: 'PUBLISHED' })
    expect(published.body.headline).toBe('PUBLISHED: News')
    const query = `{ article(id: "${id}") { headline initials owner { greeting mailto shortName } } }`
    const owner = { greeting: expect.stringContaining('Hello '), shortName: expect.any(String) }
    for (const _ of [1, 2, 3]) {
      expect((await service.ask(query, {}, null)).data.article).toEqual({
        ...{ headline: 'PUBLISHED: News', initials: 'N' },
        owner: { ...owner, mailto: null },
      })
      expect((await service.ask(query)).data.article.owner.mailto).toContain('mailto:admin@')
    }
    const rest = await service.send('GET', `/api/articles/${id}`, undefined, null)
    expect(rest.body).toMatchObject({ headline: 'PUBLISHED: News', initials: 'N' })
    const listed = await service.ask('{ articles(where: { headline: { startsWith: "PUB" } }) { headline } }')
    expect(listed.data.articles).toEqual([{ headline: 'PUBLISHED: News' }])
  })

  it('describes the fields as read-only in the model and in both contracts', async () => {
    const { body } = await service.send('GET', '/api/model')
    const dish = body.types.find(({ name }: { name: string }) => name === 'Dish')
    const find = (name: string) => dish.fields.find((each: { name: string }) => each.name === name)
    expect(find('label')).toMatchObject({ readOnly: true, computed: true, nullable: false, required: false })
    expect(find('shout')).toMatchObject({ readOnly: true, computed: true, nullable: true })
    expect(find('isDear')).toMatchObject({ nullable: true, seenWith: 'dishes:audit' })
    expect(find('secret')).toMatchObject({ seenWith: 'dishes:inspect dishes:audit' })
    expect(find('title')).toMatchObject({ computed: false })
    const { data } = await service.ask(
      '{ __type(name: "Dish") { fields { name type { kind } } } input: __type(name: "CreateDishInput") { inputFields { name } } }',
    )
    const kinds = Object.fromEntries(
      data.__type.fields.map(({ name, type }: { name: string; type: { kind: string } }) => [name, type.kind]),
    )
    expect([kinds['label'], kinds['isDear'], kinds['shout']]).toEqual(['NON_NULL', 'SCALAR', 'SCALAR'])
    expect(data.input.inputFields.map(({ name }: { name: string }) => name)).not.toContain('label')
  })
})
