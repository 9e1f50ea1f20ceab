import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { line, one, tags, text, time } from '../fields/field-builders.ts'
import { record } from '../types/record.ts'
import type { ModelError } from './model-error.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const fields = {
  title: line(80, { about, index: true }),
  startsAt: time({ about }),
  code: line(20, { about, unique: true }),
  note: line(80, { about, optional: true, seenWith: 'write', index: true }),
  body: text(20_000, { about }),
  words: tags({ about, index: true }),
  venue: one({ name: 'Category', plural: 'categories' }, { about }),
}

const findProblems = (
  defaultOrder: unknown,
  index: readonly (readonly string[])[] = [],
): readonly string[] => {
  try {
    const type = { name: 'Meetup', plural: 'meetups', about, allowed, index, fields } as const
    contentModel([
      ...builtInModel.types,
      record({ ...type, defaultOrder: defaultOrder as readonly 'title'[] }),
    ])
    return []
  } catch (error) {
    return (error as ModelError).problems
  }
}

describe('C14.9 defaultOrder', () => {
  it.each<[string, unknown]>([
    ['a field with an index', ['-title']],
    ['a unique field', ['code']],
    ['a time of every record', ['createdAt']],
    ['the fields of an index in both directions', ['-startsAt', 'title']],
    ['the first fields of an index', ['startsAt', 'title']],
  ])('accepts %s', (_, given) => {
    expect(findProblems(given, [['startsAt', 'title', 'venue']])).toEqual([])
  })

  it.each<[unknown, string]>([
    ['-title', "write a list of fields, such as ['-startsAt', 'title']"],
    [[7], "write a list of fields, such as ['-startsAt', 'title']"],
    [[], 'name a field, or leave out defaultOrder'],
    [['titel'], 'no field has the name titel; did you mean title?'],
    [['__proto__'], 'no field has the name __proto__; use one of'],
    [['startsAt'], 'no index serves the order; write index: true on startsAt'],
    [['-startsAt', 'title'], "no index serves the order; write index: [['startsAt', 'title']]"],
    [['title', '-title'], 'title is there twice; leave out one of them'],
    [['venue'], 'venue is a link; name fields of the type'],
    [['note'], 'note has seenWith, and the order would tell its values'],
    [['words'], 'words has no order; name a text, a number, a flag, a state or a time'],
    [['body'], 'body: a text of more than 10,000 characters has no index'],
    [['title', 'code', 'createdAt', 'updatedAt'], 'an order has at most 3 fields, and this has 4'],
  ])('refuses %j', (given, problem) => {
    expect(findProblems(given)[0]).toContain(`Meetup: defaultOrder: ${problem}`)
  })

  it('the compiler refuses a link and a mistyped field', () => {
    const type = { name: 'Meetup', plural: 'meetups', about, allowed, fields } as const
    // @ts-expect-error -- a link has no order of its own
    expect(() => record({ ...type, defaultOrder: ['venue'] })).not.toThrow()
    // @ts-expect-error -- mistyped
    expect(() => record({ ...type, defaultOrder: ['-titel'] })).not.toThrow()
  })
})
