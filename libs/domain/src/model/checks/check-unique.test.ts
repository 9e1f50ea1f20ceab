import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { integer, line, one, tags, text } from '../fields/field-builders.ts'
import { record } from '../types/record.ts'
import type { ModelError } from './model-error.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const fields = {
  title: line(320, { about }),
  longer: text(600, { about }),
  secret: line(9, { about, optional: true, seenWith: 'write' }),
  words: tags({ about }),
  slot: integer(1, 9, { about, optional: true }),
  venue: one({ name: 'Category', plural: 'categories' }, { about, optional: true }),
}

const findProblems = (unique: unknown, plural = 'meetups'): readonly string[] => {
  try {
    const type = { name: 'Meetup', plural, about, allowed, fields } as const
    contentModel([
      ...builtInModel.types,
      record({ ...type, unique: unique as readonly (readonly 'slot'[])[] }),
    ])
    return []
  } catch (error) {
    return (error as ModelError).problems
  }
}

describe('C14.9 unique: [[…]]', () => {
  it.each<[string, unknown]>([
    ['a link and a number', [['venue', 'slot']]],
    ['three fields', [['venue', 'slot', 'longer']]],
    [
      'two keys',
      [
        ['venue', 'slot'],
        ['title', 'slot'],
      ],
    ],
  ])('accepts %s', (_, unique) => {
    expect(findProblems(unique)).toEqual([])
  })

  it.each<[unknown, string]>([
    [true, "Meetup: unique must be a list of lists of fields, such as [['venue', 'slot']]"],
    [['venue', 'slot'], "Meetup: unique must be a list of lists of fields, such as [['venue', 'slot']]"],
    [[['slot']], 'one text is an option of the field; write unique: true there'],
    [[[]], 'fields that are unique together are 2 or 3'],
    [[['venue', 'slto']], 'no field or link has the name slto; did you mean slot?'],
    [[['venue', 'createdAt']], 'no field or link has the name createdAt'],
    [
      [['venueId', 'slot']],
      'no field or link has the name venueId; use one of title, longer, secret, words, slot, venue',
    ],
    [[['slot', 'slot']], 'slot is there twice; leave out one of them'],
    [[['venue', 'secret']], 'secret has seenWith, and CONFLICT would tell its values; leave out one of them'],
    [[['venue', 'words']], 'words has several values'],
    [[['title', 'longer']], 'the values have up to 3680 bytes together, and an index holds 2560'],
    [
      [
        ['venue', 'slot'],
        ['slot', 'venue'],
      ],
      'the same fields are there twice; leave out one',
    ],
  ])('refuses %j', (unique, problem) => {
    const found = findProblems(unique)
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]).toContain(problem)
  })

  it('refuses names that PostgreSQL cuts', () => {
    expect(findProblems([['venue', 'slot', 'title']], `meetups${'s'.repeat(33)}`).join()).toContain(
      'the index would have a name of',
    )
  })

  it('the compiler refuses a mistyped field', () => {
    const type = { name: 'Meetup', plural: 'meetups', about, allowed, fields } as const
    // @ts-expect-error -- mistyped
    expect(() => record({ ...type, unique: [['venue', 'slto']] })).not.toThrow()
  })
})
