import { describe, expect, it } from 'vitest'
import type { Article } from '../articles/article.ts'
import { ARTICLE_STATUSES, type ArticleStatus } from '../access/built-in-facts.ts'
import { createSchedule } from '../model/states/schedule.ts'
import { builtInModel, contentPolicy } from '../service/content-types.ts'
import { anArticle, aUser, memoryStores, NOON } from '../testing/index.ts'
import { changeUser, type User, type UserChange } from '../users/user.ts'
import type { Change } from './domain-event.ts'
import { deriveEvents } from './derive-events.ts'
import { withValues } from '../model/types/record-changes.ts'
import { toState } from '../testing/builders.ts'

const article = (status: ArticleStatus): Article => anArticle(memoryStores(), 7 as never, { status })
const user = (more: Partial<User> = {}): User => ({ ...aUser('ada'), id: 7 as never, ...more })

const afterArticle = (before: Article, decided: Article): readonly string[] =>
  deriveEvents(builtInModel, 'articles', { before, after: withValues(before, decided, NOON) }).map(
    ({ type }) => type,
  )
const afterUser = (before: User, change: UserChange): readonly string[] =>
  deriveEvents(builtInModel, 'users', {
    before,
    after: changeUser(before, change, { policy: contentPolicy, now: NOON }),
  }).map(({ type }) => type)

const MOVES: Readonly<Record<string, string>> = {
  'DRAFT PUBLISHED': 'article.published',
  'REVIEW PUBLISHED': 'article.published',
  'ARCHIVED PUBLISHED': 'article.published',
  'DELETED PUBLISHED': 'article.published',
  'PUBLISHED DRAFT': 'article.unpublished',
  'PUBLISHED REVIEW': 'article.unpublished',
  'PUBLISHED ARCHIVED': 'article.unpublished',
  'DELETED DRAFT': 'article.restored',
  'DELETED REVIEW': 'article.restored',
  'DELETED ARCHIVED': 'article.restored',
}

describe('C11.1 events of an article', () => {
  const pairs = ARTICLE_STATUSES.flatMap((from) => ARTICLE_STATUSES.map((to) => [from, to] as const))

  it.each(pairs)('a move from %s to %s has its event', (from, to) => {
    const before = article(from)
    const named = to === 'DELETED' ? 'article.deleted' : (MOVES[`${from} ${to}`] ?? 'article.updated')
    // An import can make moves that the workflow does not allow.
    expect(afterArticle(before, { ...before, status: to })).toEqual(from === to ? [] : [named])
  })

  it('a change of the text is an update, also together with a move', () => {
    const before = article('DRAFT')
    const text = { ...before, title: 'Another' }
    expect(afterArticle(before, text)).toEqual(['article.updated'])
    expect(afterArticle(before, toState(text, 'PUBLISHED', NOON))).toEqual([
      'article.updated',
      'article.published',
    ])
  })

  it('a schedule is an update, and a change of nothing makes no event', () => {
    const before = article('DRAFT')
    expect(afterArticle(before, { ...before, ...createSchedule(NOON, null) })).toEqual(['article.updated'])
    expect(afterArticle(before, before)).toEqual([])
  })

  it('a new PUBLISHED article is created and published', () => {
    const begun = (status: ArticleStatus) =>
      deriveEvents(builtInModel, 'articles', { before: null, after: article(status) }).map(({ type }) => type)
    expect(begun('PUBLISHED')).toEqual(['article.created', 'article.published'])
    expect(begun('DRAFT')).toEqual(['article.created'])
  })

  it('a purge makes no event', () => {
    expect(deriveEvents(builtInModel, 'articles', { before: article('DELETED'), after: null })).toEqual([])
  })
})

describe('C11.1 events of a user', () => {
  it('depend on the change', () => {
    expect(afterUser(user(), { name: 'Ada L.' })).toEqual(['user.updated'])
    expect(afterUser(user(), { deleted: true })).toEqual(['user.deleted'])
    expect(afterUser(user({ deleted: true }), { deleted: false })).toEqual(['user.restored'])
    expect(afterUser(user({ deleted: true }), { name: 'Ada L.' })).toEqual([])
    expect(afterUser(user(), {})).toEqual([])
  })

  it('C3.5 the event of a deleted user has only the id, and whether the deletion is permanent', () => {
    const left = (change: Change<User>) => deriveEvents(builtInModel, 'users', change)[0]?.data
    const before = user()
    expect(left({ before, after: null })).toEqual({ id: 7, isPermanent: true })
    expect(
      left({ before, after: changeUser(before, { deleted: true }, { policy: contentPolicy, now: NOON }) }),
    ).toEqual({
      id: 7,
      isPermanent: false,
    })
  })

  it('never contain passwords, settings or the start of valid tokens', () => {
    const [made] = deriveEvents(builtInModel, 'users', { before: null, after: user() })
    expect(Object.keys(made?.data ?? {})).toEqual([
      'id',
      'name',
      'username',
      'email',
      'roles',
      'status',
      'age',
      'permissions',
      'profile',
      'version',
      'createdAt',
      'updatedAt',
    ])
  })
})
