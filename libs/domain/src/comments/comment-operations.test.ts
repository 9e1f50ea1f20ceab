import { beforeEach, describe, expect, test } from 'vitest'
import type { ArticleId, CommentId } from '../rules/ids.ts'
import { atVersion, unconditional } from '../context/precondition.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
import type { UserRole } from '../access/role-names.ts'
import type { User } from '../users/user.ts'
import { createComment, deleteComment, updateComment } from './comment-operations.ts'
import { Article } from '../articles/article.ts'

const NOWHERE = '00000000-0000-7000-8000-ffffffffffff'

let world: World
let people: World['people']
beforeEach(async () => {
  world = await aWorld()
  people = world.people
})

const create = (caller: User | null, on: ArticleId | null, content = 'Well said.') =>
  createComment(world.as(caller), on, { content })
const update = (caller: User | null, id: CommentId | null, content = 'Better said.') =>
  describeOutcome(() => updateComment(world.as(caller), id, { content }, unconditional))
const remove = (caller: User | null, id: CommentId | null) =>
  describeOutcome(() => deleteComment(world.as(caller), id, unconditional))

describe('C4.7 createComment', () => {
  test.each(['READER', 'AUTHOR', 'EDITOR', 'ADMIN'] as const)(
    'the author of the comment is the caller, a %s',
    async (role) => {
      const { id } = await world.article(people.AUTHOR)
      const comment = await create(people[role], id)
      expect(comment).toMatchObject({ authorId: people[role].id, articleId: id, createdAt: NOON, version: 1 })
      expect(comment.updatedAt).toBeNull()
    },
  )

  test.each(['', 'x'.repeat(10_001), 'a\0', '\ud800'])('%j is refused', async (content) => {
    const { id } = await world.article(people.AUTHOR)
    expect(await refusedPaths(() => create(people.READER, id, content))).toEqual(['content'])
  })

  test.each(['x', '🦊'.repeat(10_000), ' a\nb '])('%j is stored unchanged', async (content) => {
    const { id } = await world.article(people.AUTHOR)
    expect((await create(people.READER, id, content)).content).toBe(content)
  })

  test('C6.6 refuses in order: 401, 404, 403, 422, 409', async () => {
    const draft = await world.article(people.AUTHOR, 'DRAFT')
    const published = await world.article(people.AUTHOR)
    const guest = { ...people.GUEST, permissions: ['articles:read'] }
    expect(await describeOutcome(() => create(null, null, ''))).toBe('UNAUTHENTICATED')
    expect(await describeOutcome(() => create(people.READER, draft.id, ''))).toBe('NOT_FOUND')
    expect(await describeOutcome(() => create(people.READER, NOWHERE as ArticleId, ''))).toBe('NOT_FOUND')
    expect(await describeOutcome(() => create(people.GUEST, published.id, ''))).toBe('FORBIDDEN')
    expect(await describeOutcome(() => create(guest, draft.id, ''))).toBe('FORBIDDEN')
    expect(await describeOutcome(() => create(people.EDITOR, draft.id, ''))).toBe('BAD_USER_INPUT')
    expect(await describeOutcome(() => create(people.EDITOR, draft.id))).toBe('CONFLICT')
  })

  test('C4.6 changes neither the version of the article nor its updatedAt', async () => {
    const article = await world.article(people.AUTHOR)
    await create(people.READER, article.id)
    expect(await world.stores.records(Article).get(article.id)).toEqual(article)
  })

  test('refuses a comment on an article that is withdrawn in the meantime', async () => {
    const { id } = await world.article(people.AUTHOR)
    const context = world.as(people.READER)
    const withdraw = () =>
      context.stores.records(Article).change(id, (current) => ({ ...current, status: 'ARCHIVED' }))
    const comments = context.stores.comments
    const slow = {
      nextId: () => comments.nextId(),
      article: (id: ArticleId) => comments.article(id),
      add: async (...given: Parameters<typeof comments.add>) => {
        await withdraw()
        return comments.add(...given)
      },
    }
    const stores = { ...context.stores, comments: { ...slow } as unknown as typeof comments }
    expect(await describeOutcome(() => createComment({ ...context, stores }, id, { content: 'Late.' }))).toBe(
      'CONFLICT',
    )
    expect(world.tables.comments.size).toBe(0)
  })
})

/** The callers: a user with a role, the author of the comment (Rob, a READER), and the owner of the article (Ada). */
type Who = UserRole | 'writer' | 'owner'
const byWhom = async (): Promise<{ id: CommentId; who: Readonly<Record<Who, User>> }> => {
  const article = await world.article(people.AUTHOR)
  const { id } = await world.comment(article, people.READER)
  const stranger = await world.person('rae')
  const author = await world.person('olga', 'AUTHOR')
  const who = { ...people, READER: stranger, AUTHOR: author, writer: people.READER, owner: people.AUTHOR }
  return { id, who }
}

describe('C4.7 the callers who may edit or delete a comment', () => {
  test.each<[Who, string, string]>([
    ['GUEST', 'FORBIDDEN', 'FORBIDDEN'],
    ['READER', 'FORBIDDEN', 'FORBIDDEN'],
    ['AUTHOR', 'FORBIDDEN', 'FORBIDDEN'],
    ['writer', 'DONE', 'DONE'],
    ['owner', 'FORBIDDEN', 'DONE'],
    ['EDITOR', 'FORBIDDEN', 'DONE'],
    ['ADMIN', 'DONE', 'DONE'],
  ])('%s: edit %s, delete %s', async (name, edit, deletion) => {
    const { id, who } = await byWhom()
    expect(await update(who[name], id)).toBe(edit)
    expect(await remove(who[name], id)).toBe(deletion)
    expect((await world.stores.comments.get(id)) === null).toBe(deletion === 'DONE')
  })

  test('refuses a request without a credential first', async () => {
    expect(await update(null, null)).toBe('UNAUTHENTICATED')
    expect(await remove(null, NOWHERE as CommentId)).toBe('UNAUTHENTICATED')
  })

  test('C7.7 a comment on an unreadable article is NOT_FOUND, even for its author', async () => {
    const { id, who } = await byWhom()
    const article = [...world.tables.articles.values()][0]
    if (article) world.tables.articles.set(article.id, { ...article, status: 'ARCHIVED' })
    expect(await update(who.writer, id)).toBe('NOT_FOUND')
    expect(await remove(who.writer, id)).toBe('NOT_FOUND')
    expect(await remove(who.owner, id)).toBe('DONE')
  })

  test('a second deletion is NOT_FOUND', async () => {
    const { id, who } = await byWhom()
    expect(await remove(who.writer, id)).toBe('DONE')
    expect(await remove(who.writer, id)).toBe('NOT_FOUND')
    expect(await update(who.ADMIN, null)).toBe('NOT_FOUND')
  })
})

describe('C6.6 changing a comment', () => {
  test('checks the permission, then the version, then the text', async () => {
    const { id, who } = await byWhom()
    const stale = (caller: User) =>
      describeOutcome(() => updateComment(world.as(caller), id, { content: '' }, atVersion(9)))
    expect(await stale(who.EDITOR)).toBe('FORBIDDEN')
    expect(await stale(who.writer)).toBe('CONFLICT')
    expect(await update(who.writer, id, '')).toBe('BAD_USER_INPUT')
    expect(await describeOutcome(() => deleteComment(world.as(who.writer), id, atVersion(9)))).toBe(
      'CONFLICT',
    )
  })

  test('C6.8 increases the version by one; the unchanged text keeps the version', async () => {
    const { id, who } = await byWhom()
    await update(who.writer, id, 'Well said.')
    expect(await world.stores.comments.get(id)).toMatchObject({ version: 1, updatedAt: null })
    await update(who.writer, id)
    expect(await world.stores.comments.get(id)).toMatchObject({
      version: 2,
      updatedAt: NOON,
      content: 'Better said.',
    })
  })
})
