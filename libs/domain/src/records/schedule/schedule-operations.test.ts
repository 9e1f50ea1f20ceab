import { beforeEach, describe, expect, test } from 'vitest'
import { ARTICLE_STATUSES } from '../../access/built-in-facts.ts'
import { updateArticle, type ArticleChange } from '../../articles/article-operations.ts'
import { Article } from '../../articles/article.ts'
import { unconditional } from '../../context/precondition.ts'
import type { ArticleId } from '../../rules/ids.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../../testing/world.ts'
import type { User } from '../../users/user.ts'
import { scheduleRecord, unscheduleRecord } from './schedule-operations.ts'

const TOMORROW = '2026-11-21T12:00:00.000Z'

let world: World
let people: World['people']
beforeEach(async () => {
  world = await aWorld()
  people = world.people
})

const update = (caller: User | null, id: ArticleId | null, change: ArticleChange) =>
  updateArticle(world.as(caller), id, change, unconditional)

describe('C4.3 scheduled publication', () => {
  const schedule = (caller: User | null, id: ArticleId | null, at = TOMORROW) =>
    scheduleRecord(world.as(caller), Article, { id, publishAt: at })

  test.each(['DRAFT', 'REVIEW'] as const)(
    'stores the time of publication of a %s article',
    async (status) => {
      const article = await world.article(people.AUTHOR, status)
      expect((await schedule(people.EDITOR, article.id)).scheduledFor).toEqual(new Date(TOMORROW))
      expect(
        (await unscheduleRecord(world.as(people.EDITOR), Article, { id: article.id })).scheduledFor,
      ).toBeNull()
    },
  )

  test.each(['2026-11-20T12:00:00.000Z', '2020-01-01T00:00:00Z', 'tomorrow', ''])(
    'refuses %j as BAD_USER_INPUT',
    async (at) => {
      const article = await world.article(people.AUTHOR, 'DRAFT')
      expect(await refusedPaths(() => schedule(people.EDITOR, article.id, at))).toEqual(['publishAt'])
    },
  )

  test.each(ARTICLE_STATUSES.filter((status) => !['DRAFT', 'REVIEW'].includes(status)))(
    'refuses a %s article as INVALID_TRANSITION, after it has checked the time',
    async (status) => {
      const article = await world.article(people.AUTHOR, status)
      expect(await describeOutcome(() => schedule(people.EDITOR, article.id))).toBe('INVALID_TRANSITION')
      expect(await describeOutcome(() => schedule(people.EDITOR, article.id, 'x'))).toBe('BAD_USER_INPUT')
    },
  )

  test('needs articles:publish before it checks the time', async () => {
    const article = await world.article(people.AUTHOR, 'DRAFT')
    expect(await describeOutcome(() => schedule(null, article.id, 'x'))).toBe('UNAUTHENTICATED')
    expect(await describeOutcome(() => schedule(people.READER, article.id, 'x'))).toBe('NOT_FOUND')
    expect(await describeOutcome(() => schedule(people.AUTHOR, article.id, 'x'))).toBe('FORBIDDEN')
    const unschedule = () => unscheduleRecord(world.as(people.AUTHOR), Article, { id: article.id })
    expect(await describeOutcome(unschedule)).toBe('FORBIDDEN')
  })

  test('a change of the status removes it, and a change of the text keeps it', async () => {
    const article = await world.article(people.AUTHOR, 'DRAFT')
    await schedule(people.EDITOR, article.id)
    expect((await update(people.AUTHOR, article.id, { title: 'New' })).scheduledFor).not.toBeNull()
    expect((await update(people.AUTHOR, article.id, { status: 'REVIEW' })).scheduledFor).toBeNull()
  })

  test('the unchanged schedule makes no version', async () => {
    const article = await world.article(people.AUTHOR, 'DRAFT')
    expect((await unscheduleRecord(world.as(people.EDITOR), Article, { id: article.id })).version).toBe(1)
    await schedule(people.EDITOR, article.id)
    expect((await schedule(people.EDITOR, article.id)).version).toBe(2)
  })
})
