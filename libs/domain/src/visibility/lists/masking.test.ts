import { beforeAll, describe, expect, it } from 'vitest'
import type { Article } from '../../articles/article.ts'
import type { Context } from '../../context/context.ts'
import { Category } from '../../products/product.ts'
import { GHOST_ID } from '../../rules/ids.ts'
import { aRecord } from '../../testing/builders.ts'
import { aListWorld, describeRefusal, type ListWorld } from '../../testing/lists/list-world.ts'
import { Room, Talk } from '../../testing/talk-model.ts'
import { NOON } from '../../testing/test-audit-context.ts'
import { Workshop } from '../../testing/workshop.ts'
import type { User } from '../../users/user.ts'

let world: ListWorld
let gone: User
let [published, draft]: [Article?, Article?] = []

beforeAll(async () => {
  world = await aListWorld([Workshop, Room, Talk])
  const { AUTHOR, READER, EDITOR } = world.people
  gone = await world.person('zoe', 'AUTHOR')
  published = await world.article(AUTHOR, 'PUBLISHED', { title: 'published' })
  draft = await world.article(AUTHOR, 'DRAFT', { title: 'draft' })
  const ofGone = await world.article(gone, 'PUBLISHED', { title: 'of zoe' })
  const ofGhost = await world.article({ ...gone, id: GHOST_ID }, 'PUBLISHED', { title: 'of ghost' })
  world.tables.users.put({ ...gone, deleted: true })
  await world.comment(ofGone, gone, 'by zoe')
  await world.comment(ofGhost, READER, 'by rob')
  const category = aRecord(world.stores, Category, { name: 'Books' })
  await world.stores.records(Category).add(category)
  const workshop = { title: 'W', startsAt: NOON.toISOString(), subjectId: category.id }
  await world.stores.records(Workshop).add(aRecord(world.stores, Workshop, workshop, READER.id))
  const [mine, other] = [READER, EDITOR].map(({ id, username }) =>
    aRecord(world.stores, Room, { name: `room of ${username}` }, id),
  )
  for (const room of [mine, other]) if (room) await world.stores.records(Room).add(room)
  const talks = [
    ['in my room', mine, published],
    ['in another room', other, published],
    ['about a draft', mine, draft],
  ] as const
  for (const [title, room, article] of talks) {
    const given = { title, roomId: room?.id ?? '', articleId: article?.id ?? '' }
    await world.stores.records(Talk).add(aRecord(world.stores, Talk, given, AUTHOR.id))
  }
})

const nobody = () => world.as(null)
const reader = () => world.as(world.people.READER)
const editor = () => world.as(world.people.EDITOR)

describe('C13.3 masked fields need their permission on all records', () => {
  const MASKED: readonly [plural: string, where: object, path: string, permission: string][] = [
    ['users', { email: { eq: 'x' } }, 'where.email', 'users:read'],
    ['users', { age: { isNull: true } }, 'where.age', 'users:read'],
    ['users', { status: { eq: 'ACTIVE' } }, 'where.status', 'users:read'],
    ['users', { or: [{}, { not: { age: { gt: 1 } } }] }, 'where.or.1.not.age', 'users:read'],
    ['articles', { owner: { email: { startsWith: 'a' } } }, 'where.owner.email', 'users:read'],
    [
      'articles',
      { comments: { none: { author: { status: { ne: 'ACTIVE' } } } } },
      'where.comments.none.author.status',
      'users:read',
    ],
    ['workshops', { contact: { isNull: true } }, 'where.contact', 'workshops:cancel'],
    [
      'users',
      { workshops: { every: { contact: { eq: '' } } } },
      'where.workshops.every.contact',
      'workshops:cancel',
    ],
    [
      'categories',
      { workshops: { some: { host: { age: { lt: 3 } } } } },
      'where.workshops.some.host.age',
      'users:read',
    ],
  ]

  it.each(MASKED)('C13.3 %s by %j', async (plural, where, path, permission) => {
    const refuse = (context: Context) => describeRefusal(() => world.list(context, plural, { where }))
    const problem = `${path} ${path} is masked. You need the permission ${permission} on all records.`
    expect(await refuse(nobody())).toEqual(['UNAUTHENTICATED', problem])
    expect(await refuse(reader())).toEqual(['FORBIDDEN', problem])
    expect(await refuse(world.as(world.people.ADMIN))).toEqual([])
  })

  it('C13.3 who reads itself alone has no permission, not even for itself', async () => {
    const where = { id: { eq: String(world.people.READER.id) }, age: { isNull: true } }
    expect(await describeRefusal(() => world.list(reader(), 'users', { where }))).toHaveLength(2)
  })

  it('C13.3 the public fields of users need none', async () => {
    const where = { username: { eq: 'ada' }, name: { contains: 'ADA' }, role: { eq: 'AUTHOR' } }
    expect(await world.list(nobody(), 'users', { where, show: 'username' })).toEqual(['ada'])
  })
})

describe('C13.3 links to records that the caller may not see are null', () => {
  const find = (context: Context, where: object) =>
    world.list(context, 'talks', { where, orderBy: [{ field: 'createdAt' }], show: 'title' })
  const idOf = (name: string) =>
    [...world.tables.of('rooms').values()].find((room) => (room as { name?: unknown }).name === name)?.id
  const ALL = ['in my room', 'in another room', 'about a draft']

  it('C13.3 room: {} asks for a room that the caller may read', async () => {
    expect(await find(nobody(), { room: {} })).toEqual([])
    expect(await find(reader(), { room: {} })).toEqual(['in my room', 'about a draft'])
    expect(await find(editor(), { room: {} })).toEqual(ALL)
  })

  it('C13.3 it is false where the link is hidden, whatever stands inside', async () => {
    for (const inside of [
      { not: { name: { eq: 'room of eve' } } },
      { name: { ne: 'x' } },
      { name: { eq: 'room of eve' } },
    ])
      expect(await find(nobody(), { room: inside })).toEqual([])
    expect(await find(reader(), { not: { room: {} } })).toEqual(['in another room'])
  })

  it('C13.3 its id is null, so that ne, notIn and isNull: true match', async () => {
    const hidden = idOf('room of eve')
    expect(await find(reader(), { roomId: { eq: hidden } })).toEqual([])
    expect(await find(reader(), { roomId: { in: [hidden, idOf('room of rob')] } })).toEqual([
      'in my room',
      'about a draft',
    ])
    expect(await find(reader(), { roomId: { ne: hidden } })).toEqual(ALL)
    expect(await find(reader(), { roomId: { notIn: [hidden] } })).toEqual(ALL)
    expect(await find(reader(), { roomId: { isNull: true } })).toEqual(['in another room'])
    expect(await find(reader(), { roomId: { isNull: false } })).toEqual(['in my room', 'about a draft'])
    expect(await find(editor(), { roomId: { eq: hidden } })).toEqual(['in another room'])
    expect(await find(nobody(), { roomId: { isNull: true } })).toEqual(ALL)
  })

  it('C13.3 an article that the caller may not read', async () => {
    expect(await find(reader(), { article: {} })).toEqual(['in my room', 'in another room'])
    expect(await find(reader(), { articleId: { isNull: true } })).toEqual(['about a draft'])
    expect(await find(reader(), { articleId: { eq: draft?.id } })).toEqual([])
    expect(await find(editor(), { articleId: { eq: draft?.id } })).toEqual(['about a draft'])
  })

  it('C13.3 through a list, only records that the caller may read match', async () => {
    const owners = (context: Context, articles: object) =>
      world.list(context, 'users', { where: { username: { eq: 'ada' }, articles }, show: 'username' })
    const isDraft = { title: { eq: 'draft' } }
    expect(await owners(nobody(), { some: isDraft })).toEqual([])
    expect(await owners(editor(), { some: isDraft })).toEqual(['ada'])
    expect(await owners(nobody(), { none: isDraft })).toEqual(['ada'])
    expect(await owners(nobody(), { every: { title: { eq: 'published' } } })).toEqual(['ada'])
    expect(await owners(editor(), { every: { title: { eq: 'published' } } })).toEqual([])
  })
})

describe('C13.3 owners and authors', () => {
  const titles = (where: object, more = {}) =>
    world.list(editor(), 'articles', { where, ...more, orderBy: [{ field: 'title' }], show: 'title' })

  it('C13.3 a soft-deleted owner and the ghost count as null', async () => {
    expect(await titles({ owner: {} })).toEqual(['draft', 'published'])
    expect(await titles({ ownerId: { isNull: true } })).toEqual(['of ghost', 'of zoe'])
    expect(await titles({ ownerId: { eq: String(gone.id) } })).toEqual([])
    expect(await titles({ ownerId: { eq: String(GHOST_ID) } })).toEqual([])
    expect(await titles({ ownerId: { ne: String(gone.id) } })).toEqual([
      'draft',
      'of ghost',
      'of zoe',
      'published',
    ])
    expect(await titles({ ownerId: { notIn: [String(GHOST_ID), String(world.people.AUTHOR.id)] } })).toEqual([
      'of ghost',
      'of zoe',
    ])
    expect(await titles({ owner: { username: { in: ['zoe', 'ghost'] } } })).toEqual([])
    expect(await titles({ not: { owner: { username: { eq: 'ada' } } } })).toEqual(['of ghost', 'of zoe'])
  })

  it('C13.3 in articles(ownerId:) too', async () => {
    for (const ownerId of [GHOST_ID, gone.id]) expect(await titles({}, { ownerId })).toEqual([])
    expect(await titles({}, { ownerId: world.people.AUTHOR.id })).toEqual(['draft', 'published'])
  })

  it('C13.3 authors of comments', async () => {
    const comments = (where: object) => world.list(editor(), 'comments', { where, show: 'content' })
    expect(await comments({ author: {} })).toEqual(['by rob'])
    expect(await comments({ authorId: { isNull: true } })).toEqual(['by zoe'])
    expect(await comments({ article: { ownerId: { isNull: true } } })).toEqual(['by rob', 'by zoe'])
  })

  it('C13.3 an owner matches where C7.9 shows it, to callers without users:read too', async () => {
    const workshops = await world.list(nobody(), 'workshops', {
      where: { host: { username: { eq: 'rob' } } },
      show: 'title',
    })
    expect(workshops).toEqual(['W'])
  })

  it('C3.5 no list of users has the ghost or a soft-deleted user', async () => {
    for (const where of [
      { username: { in: ['ghost', 'zoe'] } },
      { id: { in: [String(GHOST_ID), String(gone.id)] } },
    ])
      expect(await world.list(world.as(world.people.ADMIN), 'users', { where })).toEqual([])
  })
})
