import { beforeAll, describe, expect, it } from 'vitest'
import type { Article } from '../../articles/article.ts'
import { flag, line, number, owner } from '../../model/fields/field-builders.ts'
import { record } from '../../model/types/record.ts'
import { connectRows, listRows } from '../../operations/read-operations.ts'
import { aListWorld, describeRefusal, findList, type ListWorld } from '../../testing/lists/list-world.ts'
import { NOON } from '../../testing/test-audit-context.ts'
import { Workshop } from '../../testing/workshop.ts'
import { listOrderFields } from './list-order.ts'

const about = 'A test.'
/** A type with indexes on several fields, and with one on a masked field. */
const Stall = record({
  name: 'Stall',
  plural: 'stalls',
  about,
  allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
  index: [['name', 'isOpen']],
  fields: {
    name: line(80, { about, index: true }),
    code: line(80, { about, unique: true }),
    motto: line(80, { about, index: 'text' }),
    isOpen: flag({ about, initial: false, index: true }),
    rent: number(0, { about, optional: true, index: true, seenWith: 'write' }),
    size: number(0, { about }),
    keeper: owner({ about, inverse: 'stalls' }),
  },
})

/** In UTF-16, the second one would be before the first one. */
const [HIGH, SMILE] = ['\uFFFD', '\u{1F600}']

let world: ListWorld

const addArticle = async (title: string, more: Partial<Article> = {}): Promise<void> => {
  const made = await world.article(world.people.AUTHOR, 'PUBLISHED')
  world.tables.articles.put({ ...made, title, ...more })
}

const asAdmin = () => world.as(world.people.ADMIN)
const order = (...orderBy: readonly object[]) => world.list(asAdmin(), 'articles', { orderBy, show: 'title' })
const refuse = (orderBy: unknown, plural = 'articles', caller = asAdmin()) =>
  describeRefusal(() => world.list(caller, plural, { orderBy }))

const LATER = new Date(NOON.getTime() + 1_000)

beforeAll(async () => {
  world = await aListWorld([Workshop, Stall])
  await addArticle('b', { views: 1, updatedAt: LATER, publishedAt: null })
  await addArticle('Á', { views: 1, updatedAt: NOON })
  await addArticle('a', { views: 2, publishedAt: LATER })
  await addArticle(HIGH, { views: 2 })
  await addArticle(SMILE, { views: 3, publishedAt: null })
})

describe('C13.1 order fields', () => {
  it.each([
    ['Article', 'createdAt updatedAt title views likes publishedAt changedAt'],
    ['User', 'createdAt updatedAt changedAt username'],
    ['Comment', 'createdAt updatedAt changedAt'],
    ['Product', 'createdAt title price'],
    ['Category', 'name'],
    ['Workshop', 'createdAt updatedAt changedAt'],
    ['Stall', 'createdAt updatedAt changedAt name code isOpen rent'],
  ])('C13.1 of %s', (name, fields) => {
    const found = Object.keys(listOrderFields(world.model, world.model.typeNamed(name)))
    expect(found.toSorted()).toEqual(fields.split(' ').toSorted())
  })
})

describe('C13.2 orders', () => {
  it('C13.2 text is ordered by its folded form in code-point order, then as it is', async () => {
    const titles = ['a', 'Á', 'b', HIGH, SMILE]
    expect(await order({ field: 'title' })).toEqual(titles)
    expect(await order({ field: 'title', direction: 'DESC' })).toEqual(titles.toReversed())
  })

  it('C13.2 nulls are last in both directions', async () => {
    expect((await order({ field: 'publishedAt' }, { field: 'title' })).slice(-2)).toEqual(['b', SMILE])
    expect((await order({ field: 'publishedAt', direction: 'DESC' })).slice(0, 1)).toEqual(['a'])
    expect((await order({ field: 'publishedAt', direction: 'DESC' })).slice(-2)).toEqual([SMILE, 'b'])
  })

  it('C13.2 ties are ordered by id in the direction of the last order', async () => {
    expect(await order({ field: 'views' })).toEqual(['b', 'Á', 'a', HIGH, SMILE])
    expect(await order({ field: 'views', direction: 'DESC' })).toEqual([SMILE, HIGH, 'a', 'Á', 'b'])
    const [up, down] = [{ field: 'views' }, { field: 'createdAt', direction: 'DESC' }]
    expect(await order(up, down)).toEqual(['Á', 'b', HIGH, 'a', SMILE])
  })

  it('C13.2 changedAt is never null, and updatedAt is null until the first change', async () => {
    expect(await order({ field: 'changedAt', direction: 'DESC' })).toEqual(['b', SMILE, HIGH, 'a', 'Á'])
    expect(await order({ field: 'updatedAt' })).toEqual(['Á', 'b', 'a', HIGH, SMILE])
  })

  it('C13.2 the direction is ASC by default; [] and null are as if absent', async () => {
    expect(await order({ field: 'views', direction: null })).toEqual(await order({ field: 'views' }))
    for (const orderBy of [[], null, undefined])
      expect(await world.list(asAdmin(), 'articles', { orderBy, show: 'title' })).toEqual([
        SMILE,
        HIGH,
        'a',
        'Á',
        'b',
      ])
  })

  it('C13.2 sortBy orders texts in the same way', async () => {
    const sorted = await world.list(asAdmin(), 'articles', {
      sortBy: 'title',
      direction: 'ASC',
      show: 'title',
    })
    expect(sorted).toEqual(await order({ field: 'title' }))
  })

  it.each<[string, unknown, string]>([
    [
      'more than 3',
      ['title', 'views', 'likes', 'createdAt'].map((field) => ({ field })),
      'orderBy must be at most 3 orders',
    ],
    [
      'a field twice',
      [{ field: 'views' }, { field: 'views', direction: 'DESC' }],
      'orderBy.1.field views is an order already',
    ],
    [
      'a misspelled field',
      [{ field: 'view' }],
      'orderBy.0.field view is no order of articles; did you mean views?',
    ],
    [
      'a field without an order',
      [{ field: 'views' }, { field: 'tags' }],
      'orderBy.1.field tags is no order of articles; use one of createdAt, updatedAt',
    ],
    ['a link', [{ field: 'ownerId' }], 'orderBy.0.field ownerId is no order of articles'],
    ['a name of all objects', [{ field: 'constructor' }], 'orderBy.0.field constructor is no order'],
    ['a direction', [{ field: 'views', direction: 'asc' }], 'orderBy.0.direction must be ASC or DESC'],
    ['no field', [{ direction: 'ASC' }], 'orderBy.0.field is missing'],
    ['no object', ['views'], 'orderBy.0 must be an object with a field'],
    ['no list', { field: 'views' }, 'orderBy must be a list of orders'],
  ])('C13.2 refuses %s', async (_, orderBy, problem) => {
    expect(await refuse(orderBy)).toEqual(['BAD_USER_INPUT', expect.stringContaining(problem)])
  })

  it('C13.3 refuses an order by a masked field', async () => {
    const needed =
      'orderBy.1.field orderBy.1.field is masked. You need the permission stalls:write on all records.'
    const orderBy = [{ field: 'name' }, { field: 'rent' }]
    expect(await refuse(orderBy, 'stalls', world.as(null))).toEqual(['UNAUTHENTICATED', needed])
    expect(await refuse(orderBy, 'stalls', world.as(world.people.READER))).toEqual(['FORBIDDEN', needed])
    expect(await refuse(orderBy, 'stalls')).toEqual([])
  })
})

describe('C13.2 cursors', () => {
  const page = async (filters: object, after: string | null = null) => {
    const part = { filters: filters as never, name: 'a list', page: { first: 2, after } }
    return connectRows(asAdmin(), findList(world.model, 'articles'), part, { fields: ['title'] })
  }
  const where = { views: { gte: 1 } }
  const orderBy = [{ field: 'publishedAt' }, { field: 'title', direction: 'DESC' }]

  it('C13.2 follow an order with nulls to its end', async () => {
    const found: unknown[] = []
    let after: string | null = null
    do {
      const { edges, pageInfo } = await page({ where, orderBy }, after)
      found.push(...edges.map(({ node }) => node['title']))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after !== null)
    expect(found).toEqual(await world.list(asAdmin(), 'articles', { where, orderBy, show: 'title' }))
    expect(found).toHaveLength(5)
  })

  it.each([
    ['filter', { where: { views: { gte: 0 } }, orderBy }],
    ['order', { where, orderBy: orderBy.slice(0, 1) }],
    ['direction', { where, orderBy: [orderBy[0], { field: 'title' }] }],
    ['filter by a short form', { where, orderBy, status: 'PUBLISHED' }],
    ['list without a filter', { orderBy }],
  ])('C13.2 belong to their list: not with another %s', async (_, filters) => {
    const { pageInfo } = await page({ where, orderBy })
    expect(await describeRefusal(() => page(filters, pageInfo.endCursor))).toEqual([
      'BAD_USER_INPUT',
      expect.stringContaining('after is not a cursor of this list'),
    ])
  })

  it('C13.2 a filter is the same in any order of its members', async () => {
    const [one, other] = [
      { views: { gte: 1 }, likes: { gte: 0 } },
      { likes: { gte: 0 }, views: { gte: 1 } },
    ]
    const { pageInfo } = await page({ where: one, orderBy })
    expect((await page({ where: other, orderBy }, pageInfo.endCursor)).edges).toHaveLength(2)
  })
})

describe('C13.2 nested lists', () => {
  it('C13.2 have their own filter and order', async () => {
    const list = { where: { views: { lt: 3 } }, orderBy: [{ field: 'title' }] }
    const articles = {
      as: 'articles',
      relation: 'articles',
      select: { fields: ['title'] },
      orderBy: [{ by: 'createdAt', direction: 'DESC' as const }],
      window: { limit: 3, offset: 0 },
      list,
    }
    const part = { filters: { where: { username: { eq: 'ada' } } }, window: { limit: 1, offset: 0 } }
    const select = { fields: ['id'], related: [articles] }
    const [ada] = await listRows(asAdmin(), findList(world.model, 'users'), part, select)
    expect(ada).toMatchObject({
      articles: await order({ field: 'title' }).then((titles) =>
        titles
          .filter((title) => title !== SMILE)
          .slice(0, 3)
          .map((title) => ({ title })),
      ),
    })
    const wrong = { ...articles, list: { where: { titel: {} } } }
    const [refused] = await listRows(asAdmin(), findList(world.model, 'users'), part, {
      fields: ['id'],
      related: [wrong],
    })
    expect(refused?.['articles']).toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['where', 'titel'] }],
    })
  })
})

describe('C13.2 DELETED articles', () => {
  const named = { status: { eq: 'DELETED' } }
  const titles = async (where: unknown, more = {}) =>
    world.list(asAdmin(), 'articles', {
      where: { and: [{ views: { gte: 100 } }, ...(where === null ? [] : [where])] },
      show: 'title',
      ...more,
    })

  beforeAll(async () => {
    await addArticle('deleted', { status: 'DELETED', views: 100 })
    await addArticle('archived', { status: 'ARCHIVED', views: 101 })
  })

  it.each<[string, object | null, readonly string[]]>([
    ['without a filter', null, ['archived']],
    ['with eq at the top', named, ['deleted']],
    ['with in at the top', { status: { in: ['DELETED', 'ARCHIVED'] } }, ['archived', 'deleted']],
    ['below and', { and: [{ and: [named] }] }, ['deleted']],
    ['not below or', { or: [named] }, []],
    ['not below or beside another', { or: [named, { status: { eq: 'ARCHIVED' } }] }, ['archived']],
    ['not below not', { not: { status: { eq: 'ARCHIVED' } } }, []],
    ['not below two not', { not: { not: named } }, []],
    ['not by ne', { status: { ne: 'ARCHIVED' } }, []],
    ['not by notIn', { status: { notIn: ['ARCHIVED'] } }, []],
    ['named beside or', { status: { in: ['DELETED'] }, or: [{ title: { eq: 'deleted' } }] }, ['deleted']],
    ['in another state', { status: { eq: 'ARCHIVED' } }, ['archived']],
  ])('C13.2 %s', async (_, where, found) => {
    expect(await titles(where)).toEqual(found)
  })

  it('C13.2 of each ArticleWhere by itself, behind links and lists too', async () => {
    const deleted = [...world.tables.articles.values()].find(({ title }) => title === 'deleted') as Article
    const comment = await world.comment(deleted, world.people.READER)
    const comments = (where: object) => world.list(asAdmin(), 'comments', { where })
    expect(await comments({ article: named })).toEqual([comment.id])
    expect(await comments({ article: {} })).toEqual([])
    expect(await comments({ article: { or: [named] } })).toEqual([])
    const users = (articles: object) =>
      world.list(asAdmin(), 'users', { where: { articles }, show: 'username' })
    const isDeleted = { title: { eq: 'deleted' } }
    expect(await users({ some: { ...named, ...isDeleted } })).toEqual(['ada'])
    expect(await users({ some: isDeleted })).toEqual([])
    // A filter of the outer list does not count for the inner one.
    expect(await titles({ ...named, owner: { articles: { some: isDeleted } } })).toEqual([])
    expect(await titles({ owner: { articles: { some: named } } })).toEqual(['archived'])
  })

  it('C13.2 in a nested list whose filter names the state', async () => {
    const nested = async (where: object) => {
      const articles = {
        as: 'articles',
        relation: 'articles',
        select: { fields: ['title'] },
        window: { limit: 3, offset: 0 },
        list: { where: { and: [where, { views: { gte: 100 } }] } },
      }
      const part = { filters: { where: { username: { eq: 'ada' } } }, window: { limit: 1, offset: 0 } }
      const select = { fields: ['id'], related: [articles] }
      return (await listRows(asAdmin(), findList(world.model, 'users'), part, select))[0]?.['articles']
    }
    expect(await nested(named)).toEqual([{ title: 'deleted' }])
    expect(await nested({})).toEqual([{ title: 'archived' }])
    expect(await nested({ or: [named] })).toEqual([])
  })

  it('C13.2 the short form names the state too', async () => {
    expect(await titles({}, { status: 'DELETED' })).toEqual(['deleted'])
  })
})
