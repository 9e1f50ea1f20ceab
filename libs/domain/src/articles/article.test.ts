import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ArticleId, UserId } from '../rules/ids.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { refusedPaths } from '../testing/world.ts'
import { ARTICLE_STATUSES, type ArticleStatus } from '../access/built-in-facts.ts'
import { Article } from './article.ts'
import { hasDifferentValues } from '../model/revisions/revision.ts'
import { deriveExcerpt } from './excerpt.ts'
import { createSchedule, NO_SCHEDULE } from '../model/states/schedule.ts'
import { listMoves, type Workflow } from '../model/states/workflow.ts'
import { withValues, newRecord } from '../model/types/record-changes.ts'
import { checkChange } from '../model/types/check-change.ts'
import { withDerived } from '../model/types/derived-values.ts'
import { datePublication } from '../model/states/record-state.ts'
import { withMove } from '../records/record-states.ts'
import { type ChangeOf, type NewOf } from '../model/types/record-values.ts'

type NewArticle = NewOf<typeof Article>
type ArticleText = Pick<ChangeOf<typeof Article>, 'title' | 'content' | 'excerpt' | 'tags'>

const ID = 'an id' as ArticleId
const begun = (given: Partial<NewArticle> = {}, status: ArticleStatus = 'DRAFT'): Article => {
  const text = { title: 'Title', content: 'Some text.', ...given, status }
  const article = newRecord(Article, text, { id: ID, now: NOON, creator: 7 as UserId })
  return { ...article, ...datePublication(Article, article, NOON) }
}
/** As an update takes the text, and then the state. */
const rewriteArticle = (current: Article, change: ArticleText): Article => ({
  ...current,
  ...withDerived(Article, current, checkChange(Article, change)(current)),
})
const moveArticle = (current: Article, status: ArticleStatus, now: Date): Article => ({
  ...current,
  ...withMove(Article, current, { status }, now),
})
const minutesLater = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000)
const findRefusal = (given: Partial<NewArticle>) => refusedPaths(() => begun(given))

describe('C4.1 limits', () => {
  test.each<[string, Partial<NewArticle>]>([
    ['a title of 300', { title: '🦊'.repeat(300) }],
    ['content of 500,000', { content: '🦊'.repeat(500_000) }],
    ['an excerpt of 500', { excerpt: '🦊'.repeat(500) }],
    ['an empty excerpt', { excerpt: '' }],
    ['content of blanks', { content: ' \n' }],
  ])('accepts %s', async (_, given) => expect(await findRefusal(given)).toEqual([]))

  test.each<[string, Partial<NewArticle>, string]>([
    ['no title', { title: '' }, 'title'],
    ['a blank title', { title: '  ' }, 'title'],
    ['a title of 301', { title: '🦊'.repeat(301) }, 'title'],
    ['a title of two lines', { title: 'a\nb' }, 'title'],
    ['no content', { content: '' }, 'content'],
    ['content of 500,001', { content: 'x'.repeat(500_001) }, 'content'],
    ['an excerpt of 501', { excerpt: 'x'.repeat(501) }, 'excerpt'],
    ['U+0000', { content: 'a\0b' }, 'content'],
    ['half a pair', { excerpt: '\ud800' }, 'excerpt'],
  ])('refuses %s', async (_, given, path) => expect(await findRefusal(given)).toEqual([path]))

  test('stores the content unchanged', () => {
    const content = ' \r\n\t# Title\u2028<b>x</b>\u00a0 '
    expect(begun({ content }).content).toBe(content)
  })
})

describe('C4.1 the excerpt', () => {
  test('is derived by default, and then follows the content', () => {
    const article = begun()
    expect(article.excerpt).toBe('Some text.')
    expect(rewriteArticle(article, { content: 'Other text.' }).excerpt).toBe('Other text.')
  })

  test('C15.10 a derived excerpt that comes back stays derived, also with another content', () => {
    const article = begun({})
    const { excerpt } = article
    expect(rewriteArticle(article, { excerpt })).toEqual(article)
    const changed = rewriteArticle(article, { excerpt, content: 'Other text.' })
    expect([changed.excerpt, changed.excerptDerived]).toEqual(['Other text.', true])
    expect(rewriteArticle(article, { excerpt: 'In short.' }).excerptDerived).toBe(false)
  })

  test('a given excerpt stays when the content changes', () => {
    const article = begun({ excerpt: 'In short.' })
    expect(rewriteArticle(article, { content: 'Other text.' }).excerpt).toBe('In short.')
  })

  test('C5.13 null makes the excerpt follow the content again', () => {
    const cleared = rewriteArticle(begun({ excerpt: 'In short.' }), { excerpt: null })
    expect(cleared.excerpt).toBe('Some text.')
    expect(rewriteArticle(cleared, { content: 'Other text.' }).excerpt).toBe('Other text.')
  })

  test.each<[string, Article, ArticleText, string]>([
    ['C15.10 given as it is derived, it follows', begun(), { excerpt: 'Some text.' }, 'Other text.'],
    [
      'cleared where it says the same, it follows',
      begun({ excerpt: 'Some text.' }),
      { excerpt: null },
      'Other text.',
    ],
  ])('%s', (_, article, change, expected) => {
    const next = withValues(article, rewriteArticle(article, change), minutesLater(1))
    expect(rewriteArticle(next, { content: 'Other text.' }).excerpt).toBe(expected)
  })
})

describe('C5.13 null', () => {
  test.each(['title', 'content', 'tags'])('is refused for %s', async (field) =>
    expect(await refusedPaths(() => rewriteArticle(begun(), { [field]: null }))).toEqual([field]),
  )
})

describe('C4.3 publication', () => {
  test('gets its date once, and keeps the date in every later state', () => {
    const published = moveArticle(begun(), 'PUBLISHED', minutesLater(1))
    expect(published.publishedAt).toEqual(minutesLater(1))
    const again = moveArticle(
      moveArticle(published, 'ARCHIVED', minutesLater(2)),
      'PUBLISHED',
      minutesLater(3),
    )
    expect(again.publishedAt).toEqual(minutesLater(1))
  })

  test('dates a new article only if it is PUBLISHED', () => {
    expect(begun({}, 'PUBLISHED').publishedAt).toEqual(NOON)
    expect(begun({}, 'REVIEW').publishedAt).toBeNull()
  })

  test.each(['REVIEW', 'PUBLISHED', 'DELETED'] as const)('a move to %s removes the schedule', (status) =>
    expect(
      moveArticle({ ...begun(), ...createSchedule(minutesLater(60), null) }, status, NOON).scheduledFor,
    ).toBeNull(),
  )

  test('C4.2 refuses a move that the workflow does not have', () => {
    expect(() => moveArticle(begun(), 'ARCHIVED', NOON)).toThrow(
      'The workflow has no transition from DRAFT to ARCHIVED.',
    )
  })

  test('a move to the current state keeps the schedule', () => {
    const planned = { ...begun(), ...createSchedule(minutesLater(60), null) }
    expect(moveArticle(planned, 'DRAFT', minutesLater(1))).toEqual(planned)
  })
})

describe('C4.4 versions', () => {
  const article = begun({ tags: ['a', 'b'] })

  test.each<[string, ArticleText]>([
    ['title', { title: 'Other' }],
    ['content', { content: 'Other' }],
    ['excerpt', { excerpt: 'Other' }],
    ['tags', { tags: ['b', 'a'] }],
  ])('another %s makes another version', (_, change) => {
    const next = withValues(article, rewriteArticle(article, change), minutesLater(1))
    expect(hasDifferentValues(Article, article, next)).toBe(true)
    expect(next).toMatchObject({ version: 2, updatedAt: minutesLater(1) })
  })

  test('the unchanged text makes no version', () => {
    const same = { title: article.title, content: article.content, tags: [' A', 'b'] }
    expect(withValues(article, rewriteArticle(article, same), minutesLater(1))).toBe(article)
  })

  test('the unchanged schedule makes no version', () => {
    const planned = { ...article, ...createSchedule(minutesLater(60), null) }
    expect(withValues(planned, { ...planned, ...createSchedule(minutesLater(60), null) }, NOON)).toBe(planned)
    expect(withValues(planned, { ...planned, ...createSchedule(minutesLater(61), null) }, NOON).version).toBe(
      2,
    )
    expect(withValues(planned, { ...planned, ...NO_SCHEDULE }, NOON).version).toBe(2)
  })
})

type Step = { readonly pick: number } | { readonly at: number } | ArticleText

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ pick: fc.nat(10) }),
    fc.record({ at: fc.integer({ min: 1, max: 5 }) }),
    fc.record(
      {
        title: fc.constantFrom('One', 'Two'),
        content: fc.constantFrom('Some text.', 'Other text.'),
        excerpt: fc.constantFrom(null, 'In short.', 'Some text.'),
      },
      { requiredKeys: [] },
    ),
  ),
  { maxLength: 30 },
)

const applyStep = (article: Article, step: Step, now: Date): Article => {
  if ('at' in step) return { ...article, ...createSchedule(minutesLater(1000 + step.at), null) }
  if (!('pick' in step)) return rewriteArticle(article, step)
  const next = Object.keys(
    listMoves(Article.fields.status.workflow as Workflow, article.status),
  ) as ArticleStatus[]
  return moveArticle(article, next[step.pick % next.length] ?? article.status, now)
}

/** The facts that hold for every two consecutive versions. */
const expectLawful = (before: Article, after: Article): void => {
  expect(ARTICLE_STATUSES).toContain(after.status)
  expect(after.version).toBe(after === before ? before.version : before.version + 1)
  if (before.publishedAt !== null) expect(after.publishedAt).toBe(before.publishedAt)
  if (after.status === 'PUBLISHED') expect(after.publishedAt).not.toBeNull()
  if (after.status !== before.status) expect(after.scheduledFor).toBeNull()
  if (after.excerptDerived) expect(after.excerpt).toBe(deriveExcerpt(after.content))
  expect(after).toMatchObject({ id: before.id, ownerId: before.ownerId, createdAt: before.createdAt })
}

describe('C4.2–C4.4 every path through the workflow', () => {
  test('keeps the date of publication, increases the version by one, and removes the schedule', () => {
    fc.assert(
      fc.property(steps, (way) => {
        let article = begun()
        for (const [index, step] of way.entries()) {
          const now = minutesLater(index + 1)
          const next = withValues(article, applyStep(article, step, now), now)
          expectLawful(article, next)
          article = next
        }
      }),
      { numRuns: 300 },
    )
  })
})
