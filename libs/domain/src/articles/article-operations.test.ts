import { beforeEach, describe, expect, test } from 'vitest'
import type { ArticleId } from '../rules/ids.ts'
import { atVersion, unconditional } from '../context/precondition.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
import type { User } from '../users/user.ts'
import { updateUser } from '../users/user-updates.ts'
import { createArticle, type ArticleInput } from './article-operations.ts'
import type { ChangeOf } from '../model/types/record-values.ts'
import { deleteRecord } from '../records/deletion/delete-record.ts'
import { updateRecord } from '../records/record-operations.ts'
import { restoreRevision } from '../records/revisions/restore-revision.ts'
import { Article } from './article.ts'
import { likeRecord } from '../records/likes/like-operations.ts'
import { scheduleRecord } from '../records/schedule/schedule-operations.ts'

type ArticleChange = ChangeOf<typeof Article>

const NOWHERE = '00000000-0000-7000-8000-ffffffffffff' as ArticleId
const TOMORROW = '2026-11-21T12:00:00.000Z'

let world: World
let people: World['people']
beforeEach(async () => {
  world = await aWorld()
  people = world.people
})

const create = (caller: User | null, given: Partial<ArticleInput> = {}) =>
  createArticle(world.as(caller), { title: 'Title', content: 'Some text.', ...given })
const update = (caller: User | null, id: ArticleId | null, change: ArticleChange) =>
  updateRecord(world.as(caller), Article, { id, change, precondition: unconditional })
const remove = (caller: User | null, id: ArticleId | null) =>
  describeOutcome(() => deleteRecord(world.as(caller), Article, id))
const readStored = async (id: ArticleId): Promise<Article> => {
  const article = await world.stores.records(Article).get(id)
  if (article === null) throw new Error('the article is gone')
  return article
}

describe('C4.2 createArticle', () => {
  test('creates a DRAFT of the caller by default', async () =>
    expect(await create(people.AUTHOR)).toMatchObject({
      status: 'DRAFT',
      ownerId: people.AUTHOR.id,
      publishedAt: null,
      createdAt: NOON,
      version: 1,
    }))

  test('an article for another author needs articles:write on all articles', async () => {
    const authorId = String(people.AUTHOR.id)
    expect((await create(people.EDITOR, { authorId })).ownerId).toBe(people.AUTHOR.id)
    const forEditor = () => create(people.AUTHOR, { authorId: String(people.EDITOR.id) })
    expect(await describeOutcome(forEditor)).toBe('FORBIDDEN')
    expect((await create(people.AUTHOR, { authorId })).ownerId).toBe(people.AUTHOR.id)
  })

  test.each(['4711', '0', 'ada', '', '01', '2147483648'])(
    'an unknown authorId %j is BAD_USER_INPUT only for callers who may write for others',
    async (authorId) => {
      expect(await refusedPaths(() => create(people.EDITOR, { authorId }))).toEqual(['authorId'])
      expect(await describeOutcome(() => create(people.AUTHOR, { authorId }))).toBe('FORBIDDEN')
    },
  )

  test('C3.5 a soft-deleted user cannot be the author', async () => {
    await updateUser(world.as(people.ADMIN), people.AUTHOR.id, { deleted: true }, unconditional)
    const authorId = String(people.AUTHOR.id)
    expect(await refusedPaths(() => create(people.EDITOR, { authorId }))).toEqual(['authorId'])
  })

  test('C6.6 checks the permission, then the input, then the state', async () => {
    const wrong = { title: '', status: 'DELETED' } as const
    expect(await describeOutcome(() => create(null, wrong))).toBe('UNAUTHENTICATED')
    expect(await describeOutcome(() => create(people.READER, wrong))).toBe('FORBIDDEN')
    expect(await describeOutcome(() => create(people.AUTHOR, wrong))).toBe('BAD_USER_INPUT')
    expect(await describeOutcome(() => create(people.AUTHOR, { status: 'DELETED' }))).toBe(
      'INVALID_TRANSITION',
    )
    expect(await describeOutcome(() => create(people.AUTHOR, { title: '', status: 'PUBLISHED' }))).toBe(
      'FORBIDDEN',
    )
  })
})

describe('C4.2 updateArticle: the order of refusals', () => {
  const outcome = (caller: User | null, id: ArticleId | null, change: ArticleChange) =>
    describeOutcome(() => update(caller, id, change))

  test('refuses a missing credential first', async () => {
    expect(await outcome(null, null, {})).toBe('UNAUTHENTICATED')
    expect(await outcome(null, NOWHERE, {})).toBe('UNAUTHENTICATED')
  })

  test('an unreadable article is NOT_FOUND, like an article that does not exist', async () => {
    const draft = await world.article(people.AUTHOR, 'DRAFT')
    for (const id of [draft.id, NOWHERE, null])
      expect(await outcome(people.READER, id, { title: '' })).toBe('NOT_FOUND')
  })

  test('refuses a missing permission before it reports problems of the change', async () => {
    const article = await world.article(people.AUTHOR)
    for (const change of [{ title: '' }, { status: 'REVIEW' as const }, { status: 'PUBLISHED' as const }, {}])
      expect(await outcome(people.READER, article.id, change)).toBe('FORBIDDEN')
  })

  test('names the missing permission (C7.8)', async () => {
    const article = await world.article(people.AUTHOR, 'DRAFT')
    await expect(update(people.AUTHOR, article.id, { status: 'PUBLISHED' })).rejects.toThrow(
      'articles:publish',
    )
    await world.stores.records(Article).change(article.id, (current) => ({ ...current, status: 'PUBLISHED' }))
    await expect(update(people.READER, article.id, { title: 'Mine' })).rejects.toThrow('articles:write')
  })

  test('checks the permission, then the version, then the input, then the transition', async () => {
    const draft = await world.article(people.AUTHOR, 'DRAFT')
    const stale = (caller: User, change: ArticleChange) =>
      describeOutcome(() =>
        updateRecord(world.as(caller), Article, { id: draft.id, change, precondition: atVersion(9) }),
      )
    expect(await stale(people.AUTHOR, { title: '', status: 'PUBLISHED' })).toBe('FORBIDDEN')
    expect(await stale(people.AUTHOR, { title: '', status: 'ARCHIVED' })).toBe('CONFLICT')
    expect(await outcome(people.AUTHOR, draft.id, { title: '', status: 'ARCHIVED' })).toBe('BAD_USER_INPUT')
    expect(await outcome(people.AUTHOR, draft.id, { title: 'New', status: 'ARCHIVED' })).toBe(
      'INVALID_TRANSITION',
    )
    expect(await readStored(draft.id)).toEqual(draft)
  })

  test('C5.13 a null status is BAD_USER_INPUT', async () => {
    const draft = await world.article(people.AUTHOR, 'DRAFT')
    expect(await refusedPaths(() => update(people.AUTHOR, draft.id, { status: null }))).toEqual(['status'])
  })

  test('changes text and state in one version; each needs its permission', async () => {
    const article = await world.article(people.AUTHOR, 'DELETED')
    const both = { title: 'New', status: 'DRAFT' } as const
    expect(await outcome(people.AUTHOR, article.id, both)).toBe('FORBIDDEN')
    expect(await outcome(people.EDITOR, article.id, both)).toBe('DONE')
    expect(await readStored(article.id)).toMatchObject({ ...both, version: 2 })
  })

  test('the unchanged state and an empty change make no version', async () => {
    const article = await world.article(people.AUTHOR)
    expect(await update(people.AUTHOR, article.id, { status: 'PUBLISHED' })).toEqual(article)
    expect(await update(people.AUTHOR, article.id, {})).toEqual(article)
  })

  test('C7.7 an AUTHOR may change the text of the own PUBLISHED article', async () => {
    const article = await world.article(people.AUTHOR)
    expect((await update(people.AUTHOR, article.id, { content: 'Better.' })).content).toBe('Better.')
  })
})

describe('C4.3 deleteArticle', () => {
  test('moves to DELETED; a restored article keeps its date of publication', async () => {
    const article = await world.article(people.AUTHOR)
    expect(await remove(people.EDITOR, article.id)).toBe('DONE')
    const back = await update(people.AUTHOR, article.id, { status: 'DRAFT' })
    expect(back).toMatchObject({ status: 'DRAFT', publishedAt: article.publishedAt })
  })

  test.each(['EDITOR', 'AUTHOR'] as const)('C4.2 a DELETED article is NOT_FOUND for a %s', async (role) => {
    const article = await world.article(people.AUTHOR, 'DELETED')
    expect(await remove(people[role], article.id)).toBe('NOT_FOUND')
  })

  test('refuses in order', async () => {
    const published = await world.article(people.AUTHOR)
    const draft = await world.article(people.AUTHOR, 'DRAFT')
    expect(await remove(null, null)).toBe('UNAUTHENTICATED')
    expect(await remove(people.READER, draft.id)).toBe('NOT_FOUND')
    expect(await remove(people.READER, published.id)).toBe('FORBIDDEN')
    expect(await remove(people.AUTHOR, published.id)).toBe('FORBIDDEN')
    expect(await remove(people.AUTHOR, draft.id)).toBe('DONE')
    const stale = () => deleteRecord(world.as(people.EDITOR), Article, published.id, atVersion(9))
    expect(await describeOutcome(stale)).toBe('CONFLICT')
  })
})

describe('C4.4 revisions', () => {
  const revisions = () => [...world.tables.revisions.values()]
  const restore = (caller: User | null, at = 0) =>
    restoreRevision(Article)(world.as(caller), revisions()[at]?.id ?? null)

  test.each<ArticleChange>([
    { title: 'New' },
    { content: 'New' },
    { tags: ['new'] },
    { excerpt: 'New' },
    { status: 'REVIEW' },
  ])('an edit of %j stores the earlier version and the editor', async (change) => {
    const before = await world.article(people.AUTHOR, 'DRAFT')
    await update(people.EDITOR, before.id, change)
    const { title, content, tags, excerpt, status } = before
    expect(revisions()).toEqual([
      expect.objectContaining({
        recordId: before.id,
        values: { title, content, tags, excerpt, excerptDerived: true, status },
      }),
    ])
    expect(revisions()[0]).toMatchObject({ editorId: people.EDITOR.id, createdAt: NOON })
  })

  test('a change of nothing, a schedule, a like and a refusal store no revision', async () => {
    const article = await world.article(people.AUTHOR, 'DRAFT')
    await update(people.AUTHOR, article.id, { title: article.title, status: 'DRAFT' })
    await scheduleRecord(world.as(people.EDITOR), Article, { id: article.id, publishAt: TOMORROW })
    await describeOutcome(() => update(people.AUTHOR, article.id, { title: 'New', status: 'ARCHIVED' }))
    await likeRecord(world.as(people.READER), Article, (await world.article(people.AUTHOR)).id)
    expect(revisions()).toEqual([])
  })

  test('restoreRevision restores the text, and never the status', async () => {
    const before = await world.article(people.AUTHOR, 'DRAFT', { tags: ['old'] })
    const change = { title: 'New', content: 'New', tags: ['new'], excerpt: 'New', status: 'REVIEW' } as const
    await update(people.AUTHOR, before.id, change)
    const { title, content, tags, excerpt } = before
    expect(await restore(people.AUTHOR)).toMatchObject({
      title,
      content,
      tags,
      excerpt,
      status: 'REVIEW',
      version: 3,
    })
    expect(revisions()).toHaveLength(2)
  })

  test('a restored derived excerpt follows the content again', async () => {
    const before = await world.article(people.AUTHOR, 'DRAFT')
    await update(people.AUTHOR, before.id, { excerpt: 'Mine.' })
    await restore(people.AUTHOR)
    expect((await update(people.AUTHOR, before.id, { content: 'Other.' })).excerpt).toBe('Other.')
  })

  test('refuses in order', async () => {
    const draft = await world.article(people.AUTHOR, 'DRAFT')
    await update(people.AUTHOR, draft.id, { title: 'New' })
    expect(await describeOutcome(() => restore(null))).toBe('UNAUTHENTICATED')
    expect(await describeOutcome(() => restore(people.READER))).toBe('NOT_FOUND')
    expect(await describeOutcome(() => restore(people.EDITOR, 9))).toBe('NOT_FOUND')
    await update(people.EDITOR, draft.id, { status: 'PUBLISHED' })
    expect(await describeOutcome(() => restore(people.READER))).toBe('NOT_FOUND')
    expect(await describeOutcome(() => restore(people.AUTHOR))).toBe('DONE')
  })
})
