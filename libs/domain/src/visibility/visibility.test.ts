import { beforeEach, describe, expect, test } from 'vitest'
import { articleList } from '../articles/article-reading.ts'
import { declareViewedRead } from '../records/views/viewed-reading.ts'
import { countRows, listRows, planRows, readById } from '../operations/read-operations.ts'
import { Article } from '../articles/article.ts'
import { Comment } from '../comments/comment.ts'
import { readKnownRecord, readRecord } from '../records/record-reading.ts'
import { ARTICLE_STATUSES, type ArticleStatus } from '../access/built-in-facts.ts'
import { GHOST_ID, type CommentId, type UserId } from '../rules/ids.ts'
import { OLDEST } from '../comments/comment-reading.ts'
import { createWindow } from '../reading/page.ts'
import { unconditional } from '../context/precondition.ts'
import type { RelatedSelection, Row, Selection } from '../reading/reading.ts'
import { searchAll } from '../search/search-operations.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
import { followUser } from '../users/follow-operations.ts'
import { updateUser } from '../users/user-updates.ts'
import {
  profileList,
  planCurrentUser,
  readProfile,
  userRecordList,
  userRecordRead,
  type UserFilters,
} from '../users/user-reading.ts'
import { readFirst } from './visibility.ts'
import { USER_ROLES } from '../access/role-names.ts'
import { type User } from '../users/user.ts'

const ALL = createWindow(100, 0)
const NAME: Selection = { fields: ['username'] }
const TITLE: Selection = { fields: ['title'] }
const articleRead = declareViewedRead(Article)
const NOBODY_ID = 4711 as UserId

let world: World
let people: World['people']
beforeEach(async () => {
  world = await aWorld()
  people = world.people
})

const softDelete = (user: User) =>
  updateUser(world.as(people.ADMIN), user.id, { deleted: true }, unconditional)
const usernames = (rows: readonly Row[]) => rows.map((row) => row['username'])
const titles = (rows: readonly Row[]) => rows.map((row) => row['title'])
const owner = (select: Selection): RelatedSelection => ({ as: 'owner', relation: 'owner', select })
const author = (select: Selection): RelatedSelection => ({ as: 'author', relation: 'author', select })
const comments = (select: Selection): RelatedSelection => ({
  as: 'comments',
  relation: 'comments',
  select,
  orderBy: OLDEST,
  window: ALL,
})
const articles = (select: Selection): RelatedSelection => ({
  as: 'articles',
  relation: 'articles',
  select,
  window: ALL,
})

describe('C4.5 the articles that a list shows', () => {
  beforeEach(async () => {
    const other = await world.person('olga', 'AUTHOR')
    for (const status of ARTICLE_STATUSES) {
      await world.article(people.AUTHOR, status, { title: `own ${status}` })
      await world.article(other, status, { title: `other ${status}` })
    }
  })
  const shown = async (caller: User | null, status?: ArticleStatus) =>
    titles(
      await listRows(world.as(caller), articleList, { filters: { status }, window: ALL }, TITLE),
    ).toSorted()
  const both = (...statuses: readonly ArticleStatus[]) =>
    statuses.flatMap((status) => [`own ${status}`, `other ${status}`]).toSorted()

  test.each([null, 'GUEST', 'READER'] as const)(
    'a %s sees only PUBLISHED articles, regardless of the filter',
    async (role) => {
      const caller = role && people[role]
      expect(await shown(caller)).toEqual(both('PUBLISHED'))
      for (const status of ARTICLE_STATUSES)
        expect(await shown(caller, status)).toEqual(status === 'PUBLISHED' ? both(status) : [])
    },
  )

  test('an AUTHOR sees the own articles, too', async () => {
    const own = ['DRAFT', 'REVIEW', 'ARCHIVED'].map((status) => `own ${status}`)
    expect(await shown(people.AUTHOR)).toEqual([...both('PUBLISHED'), ...own].toSorted())
    expect(await shown(people.AUTHOR, 'DRAFT')).toEqual(['own DRAFT'])
    expect(await shown(people.AUTHOR, 'DELETED')).toEqual(['own DELETED'])
  })

  test.each(['EDITOR', 'ADMIN'] as const)(
    'an %s sees all articles, and DELETED articles only with a filter by status',
    async (role) => {
      expect(await shown(people[role])).toEqual(both('DRAFT', 'REVIEW', 'PUBLISHED', 'ARCHIVED'))
      expect(await shown(people[role], 'DELETED')).toEqual(both('DELETED'))
    },
  )

  test('C5.3 searches find neither DELETED nor unreadable articles', async () => {
    const found = async (caller: User | null) => (await searchAll(world.as(caller), 'own', ALL)).length
    expect(await found(null)).toBe(1)
    expect(await found(people.AUTHOR)).toBe(4)
    expect(await found(people.ADMIN)).toBe(4)
  })
})

describe('C4.5 one article', () => {
  test('an unreadable article is null, like an article that does not exist', async () => {
    const draft = await world.article(people.AUTHOR, 'DRAFT')
    for (const caller of [null, people.READER, people.GUEST])
      expect(await readById(world.as(caller), articleRead, draft.id, TITLE)).toBeNull()
    expect(await readById(world.as(null), articleRead, null, TITLE)).toBeNull()
    expect(await readById(world.as(people.AUTHOR), articleRead, draft.id, TITLE)).toMatchObject({
      title: draft.title,
    })
  })

  test('C4.6 a read of a PUBLISHED article by another user than its owner is a view', async () => {
    const views: string[] = []
    const read = (caller: User | null, article: Article) =>
      readById(world.as(caller, { viewed: (id) => void views.push(id) }), articleRead, article.id, TITLE)
    const published = await world.article(people.AUTHOR)
    const draft = await world.article(people.AUTHOR, 'DRAFT')
    for (const caller of [null, people.EDITOR, people.AUTHOR]) await read(caller, published)
    for (const caller of [null, people.EDITOR, people.AUTHOR]) await read(caller, draft)
    expect(views).toEqual([published.id, published.id])
  })

  test('C4.6 the response of a write is not a view', async () => {
    const article = await world.article(people.AUTHOR)
    const context = world.as(people.EDITOR, { viewed: () => expect.unreachable() })
    expect(await readKnownRecord(context, Article, article.id, TITLE)).toMatchObject({ title: article.title })
  })
})

describe('C5.1 the order and the filters of articles', () => {
  const minute = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)
  const list = async (given: object, window = ALL) =>
    titles(await listRows(world.as(null), articleList, { filters: given, window }, TITLE))
  beforeEach(async () => {
    await world.article(people.AUTHOR, 'PUBLISHED', { title: 'b', tags: ['été'], now: minute(0) })
    await world.article(people.AUTHOR, 'PUBLISHED', { title: 'a', tags: ['x', 'y'], now: minute(1) })
    await world.article(people.AUTHOR, 'PUBLISHED', { title: 'c', now: minute(1) })
    await world.article(people.AUTHOR, 'PUBLISHED', { title: 'd', now: minute(12 * 60) })
  })

  test('lists are newest first; articles of the same time are ordered by id', async () =>
    expect(await list({})).toEqual(['d', 'c', 'a', 'b']))

  test('lists have the requested order', async () => {
    expect(await list({ sortBy: 'title', direction: 'ASC' })).toEqual(['a', 'b', 'c', 'd'])
    expect(await list({ sortBy: 'title' })).toEqual(['d', 'c', 'b', 'a'])
    expect(await list({ sortBy: 'createdAt', direction: 'ASC' })).toEqual(['b', 'a', 'c', 'd'])
  })

  test.each(['content', 'ownerId', 'id', '', 'constructor'])('C5.6 refuses to sort by %j', async (sortBy) =>
    expect(await refusedPaths(() => list({ sortBy }))).toEqual(['sortBy']),
  )

  test('the filter by tag normalises the tag like the tags of articles', async () => {
    expect(await list({ tag: ' E\u0301TE\u0301 ' })).toEqual(['b'])
    expect(await list({ tag: 'Y' })).toEqual(['a'])
    expect(await list({ tag: 'xy' })).toEqual([])
    expect(await refusedPaths(() => list({ tag: 'a\0' }))).toEqual(['tag'])
  })

  test('publishedAfter and publishedBefore are whole days, which the range includes', async () => {
    const [first, second] = [new Date('2026-11-20'), new Date('2026-11-21')]
    expect(await list({ publishedAfter: first, publishedBefore: first })).toEqual(['c', 'a', 'b'])
    expect(await list({ publishedAfter: second, publishedBefore: second })).toEqual(['d'])
    expect(await list({ publishedAfter: first, publishedBefore: second })).toHaveLength(4)
    expect(await list({ publishedAfter: second, publishedBefore: first })).toEqual([])
  })

  test.each([1, 2, 3, 5])('pages of %i contain each row exactly once', async (limit) => {
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list({}, createWindow(limit, page * limit))))
    expect(pages.flat()).toEqual(['d', 'c', 'a', 'b'])
  })
})

describe('C7.9 the visibility of profiles', () => {
  beforeEach(async () => {
    const article = await world.article(people.AUTHOR)
    await world.comment(article, people.READER)
    await world.article(people.EDITOR, 'DRAFT')
  })
  const listed = async (caller: User | null, filters: UserFilters = {}) =>
    usernames(await listRows(world.as(caller), profileList, { window: ALL, filters }, NAME)).toSorted()

  test('strangers see the profiles of users with a published article or comment', async () => {
    expect(await listed(null)).toEqual(['ada', 'rob'])
    expect(await readProfile(world.as(null), people.EDITOR.id, NAME)).toBeNull()
    expect(await readProfile(world.as(null), people.READER.id, NAME)).toMatchObject({ username: 'rob' })
  })

  test('signed-in users see these profiles and their own profile', async () => {
    expect(await listed(people.GUEST)).toEqual(['ada', 'gil', 'rob'])
    expect(await readProfile(world.as(people.GUEST), people.GUEST.id, NAME)).not.toBeNull()
  })

  test('holders of users:read see all profiles except the ghost', async () => {
    expect(await listed(people.EDITOR)).toEqual(['ada', 'amy', 'eve', 'gil', 'rob'])
    expect(await listed({ ...people.READER, permissions: ['users:read'] })).toHaveLength(5)
  })

  test('C3.7 private fields are null for other users, and the email is masked', async () => {
    const select = { fields: ['email', 'age', 'status', 'settings', 'preferences', 'permissions', 'name'] }
    const hidden = { age: null, status: null, settings: null, preferences: null, permissions: null }
    const seen = (caller: User | null) => readProfile(world.as(caller), people.AUTHOR.id, select)
    for (const caller of [null, people.READER, people.GUEST])
      expect(await seen(caller)).toMatchObject({ ...hidden, email: 'a***@e***.org', name: 'ada' })
    for (const caller of [people.AUTHOR, people.EDITOR])
      expect(await seen(caller)).toMatchObject({
        email: 'ada@example.org',
        status: 'ACTIVE',
        permissions: [],
      })
  })

  test('C3.7 a filter by status needs users:read on all users', async () => {
    expect(await describeOutcome(() => listed(null, { status: 'ACTIVE' }))).toBe('UNAUTHENTICATED')
    expect(await describeOutcome(() => listed(people.READER, { status: 'ACTIVE' }))).toBe('FORBIDDEN')
    expect(await listed(people.EDITOR, { status: 'SUSPENDED' })).toEqual([])
    expect(await listed(people.EDITOR, { role: 'ADMIN' })).toEqual(['amy'])
  })

  test('C5.1 lists of users are newest first; C5.6 lists can be sorted by createdAt or username', async () => {
    const rows = await listRows(
      world.as(people.ADMIN),
      profileList,
      { window: ALL, filters: {} },
      { fields: ['id'] },
    )
    const ids = rows.map((row) => row['id'] as number)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(await refusedPaths(() => listed(people.ADMIN, { sortBy: 'email' }))).toEqual(['sortBy'])
  })

  test('a public profile shows the published articles of the user', async () => {
    await world.article(people.AUTHOR, 'DRAFT', { title: 'hidden' })
    const row = await readProfile(world.as(null), people.AUTHOR.id, {
      fields: [],
      related: [articles(TITLE)],
    })
    expect(titles(row?.['articles'] as readonly Row[])).toEqual(['On the origin of tests'])
  })
})

describe('C6.2 users over REST', () => {
  const records = (caller: User | null) =>
    countRows(world.as(caller), userRecordList, { window: ALL, filters: {}, atMost: 100 }, NAME)

  test('a user without users:read on others gets only the own record, even if others have public profiles', async () => {
    await world.article(people.AUTHOR)
    const { rows, total } = await records(people.READER)
    expect(usernames(rows)).toEqual(['rob'])
    expect(total).toBe(1)
    expect(await readById(world.as(people.READER), userRecordRead, people.AUTHOR.id, NAME)).toBeNull()
    expect(await readById(world.as(people.READER), userRecordRead, people.READER.id, NAME)).not.toBeNull()
  })

  test('refuses a request without a credential first', async () => {
    expect(await describeOutcome(() => records(null))).toBe('UNAUTHENTICATED')
    expect(await describeOutcome(() => readById(world.as(null), userRecordRead, null, NAME))).toBe(
      'UNAUTHENTICATED',
    )
  })

  test('counts all users regardless of the page, up to the limit of the count', async () => {
    const page = await countRows(
      world.as(people.ADMIN),
      userRecordList,
      { window: createWindow(2, 0), filters: {}, atMost: 3 },
      NAME,
    )
    expect(page.rows).toHaveLength(2)
    expect(page.total).toBe(3)
  })
})

describe('decision 72: a list names the kept number of users', () => {
  const plan = (list: typeof profileList, caller: User | null, filters: UserFilters = {}) =>
    planRows(world.as(caller), list, { window: ALL, filters }, NAME)

  test('if it has no filters, and the caller may read all users', async () => {
    for (const list of [profileList, userRecordList]) {
      expect((await plan(list, people.ADMIN)).query.keptCount).toBe('listed users')
      expect((await plan(list, people.READER)).query.keptCount).toBeUndefined()
      for (const filters of [{ role: 'READER' }, { status: 'ACTIVE' }, { deleted: true }] as const)
        expect((await plan(list, people.ADMIN, filters)).query.keptCount).toBeUndefined()
    }
    expect((await plan(profileList, null)).query.keptCount).toBeUndefined()
  })
})

describe('C3.5 soft-deleted users and the ghost', () => {
  beforeEach(async () => {
    await world.comment(await world.article(people.AUTHOR, 'PUBLISHED', { title: 'mine' }), people.READER)
  })

  test('no list shows them, and no caller can read them', async () => {
    await softDelete(people.AUTHOR)
    for (const role of USER_ROLES) {
      const context = world.as(people[role])
      expect(
        usernames(await listRows(context, profileList, { window: ALL, filters: {} }, NAME)),
      ).not.toContain('ada')
      expect(await readProfile(context, people.AUTHOR.id, NAME)).toBeNull()
      expect(await readById(context, userRecordRead, people.AUTHOR.id, NAME)).toBeNull()
    }
    expect(
      await readFirst(world.as(people.AUTHOR), planCurrentUser(world.as(people.AUTHOR), NAME)),
    ).toBeNull()
    expect(await readProfile(world.as(people.ADMIN), NOBODY_ID, NAME)).toBeNull()
  })

  test('deleted=true lists only soft-deleted users as themselves, for holders of users:read', async () => {
    await softDelete(people.AUTHOR)
    const list = { window: ALL, filters: { deleted: true } }
    const select = { fields: ['username', 'email', 'deleted'] }
    const profiles = (caller: User | null) => listRows(world.as(caller), profileList, list, select)
    const { rows, total } = await countRows(
      world.as(people.EDITOR),
      userRecordList,
      { ...list, atMost: 100 },
      select,
    )
    expect(rows).toEqual([
      expect.objectContaining({ username: 'ada', email: 'ada@example.org', deleted: true }),
    ])
    expect(total).toBe(1)
    expect(await profiles(people.EDITOR)).toEqual(rows)
    expect(await describeOutcome(() => profiles(people.READER))).toBe('FORBIDDEN')
    expect(await describeOutcome(() => profiles(null))).toBe('UNAUTHENTICATED')
  })

  test('their content shows the ghost as its owner, at every depth, to every caller', async () => {
    await softDelete(people.AUTHOR)
    const deep = {
      fields: ['title'],
      related: [
        owner({ fields: ['username', 'id'], related: [articles(TITLE)] }),
        comments({
          fields: ['content'],
          related: [
            author(NAME),
            { as: 'article', relation: 'article', select: { fields: [], related: [owner(NAME)] } },
          ],
        }),
      ],
    }
    for (const caller of [null, people.READER, people.ADMIN]) {
      const [row] = await listRows(world.as(caller), articleList, { filters: {}, window: ALL }, deep)
      expect(row?.['owner']).toMatchObject({ username: 'ghost', id: GHOST_ID, articles: [] })
      expect(row?.['comments']).toMatchObject([
        { author: { username: 'rob' }, article: { owner: { username: 'ghost' } } },
      ])
      expect(JSON.stringify(row)).not.toContain('ada')
    }
  })

  test('the content of soft-deleted and of hard-deleted users shows the same ghost', async () => {
    const select = {
      fields: [],
      related: [owner({ fields: ['username', 'email', 'status', 'settings', 'age'] })],
    }
    await softDelete(people.AUTHOR)
    const ownerSeen = async (caller: User | null) =>
      (await listRows(world.as(caller), articleList, { filters: {}, window: ALL }, select))[0]?.['owner']
    const before = [await ownerSeen(null), await ownerSeen(people.ADMIN)]
    await world.stores.users.remove(people.AUTHOR.id, () => undefined)
    expect([await ownerSeen(null), await ownerSeen(people.ADMIN)]).toEqual(before)
    expect(before[0]).toMatchObject({ status: null, settings: null, email: 'g***@d***.invalid' })
  })

  test('lists of followers do not show them', async () => {
    await followUser(world.as(people.READER), people.AUTHOR.id)
    const followers = { as: 'followers', relation: 'followers', select: NAME, window: ALL }
    const seen = async () =>
      (await readProfile(world.as(null), people.AUTHOR.id, { fields: [], related: [followers] }))?.[
        'followers'
      ]
    expect(await seen()).toMatchObject([{ username: 'rob' }])
    await softDelete(people.READER)
    expect(await seen()).toEqual([])
  })

  test('searches do not find them', async () => {
    const found = async () =>
      (await searchAll(world.as(people.ADMIN), 'ada', ALL, { types: ['USER'] })).length
    expect(await found()).toBe(1)
    await softDelete(people.AUTHOR)
    expect(await found()).toBe(0)
    expect(await searchAll(world.as(people.ADMIN), 'ghost', ALL, { types: ['USER'] })).toEqual([])
  })
})

describe('C7.7 the visibility of comments', () => {
  test.each(ARTICLE_STATUSES)(
    'comments on a %s article are visible to callers who may read the article',
    async (status) => {
      const { id } = await world.comment(await world.article(people.AUTHOR, status), people.READER)
      const seesIt = async (caller: User | null) =>
        (await readRecord(world.as(caller), Comment, id, { fields: [] })) !== null
      const isPublished = status === 'PUBLISHED'
      for (const caller of [null, people.READER]) expect(await seesIt(caller)).toBe(isPublished)
      for (const caller of [people.AUTHOR, people.EDITOR]) expect(await seesIt(caller)).toBe(true)
    },
  )

  test('a comment that does not exist is null', async () => {
    expect(await readRecord(world.as(null), Comment, null, { fields: [] })).toBeNull()
    expect(await readRecord(world.as(null), Comment, 'none' as CommentId, { fields: [] })).toBeNull()
  })

  test('C5.5 comments are listed oldest first', async () => {
    const article = await world.article(people.AUTHOR)
    for (const content of ['first', 'second']) await world.comment(article, people.READER, content)
    const select = { fields: [], related: [comments({ fields: ['content'] })] }
    const row = await readById(world.as(null), articleRead, article.id, select)
    expect(row?.['comments']).toMatchObject([{ content: 'first' }, { content: 'second' }])
  })
})
