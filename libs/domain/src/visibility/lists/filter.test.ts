import { beforeAll, describe, expect, it } from 'vitest'
import type { Article } from '../../articles/article.ts'
import { aRecord } from '../../testing/builders.ts'
import { aListWorld, describeRefusal, type ListWorld } from '../../testing/lists/list-world.ts'
import { NOON } from '../../testing/test-audit-context.ts'
import { Category, Product } from '../../products/product.ts'
import { Workshop } from '../../testing/workshop.ts'
import { listMembers } from './list-members.ts'

const LATER = new Date('2026-11-21T10:00:00.123Z')
const CAFE = 'Caf\u00E9'
const DECOMPOSED = 'Cafe\u0301'

let world: ListWorld
const articles: Record<string, Article> = {}

const addArticle = async (title: string, more: Partial<Article> = {}): Promise<void> => {
  const made = await world.article(world.people.AUTHOR, 'PUBLISHED')
  articles[title] = { ...made, title, ...more }
  world.tables.articles.put(articles[title])
}

const asAdmin = (more = {}) => world.as(world.people.ADMIN, more)

/** The titles of the articles that match, in the order of their creation. */
const find = async (where: unknown): Promise<readonly unknown[]> => {
  const orderBy = [{ field: 'views' }]
  return world.list(asAdmin(), 'articles', { where, orderBy, show: 'title' })
}

const refuse = (where: unknown, plural = 'articles') =>
  describeRefusal(() => world.list(asAdmin(), plural, { where }))

beforeAll(async () => {
  world = await aListWorld()
  await addArticle(CAFE, { views: 1, likes: 1, tags: ['caf\u00E9', 'food'], updatedAt: LATER })
  await addArticle(DECOMPOSED, { views: 2, likes: 2, tags: ['food'], publishedAt: null, status: 'DRAFT' })
  await addArticle('CAFE', { views: 3, likes: 3, publishedAt: LATER })
  await addArticle('Straße', { views: 4, likes: 4, tags: ['stra\u00DFe'] })
  await world.comment(articles[CAFE] as Article, world.people.READER)
  const category = aRecord(world.stores, Category, { name: 'Books' })
  await world.stores.records(Category).add(category)
  await world.stores
    .records(Product)
    .add(aRecord(world.stores, Product, { title: 'A', price: 12.5, stock: 3, categoryId: category.id }))
  const workshop = { title: 'W', startsAt: NOON.toISOString(), subjectId: category.id }
  const reasons = [null, '', 'Ill']
  for (const reason of reasons) {
    const made = aRecord(world.stores, Workshop, workshop, world.people.READER.id)
    await world.stores.records(Workshop).add({ ...made, reason, contact: reason })
  }
})

const EVERY = [CAFE, DECOMPOSED, 'CAFE', 'Straße']
const without = (...titles: readonly string[]) => EVERY.filter((title) => !titles.includes(title))

describe('C13.1 the members of a filter', () => {
  const OF_SERVICE = {
    Article:
      'id title slug status tags ownerId owner likes views publishedAt createdAt updatedAt changedAt comments',
    User: 'id username name email role status age createdAt updatedAt changedAt articles',
    Comment: 'id authorId author articleId article createdAt updatedAt changedAt',
    Product: 'id title price stock categoryId category createdAt',
    Category: 'id name products',
  }
  const DECLARED = {
    Workshop:
      'id title startsAt endsAt contact reason topics progress subjectId subject hostId host createdAt updatedAt changedAt',
  }
  /** The lists of records of declared types that link to a type. */
  const inverses: Readonly<Record<string, readonly string[]>> = {
    User: ['workshops'],
    Category: ['workshops'],
  }

  it.each(Object.entries({ ...OF_SERVICE, ...DECLARED }))(
    'of %s are those of the contract',
    (name, members) => {
      const found = Object.keys(listMembers(world.model, world.model.typeNamed(name)))
      expect(found.toSorted()).toEqual([...members.split(' '), ...(inverses[name] ?? [])].toSorted())
    },
  )

  it('C13.1 long Markdown is in no filter', async () => {
    expect(await refuse({ content: { contains: 'text' } })).toEqual([
      'BAD_USER_INPUT',
      expect.stringContaining(
        'where.content is no field by which articles can be filtered; use one of id, title',
      ),
    ])
  })
})

describe('C13.1 operators', () => {
  it.each<[sentence: string, where: object, titles: readonly string[]]>([
    ['eq is exact: é as one and as two code points differ', { title: { eq: CAFE } }, [CAFE]],
    ['eq is exact about case', { title: { eq: 'cafe' } }, []],
    ['ne is the opposite of eq', { title: { ne: CAFE } }, without(CAFE)],
    ['in is one of the values', { title: { in: ['CAFE', 'Straße', 'x'] } }, ['CAFE', 'Straße']],
    ['notIn is none of the values', { title: { notIn: ['CAFE', 'Straße'] } }, without('CAFE', 'Straße')],
    ['in: [] matches none', { title: { in: [] } }, []],
    ['notIn: [] matches all', { title: { notIn: [] } }, EVERY],
    ['contains folds case and accents', { title: { contains: 'AFÉ' } }, without('Straße')],
    ['contains folds ß', { title: { contains: 'RASS' } }, ['Straße']],
    ['contains takes % and _ as they are', { title: { contains: '%' } }, []],
    ['startsWith folds case and accents', { title: { startsWith: 'cäf' } }, without('Straße')],
    ['startsWith is the beginning', { title: { startsWith: 'afe' } }, []],
    ['contains: "" matches all that are not null', { title: { contains: '' } }, EVERY],
    ['lt', { likes: { lt: 2 } }, [CAFE]],
    ['lte', { likes: { lte: 2 } }, [CAFE, DECOMPOSED]],
    ['gt', { likes: { gt: 2 } }, ['CAFE', 'Straße']],
    ['gte', { likes: { gte: 3 } }, ['CAFE', 'Straße']],
    ['integers have in and notIn', { likes: { in: [1, 2], notIn: [2] } }, [CAFE]],
    ['a state', { status: { eq: 'DRAFT' } }, [DECOMPOSED]],
    ['a state of several', { status: { notIn: ['DRAFT'] } }, without(DECOMPOSED)],
    ['tags are normalised', { tags: { has: ' CAFE\u0301 ' } }, [CAFE]],
    ['hasAny', { tags: { hasAny: ['straße', 'CAFÉ'] } }, [CAFE, 'Straße']],
    ['hasAll', { tags: { hasAll: ['food', 'café'] } }, [CAFE]],
    ['hasAny: [] matches none', { tags: { hasAny: [] } }, []],
    ['hasAll: [] matches all', { tags: { hasAll: [] } }, EVERY],
    ['isEmpty: true', { tags: { isEmpty: true } }, ['CAFE']],
    ['isEmpty: false', { tags: { isEmpty: false } }, without('CAFE')],
    ['a time has any offset', { publishedAt: { eq: '2026-11-21T12:30:00.123+02:30' } }, ['CAFE']],
    [
      'a time is compared to the millisecond',
      { publishedAt: { lt: '2026-11-21T10:00:00.124Z', gte: '2026-11-21T10:00:00.123Z' } },
      ['CAFE'],
    ],
    ['a comparison with null is false', { publishedAt: { lt: '2030-01-01T00:00:00Z' } }, without(DECOMPOSED)],
    ['ne matches null', { publishedAt: { ne: LATER.toISOString() } }, without('CAFE')],
    ['notIn matches null', { publishedAt: { notIn: [LATER.toISOString()] } }, without('CAFE')],
    ['isNull: true', { publishedAt: { isNull: true } }, [DECOMPOSED]],
    ['isNull: false', { publishedAt: { isNull: false } }, without(DECOMPOSED)],
    [
      'not negates the whole, so that it matches null',
      { not: { publishedAt: { lt: LATER.toISOString() } } },
      [DECOMPOSED, 'CAFE'],
    ],
    ['changedAt is updatedAt', { changedAt: { eq: LATER.toISOString() } }, [CAFE]],
    [
      'changedAt is createdAt before the first change',
      { changedAt: { eq: NOON.toISOString() } },
      without(CAFE),
    ],
    ['updatedAt is null before the first change', { updatedAt: { isNull: true } }, without(CAFE)],
    ['a malformed id matches nothing', { id: { eq: 'x' } }, []],
    ['a malformed id is no value of in', { ownerId: { in: ['0', '-1', '01'] } }, []],
    ['ne of a malformed id matches all', { id: { ne: 'x' } }, EVERY],
  ])('C13.1 %s', async (_, where, titles) => {
    expect(await find(where)).toEqual(titles)
  })

  it.each([
    [{ username: { eq: 'ADA' } }, ['ada']],
    [{ email: { in: ['Ada@EXAMPLE.org', 'EVE@example.org'] } }, ['eve', 'ada']],
    [{ username: { ne: 'ADA' } }, ['amy', 'eve', 'rob', 'gil']],
    [{ role: { eq: 'READER' } }, ['rob']],
    [{ role: { notIn: ['READER', 'ADMIN'] } }, ['eve', 'ada', 'gil']],
    [{ role: { isNull: true } }, []],
    [{ age: { isNull: true }, id: { eq: '2' } }, ['gil']],
  ])('C13.1 username and email ignore case; a role is the highest: %j', async (where, names) => {
    expect(await world.list(asAdmin(), 'users', { where, show: 'username' })).toEqual(names)
  })

  it('C13.1 contains: "" of an optional field matches what is not null', async () => {
    const reasons = (where: unknown) => world.list(asAdmin(), 'workshops', { where, show: 'reason' })
    expect(await reasons({ reason: { contains: '' } })).toEqual(['Ill', ''])
    expect(await reasons({ reason: { startsWith: '' } })).toEqual(['Ill', ''])
    expect(await reasons({ not: { reason: { contains: '' } } })).toEqual([null])
    expect(await reasons({ reason: { eq: '' } })).toEqual([''])
  })

  it('C13.1 numbers and flags', async () => {
    const stocks = (where: unknown) => world.list(asAdmin(), 'products', { where, show: 'stock' })
    expect(await stocks({ price: { eq: 12.5 } })).toEqual([3])
    expect(await stocks({ price: { gt: 12.5 } })).toEqual([])
    expect(await stocks({ stock: { in: [3, 4] } })).toEqual([3])
  })
})

describe('C13.1 and, or, not', () => {
  const [isCafe, isDraft] = [{ title: { eq: CAFE } }, { status: { eq: 'DRAFT' } }]
  it.each<[string, unknown, readonly string[]]>([
    ['{} matches all', {}, EVERY],
    ['null is as if absent', null, EVERY],
    ['and: [] matches all', { and: [] }, EVERY],
    ['or: [] matches none', { or: [] }, []],
    ['not: {} matches none', { not: {} }, []],
    ['not: { or: [] } matches all', { not: { or: [] } }, EVERY],
    ['or', { or: [isCafe, isDraft] }, [CAFE, DECOMPOSED]],
    ['and', { and: [isCafe, isDraft] }, []],
    ['the members of an object are joined by and', { ...isCafe, status: { eq: 'PUBLISHED' } }, [CAFE]],
    ['the operators of an object are joined by and', { likes: { gt: 1, lt: 4, ne: 2 } }, ['CAFE']],
    ['an or beside a member', { or: [isCafe, isDraft], likes: { gt: 1 } }, [DECOMPOSED]],
    ['a variable that was not given is absent', { title: undefined, or: undefined }, EVERY],
  ])('C13.1 %s', async (_, where, titles) => {
    expect(await find(where)).toEqual(titles)
  })
})

describe('C13.1 links and lists', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['a link', { owner: { username: { eq: 'ada' } } }, EVERY],
    ['some', { comments: { some: { author: { username: { eq: 'rob' } } } } }, [CAFE]],
    ['none', { comments: { none: {} } }, without(CAFE)],
    ['every holds for no records', { comments: { every: { or: [] } } }, without(CAFE)],
    ['every', { comments: { every: { author: { username: { eq: 'rob' } } } } }, EVERY],
    ['several quantifiers are joined by and', { comments: { some: {}, every: { or: [] } } }, []],
  ])('C13.1 %s', async (_, where, titles) => {
    expect(await find(where)).toEqual(titles)
  })
})

describe('C13.1 what is refused', () => {
  it.each<[string, unknown, string]>([
    ['null for a member', { title: null }, 'where.title must not be null; use isNull'],
    ['null for a list of values', { tags: null }, 'where.tags must not be null; use isEmpty'],
    ['null for an operator', { title: { eq: null } }, 'where.title.eq must not be null; use isNull'],
    [
      'null for an operator of lists',
      { tags: { has: null } },
      'where.tags.has must not be null; use isEmpty',
    ],
    ['no operator', { title: {} }, 'where.title has no operator; for null, use isNull'],
    [
      'a variable as an operator',
      { title: { eq: undefined } },
      'where.title has no operator; for null, use isNull',
    ],
    ['no operator for lists of values', { tags: {} }, 'where.tags has no operator; for null, use isEmpty'],
    ['no quantifier', { comments: {} }, 'where.comments must have some, every or none'],
    ['null for a list', { comments: null }, 'where.comments must have some, every or none'],
    ['null for a quantifier', { comments: { some: null } }, 'where.comments.some must be an object'],
    ['null for a link', { owner: null }, 'where.owner must not be null; use ownerId: { isNull: true }'],
    ['an unknown quantifier', { comments: { any: {} } }, 'where.comments.any must be some, every or none'],
    [
      'a misspelled member',
      { titel: { eq: 'x' } },
      'where.titel is no field by which articles can be filtered; did you mean title?',
    ],
    [
      'a misspelled operator',
      { title: { startWith: 'x' } },
      'where.title.startWith is no operator here; did you mean startsWith?',
    ],
    [
      'an operator of another kind',
      { status: { lt: 'DRAFT' } },
      'where.status.lt is no operator here; use one of eq, ne, in, notIn, isNull',
    ],
    [
      'a value of another kind',
      { likes: { eq: '1' } },
      'where.likes.eq must be an integer from -2147483648 to 2147483647',
    ],
    ['a list in the place of a value', { title: { eq: ['x'] } }, 'where.title.eq must be a text'],
    ['a value in the place of a list', { title: { in: 'x' } }, 'where.title.in must be a list of values'],
    [
      'no object',
      { title: 'x' },
      'where.title must be an object with an operator: eq, ne, in, notIn, contains, startsWith, isNull',
    ],
    ['and without a list', { and: {} }, 'where.and must be a list of filters'],
    ['a part that is no object', { or: [{}, 1] }, 'where.or.1 must be an object'],
    [
      'an unknown state',
      { status: { in: ['DRAFT', 'draught'] } },
      'where.status.in cannot be "draught"; use one of DRAFT, REVIEW, PUBLISHED, ARCHIVED, DELETED',
    ],
    ['a date alone', { createdAt: { gt: '2026-11-20' } }, 'where.createdAt.gt must be an RFC 3339 timestamp'],
    [
      'a time without an offset',
      { createdAt: { gt: '2026-11-20T10:00:00' } },
      'where.createdAt.gt must be an RFC 3339 timestamp',
    ],
    [
      'a text of more than 1,000 characters',
      { title: { contains: 'x'.repeat(1_001) } },
      'where.title.contains must have at most 1000 characters',
    ],
    ['isNull without a flag', { title: { isNull: 'yes' } }, 'where.title.isNull must be true or false'],
    [
      'a name of all objects',
      JSON.parse('{"__proto__":{"eq":"x"},"constructor":{}}'),
      'where.__proto__ is no field',
    ],
    ['a list', [], 'where must be an object'],
    ['a text', 'x', 'where must be an object'],
  ])('C13.1 %s', async (_, where, problem) => {
    const [code, first] = await refuse(where)
    expect([code, first]).toEqual(['BAD_USER_INPUT', expect.stringContaining(problem)])
  })

  it.each([
    ['a NUL', { title: { contains: 'a\u0000' } }],
    ['half of a character', { title: { eq: '\uD83D' } }],
    ['half of a character in a tag', { tags: { has: '\uD83D' } }],
    ['an integer of more than 32 bits', { likes: { lt: 2_147_483_648 } }],
    ['a number that is no integer', { likes: { lt: 0.5 } }],
    ['an infinite number', { likes: { lt: Infinity } }],
    ['a time that does not exist', { createdAt: { lt: '2026-02-30T00:00:00Z' } }],
    ['a flag as a text', { tags: { isEmpty: 'true' } }],
  ])('C13.1 %s is no value', async (_, where) => {
    expect(await refuse(where)).toEqual(['BAD_USER_INPUT', expect.stringContaining('must ')])
  })

  it('C13.1 the least and the largest integer are values', async () => {
    expect(await find({ likes: { gt: -2_147_483_648, lt: 2_147_483_647 } })).toEqual(EVERY)
  })

  it('C13.1 all problems are named at once', async () => {
    expect(await refuse({ title: null, or: [{ likes: {} }, { x: 1 }] })).toHaveLength(4)
  })

  it('C13.1 a text of 1,000 characters is a text', async () => {
    expect(await find({ title: { contains: '\u{1F600}'.repeat(1_000) } })).toEqual([])
  })
})

describe('C13.2 old and new filters', () => {
  it('C13.2 where is joined by and to older filters', async () => {
    const list = (more: object) => world.list(asAdmin(), 'articles', { ...more, show: 'title' })
    expect(await list({ status: 'DRAFT', where: { title: { ne: 'CAFE' } } })).toEqual([DECOMPOSED])
    expect(await list({ tag: 'food', where: { likes: { eq: 1 } } })).toEqual([CAFE])
    expect(await list({ tag: 'food', where: { likes: { eq: 3 } } })).toEqual([])
  })
})
