import { beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../context/context.ts'
import { line, one, state, tags, time } from '../../model/fields/field-builders.ts'
import { record } from '../../model/types/record.ts'
import { createPageReader } from '../../operations/prepared-operations.ts'
import { connectRows, countRows, listRows } from '../../operations/read-operations.ts'
import { Category } from '../../products/product.ts'
import { aListWorld, describeRefusal, findList, type ListWorld } from '../../testing/lists/list-world.ts'
import { parseList } from './list-input.ts'

const about = 'A test.'
const Stall = record({
  name: 'Stall',
  plural: 'stalls',
  about,
  allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
  index: [
    ['name', 'code'],
    ['stage', 'slot', 'plain'],
    ['stage', 'opensAt', 'name'],
  ],
  fields: {
    name: line(80, { about, index: true }),
    code: line(80, { about, unique: true }),
    motto: line(80, { about, index: 'text' }),
    plain: line(80, { about }),
    stage: state(['NEW'], { about }),
    slot: line(80, { about }),
    opensAt: time({ about, index: true }),
    topics: tags({ about, index: true }),
    category: one(Category, { about, inverse: 'stalls' }),
  },
})

let world: ListWorld
beforeAll(async () => {
  world = await aListWorld([Stall])
})

const ID = '00000000-0000-7000-8000-0000000000ff'

describe('C13.6 bounds', () => {
  const refuse = (where: unknown, more = {}) =>
    describeRefusal(() => world.list(world.as(null, more), 'articles', { where }))
  const likes = (count: number) => ({ or: Array.from({ length: count }, () => ({ likes: { gt: 1 } })) })
  const nest = (levels: number): object => (levels === 0 ? {} : { not: nest(levels - 1) })

  it.each<[string, object, object, string]>([
    ['conditions', likes(49), likes(50), 'more than 50 conditions'],
    ['parts', { or: Array(50).fill({}) }, { or: Array(51).fill({}) }, 'more than 50 parts'],
    ['levels', nest(5), nest(6), 'more than 5 levels'],
    [
      'values',
      { id: { in: Array(100).fill(ID) } },
      { id: { in: Array(101).fill(ID) } },
      'more than 100 values',
    ],
    [
      'values over the whole filter',
      { id: { in: Array(50).fill(ID) }, tags: { hasAny: Array(50).fill('a') } },
      { not: { id: { notIn: Array(50).fill(ID) } }, tags: { hasAll: Array(51).fill('a') } },
      'more than 100 values',
    ],
    [
      'links and lists',
      { owner: { articles: { some: { comments: { none: { author: { not: {} } } } } } } },
      { owner: { articles: { some: { comments: { none: { author: { not: { not: {} } } } } } } } },
      'more than 5 levels',
    ],
  ])('C13.6 %s', async (_, allowed, refused, message) => {
    expect(await refuse(allowed)).toEqual([])
    expect(await refuse(refused)).toEqual(['QUERY_TOO_COMPLEX', expect.stringContaining(message)])
  })

  it('C13.6 the settings have the bounds', async () => {
    const settings = { ...world.as(null).settings, filterLimits: { nodes: 2, values: 1, depth: 1 } }
    expect(await refuse({ likes: { gt: 1, lt: 3 } }, { settings })).toEqual([])
    expect(await refuse({ likes: { gt: 1, lt: 3, ne: 2 } }, { settings })).toHaveLength(2)
    expect(await refuse({ id: { in: [ID, ID] } }, { settings })).toHaveLength(2)
    expect(await refuse({ owner: { articles: { some: {} } } }, { settings })).toHaveLength(2)
  })

  it('C13.6 the parameters of a URL are one filter', async () => {
    const part = (values: number) => ({
      where: { tags: { hasAny: Array(values).fill('a') } },
      path: ['tags[hasAny]'],
    })
    const find = (...parts: readonly object[]) =>
      describeRefusal(() => world.list(world.as(null), 'articles', { parts }))
    expect(await find(part(50), part(50))).toEqual([])
    expect(await find(part(50), part(51))).toEqual([
      'QUERY_TOO_COMPLEX',
      expect.stringContaining('100 values'),
    ])
  })
})

/** The requests that a read charges, and whether it waits in the queue of searches. */
const measure = async (read: (context: Context) => Promise<unknown>) => {
  const [charged, queued]: [number[], string[]] = [[], []]
  const as = world.as(null)
  const quota = { ...as.quota, charge: async (requests: number) => void charged.push(requests) }
  const inShare = <Result>(work: () => Promise<Result>) => {
    queued.push('read')
    return work()
  }
  await read(world.as(null, { quota, inShare }))
  return { charged: charged.reduce((sum, each) => sum + each, 0), isQueued: queued.length > 0 }
}

const measureList = (plural: string, filters: object) =>
  measure((context) =>
    listRows(
      context,
      findList(world.model, plural),
      { filters: filters as never, window: { limit: 20, offset: 0 } },
      { fields: ['id'] },
    ),
  )

const charge = async (plural: string, filters: object) => (await measureList(plural, filters)).charged

describe('C13.6 prices', () => {
  const conditions = (count: number) => ({
    and: Array.from({ length: count }, () => ({ likes: { gte: 0 } })),
  })

  it.each<[string, string, object, number]>([
    ['no filter', 'articles', {}, 0],
    ['10 conditions on own fields', 'articles', { where: conditions(10) }, 0],
    ['11 conditions on own fields', 'articles', { where: conditions(11) }, 1],
    ['20 conditions on own fields', 'articles', { where: conditions(20) }, 1],
    ['21 conditions on own fields', 'articles', { where: conditions(21) }, 2],
    [
      'a condition through a link, which no index serves',
      'articles',
      { where: { owner: { username: { ne: 'ada' } } } },
      2,
    ],
    [
      'a condition through a link to one record',
      'articles',
      { where: { owner: { username: { eq: 'ada' } } } },
      1,
    ],
    [
      'two conditions through a link to one record',
      'articles',
      { where: { owner: { username: { eq: 'ada', ne: 'x' } } } },
      2,
    ],
    [
      'a condition through a link beside an id',
      'articles',
      { where: { ownerId: { eq: '3' }, owner: { username: { eq: 'ada' } } } },
      1,
    ],
    ['a filter without an index', 'users', { where: { name: { eq: 'Ada' } } }, 1],
    [
      'two conditions without an index are one filter',
      'users',
      { where: { name: { eq: 'Ada', ne: 'x' } } },
      1,
    ],
    ['an order without an index', 'stalls', { orderBy: [{ field: 'name' }, { field: 'createdAt' }] }, 1],
    [
      'a filter and an order without an index',
      'stalls',
      { where: { plain: { eq: 'x' } }, orderBy: [{ field: 'code' }, { field: 'name' }] },
      2,
    ],
    ['an order with an index', 'stalls', { orderBy: [{ field: 'name' }] }, 0],
    [
      'an order with an index of several fields',
      'stalls',
      { orderBy: [{ field: 'name' }, { field: 'code' }] },
      0,
    ],
  ])('C13.6 %s', async (_, plural, filters, price) => {
    expect(await charge(plural, filters)).toBe(price)
  })

  it('C13.6 a count and the pages by cursor cost the same as the list', async () => {
    const [list, filters] = [findList(world.model, 'users'), { where: { name: { eq: 'x' } } } as never]
    const window = { limit: 20, offset: 0 }
    const counted = measure((context) =>
      countRows(context, list, { filters, window, atMost: 10 }, { fields: ['id'] }),
    )
    expect(await counted).toEqual({ charged: 1, isQueued: true })
    const connected = await measure(async (context) => {
      const page = { first: 2, after: null }
      const { totalCount } = await connectRows(
        context,
        list,
        { filters, name: 'a list', page },
        { fields: ['id'] },
      )
      await totalCount()
    })
    expect(connected).toEqual({ charged: 1, isQueued: true })
  })

  it('C13.6 a page that a service prepares costs the same each time', async () => {
    const read = createPageReader(findList(world.model, 'users'), { fields: ['id'] }, ({ total }) => total)
    const filters = { where: { name: { eq: 'x' } } }
    const part = { filters, window: { limit: 20, offset: 0 }, atMost: 10 }
    for (let time = 0; time < 4; time += 1)
      expect(await measure((context) => read(context, part))).toEqual({ charged: 1, isQueued: true })
  })

  it.each([
    [20, 1],
    [21, 2],
    [100, 5],
  ])(
    'C13.6 nested lists cost times the page size of the parents / 20, rounded up: %i',
    async (limit, times) => {
      const comments = {
        as: 'comments',
        relation: 'comments',
        select: { fields: ['id'] },
        orderBy: [{ by: 'id', direction: 'ASC' as const }],
        window: { limit: 5, offset: 0 },
        list: { where: { author: { username: { eq: 'x' } } } },
      }
      const part = { filters: {} as never, window: { limit, offset: 0 } }
      const select = { fields: ['id'], related: [comments] }
      const found = await measure((context) =>
        listRows(context, findList(world.model, 'articles'), part, select),
      )
      expect(found).toEqual({ charged: times, isQueued: false })
    },
  )
})

describe('C13.6 which lists an index serves', () => {
  const findUnserved = (plural: string, where: object, orderBy: unknown = null) => {
    const context = world.as(world.people.ADMIN)
    const type = world.model.types.find((each) => each.plural === plural)
    return type && parseList(context, type, { where, orderBy }).cost.unserved
  }

  it.each<[string, object]>([
    [
      'articles',
      { title: { eq: 'x' }, status: { in: ['DRAFT'] }, likes: { gt: 1 }, tags: { hasAll: ['a'] } },
    ],
    ['articles', { or: [{ title: { eq: 'x' } }, { publishedAt: { lt: '2026-11-20T00:00:00Z' } }] }],
    [
      'articles',
      { and: [{ createdAt: { gt: '2026-11-20T00:00:00Z' } }, { changedAt: { gt: '2026-11-20T00:00:00Z' } }] },
    ],
    ['articles', { title: { contains: 'x', startsWith: 'y' } }],
    ['articles', { id: { in: [ID] }, title: { contains: 'x' }, not: { likes: { gt: 1 } } }],
    ['articles', { ownerId: { eq: '3' }, comments: { none: {} } }],
    ['articles', { and: [{ ownerId: { eq: '3' } }, { or: [{ title: { ne: 'x' } }, {}] }] }],
    ['users', { username: { eq: 'ada' }, name: { contains: 'a' } }],
    ['users', { email: { in: ['a@b.c'] }, age: { gt: 3 } }],
    ['stalls', { motto: { contains: 'x', startsWith: 'y' }, name: { gt: undefined, eq: 'x' } }],
    ['stalls', { categoryId: { in: [ID] }, plain: { ne: 'x' } }],
    ['stalls', { code: { eq: 'x' }, plain: { isNull: true } }],
    ['stalls', { topics: { hasAny: ['a'] } }],
    ['products', { price: { gte: 1, lt: 3 }, categoryId: { eq: ID } }],
    ['stalls', { stage: { eq: 'NEW' }, slot: { in: ['x'] } }],
    ['stalls', { and: [{ plain: { eq: 'x' } }, { slot: { eq: 'x' } }], stage: { eq: 'NEW' } }],
    ['articles', { comments: { some: { author: { id: { eq: '3' } } } } }],
    ['articles', { comments: { some: { authorId: { in: ['3', '4'] } } }, title: { ne: 'x' } }],
    ['articles', { and: [{ owner: { username: { eq: 'ada' } } }], likes: { ne: 1 } }],
    ['articles', { owner: { id: { eq: '3' }, not: { username: { eq: 'ada' } } } }],
    ['users', { articles: { some: { comments: { some: { id: { eq: ID } } } } } }],
    ['users', { articles: { some: { title: { eq: 'x' } } } }],
  ])('C13.6 %s are served: %j', (plural, where) => {
    expect(findUnserved(plural, where)).toBeNull()
  })

  it.each<[string, object, string]>([
    ['articles', { title: { ne: 'x' } }, 'where.title.ne'],
    ['products', { title: { contains: 'x' } }, 'where.title.contains'],
    ['articles', { likes: { gt: 1, notIn: [3] } }, 'where.likes.notIn'],
    ['articles', { publishedAt: { isNull: true } }, 'where.publishedAt.isNull'],
    ['stalls', { slot: { eq: 'x' } }, 'where.slot.eq'],
    ['stalls', { stage: { in: ['NEW'] }, slot: { eq: 'x' } }, 'where.slot.eq'],
    ['stalls', { stage: { eq: 'NEW' }, plain: { eq: 'x' } }, 'where.plain.eq'],
    ['stalls', { stage: { eq: 'NEW' }, slot: { contains: 'x' } }, 'where.slot.contains'],
    ['stalls', { stage: { eq: 'NEW' }, or: [{ slot: { eq: 'x' } }] }, 'where.or.0.slot.eq'],
    ['stalls', { stage: { eq: 'NEW' }, not: { slot: { eq: 'x' } } }, 'where.not'],
    ['stalls', { or: [{ stage: { eq: 'NEW' } }], slot: { eq: 'x' } }, 'where.slot.eq'],
    ['articles', { tags: { isEmpty: true } }, 'where.tags.isEmpty'],
    ['articles', { not: { title: { eq: 'x' } } }, 'where.not'],
    ['articles', { not: { id: { eq: ID } } }, 'where.not'],
    ['articles', { comments: { none: {} } }, 'where.comments.none'],
    ['articles', { comments: { every: {} } }, 'where.comments.every'],
    ['products', { or: [{ id: { eq: ID } }, { title: { contains: 'x' } }] }, 'where.or.1.title.contains'],
    [
      'articles',
      { or: [{ ownerId: { eq: '3' } }], title: { ne: 'x' }, and: [{ or: [{ likes: { ne: 1 } }] }] },
      '',
    ],
    ['articles', { ownerId: { ne: '3' }, title: { eq: 'x' } }, 'where.ownerId.ne'],
    ['users', { name: { eq: 'x' } }, 'where.name.eq'],
    ['users', { role: { eq: 'ADMIN' } }, 'where.role.eq'],
    ['stalls', { plain: { eq: 'x' } }, 'where.plain.eq'],
    ['stalls', { name: { contains: 'x' } }, 'where.name.contains'],
    ['stalls', { motto: { eq: 'x' } }, 'where.motto.eq'],
    ['articles', { owner: { id: { in: ['3', '4'] } } }, 'where.owner'],
    ['articles', { owner: { createdAt: { eq: '2026-11-20T00:00:00Z' } } }, 'where.owner'],
    [
      'articles',
      { comments: { some: { createdAt: { gt: '2026-11-20T00:00:00Z' } } } },
      'where.comments.some',
    ],
    ['articles', { comments: { none: { authorId: { eq: '3' } } } }, 'where.comments.none'],
    ['articles', { comments: { every: { authorId: { eq: '3' } } } }, 'where.comments.every'],
    ['articles', { not: { comments: { some: { authorId: { eq: '3' } } } } }, 'where.not'],
    [
      'articles',
      { or: [{ comments: { some: { authorId: { eq: '3' } } } }, { ownerId: { eq: '3' } }] },
      'where.or.0.comments.some',
    ],
    [
      'articles',
      { comments: { some: { or: [{ author: { id: { eq: '3' } } }, { id: { eq: ID } }] } } },
      'where.comments.some',
    ],
    ['products', { category: { stalls: { some: { code: { eq: 'x' } } } } }, 'where.category'],
    ['users', { articles: { some: { status: { eq: 'DRAFT' } } } }, 'where.articles.some'],
  ])('C13.6 %s are not served: %j', (plural, where, path) => {
    expect(findUnserved(plural, where) ?? '').toBe(path)
  })

  it('C13.6 an order of several fields needs an index of them in one direction', () => {
    const [name, code] = [{ field: 'name' }, { field: 'code' }]
    expect(findUnserved('stalls', {}, [name, code])).toBeNull()
    expect(findUnserved('stalls', {}, [code, name])).toBe('code, name')
    expect(findUnserved('stalls', {}, [name, { ...code, direction: 'DESC' }])).toBe('name, code')
    expect(findUnserved('stalls', { plain: { eq: 'x' } }, [code, name])).toBe('where.plain.eq')
    const opening = { field: 'opensAt' }
    expect(findUnserved('stalls', { stage: { eq: 'NEW' } }, [opening, name])).toBeNull()
    expect(findUnserved('stalls', { stage: { ne: 'NEW' } }, [opening, name])).toBe('where.stage.ne')
    expect(findUnserved('stalls', {}, [opening, name])).toBe('opensAt, name')
  })

  it('C13.6 a read that no index serves waits in the queue of searches', async () => {
    expect((await measureList('users', { where: { name: { eq: 'x' } } })).isQueued).toBe(true)
    expect((await measureList('users', { where: { username: { eq: 'x' } } })).isQueued).toBe(false)
    expect((await measureList('users', {})).isQueued).toBe(false)
  })
})
