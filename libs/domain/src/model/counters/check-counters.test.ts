import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { Article } from '../../articles/article.ts'
import { ModelError } from '../checks/model-error.ts'
import { counter, flag, line, one, state } from '../fields/field-builders.ts'
import type { RecordType } from '../types/record-type.ts'
import type { RecordOf } from '../types/record-values.ts'
import { record } from '../types/record.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const title = line(80, { about, optional: true })
const FORM = { name: 'Poem', plural: 'poems', about, allowed, fields: { title } } as const
const BOTH = { likes: true, views: true } as const

/** A declaration without types can have any options. */
const declare = (options: object): RecordType => record({ ...FORM, ...options } as never)

const findProblems = (options: object, ...others: readonly RecordType[]): readonly string[] => {
  try {
    contentModel([...builtInModel.types, declare(options), ...others])
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

describe('C17.5 the counters of a type', () => {
  it('are two fields after those of the declaration, which no client sets, with an index', () => {
    const poem = record({ ...FORM, ...BOTH, trash: true })
    expect(poem).toMatchObject({ takesLikes: true, countsViews: true })
    expect(Object.keys(poem.attributes)).toEqual(['title', 'likes', 'views', 'deletedAt'])
    expect(Object.keys(poem.inputs)).toEqual(['title'])
    expect(poem.fields.likes).toMatchObject({ kind: 'counter', initial: 0, index: true, isInternal: true })
    const count: RecordOf<typeof poem>['likes'] = 1
    expect(count).toBe(1)
    expect(record({ ...FORM, likes: true }).attributes).not.toHaveProperty('views')
    expect(record(FORM)).toMatchObject({ takesLikes: false, countsViews: false })
  })

  it('of articles stay where a release has them, without another index', () => {
    expect(Object.keys(Article.attributes).slice(-5)).toEqual([
      'likes',
      'views',
      'publishedAt',
      'scheduledFor',
      'scheduledBy',
    ])
    expect(Article.attributes['likes']).toMatchObject({ isIndexed: true })
    expect(Article.attributes['likes']).not.toHaveProperty('index')
  })

  it('give the model their operations and the action, for a fixed type too', () => {
    for (const options of [BOTH, { ...BOTH, fixed: true }]) {
      const model = contentModel([...builtInModel.types, declare(options)])
      expect([model.hasOperation('likePoem'), model.hasOperation('unlikePoem')]).toEqual([true, true])
      expect(model.actionsOf('poems').map(({ word }) => word)).toContain('like')
    }
    const model = contentModel([...builtInModel.types, declare({ views: true })])
    expect(model.hasOperation('likePoem')).toBe(false)
    expect(model.actionsOf('poems').map(({ word }) => word)).not.toContain('like')
  })

  it.each([
    [{ likes: false }, /^Poem: likes must be true, and is false/],
    [{ views: 'yes' }, /^Poem: views must be true, and is "yes"/],
    [{ likes: { __proto__: null } }, /^Poem: likes must be true, and is \{\}/],
    [
      { ...BOTH, fields: { title, likes: title } },
      /likes: true gives the type a field likes; give your field/,
    ],
    [{ ...BOTH, fields: { title, likes: counter({ about }) } }, /likes: true gives the type a field likes/],
    [{ ...BOTH, fields: { title, views: title } }, /views: true gives the type a field views/],
    [{ ...BOTH, fields: { title, liked: flag({ about, initial: false }) } }, /gives the type a field liked/],
    [
      {
        ...BOTH,
        computed: (on: never) => ({
          likes: (on as (...given: unknown[]) => unknown)({ kind: line(9), from: ['title'] }, () => ''),
        }),
      },
      /likes/,
    ],
  ])('refuse %j', (options, message) => {
    expect(findProblems(options)).toEqual([expect.stringMatching(message)])
  })

  it('refuse their verbs, a single type, the name of their schema, and an inverse list called liked', () => {
    const operations = (on: (given: object) => unknown) => ({
      like: on({ about, permission: 'write' }),
      unlike: on({ about, permission: 'write' }),
    })
    expect(findProblems({ ...BOTH, operations })).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Poem.like: a type with likes has an operation like'),
        expect.stringContaining('Poem.unlike: a type with likes has an operation unlike'),
      ]),
    )
    expect(findProblems({ views: true, operations })).toEqual([])
    const { plural: _, ...single } = FORM
    const alone = record({ ...single, single: true, ...BOTH } as never) as RecordType
    expect(findProblems({}, { ...alone, name: 'Other', plural: 'other' } as RecordType).join('\n')).toMatch(
      /a single type has no likes: .*\n.*a single type has no views: /,
    )
    const stats = record({ ...FORM, name: 'PoemStats', plural: 'poem-numbers' } as never) as RecordType
    expect(findProblems(BOTH, stats).join('\n')).toContain('PoemStats')
    const poem = declare(BOTH)
    const linked = record({
      ...FORM,
      name: 'Reader',
      plural: 'readers',
      fields: { title, poem: one(poem, { about, optional: true, inverse: 'liked' }) },
    } as never) as RecordType
    expect(findProblems(BOTH, linked).join('\n')).toContain('liked')
  })

  it('tell all problems at once', () => {
    const problems = findProblems({ likes: 1, views: 2, fields: { title, state: state(['A'], { about }) } })
    expect(problems.filter((each) => /must be true/.test(each))).toHaveLength(2)
  })
})
