import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { line, one, time } from '../fields/field-builders.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import { record } from '../types/record.ts'
import { ModelError } from './model-error.ts'

const about = 'A test.'
const title = line(80, { about })
const rights = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const

const findProblems = (...types: readonly RecordType[]): readonly string[] => {
  try {
    contentModel([...builtInModel.types, ...types])
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

interface Given {
  readonly keepFor?: number | 'always' | undefined
  readonly share?: 'all' | 'own'
  readonly fields?: Fields
}
const aWish = ({ keepFor, share = 'all', fields = { title } }: Given): RecordType =>
  record({
    name: 'Wish',
    plural: 'wishes',
    about,
    allowed: { ...rights, create: { GUEST: share } },
    ...(keepFor !== undefined && { keepFor }),
    fields,
  })
const aTool = (fields: Fields, keepFor?: number): RecordType =>
  record({ name: 'Tool', plural: 'tools', about, allowed: rights, ...(keepFor && { keepFor }), fields })

describe('C14.3 a type whose records guests create', () => {
  it.each([1, 90, 36_500, 'always'] as const)('keeps them for %s', (keepFor) => {
    expect(findProblems(aWish({ keepFor }))).toEqual([])
  })

  it.each([undefined, 0, -1, 1.5, Number.NaN, 36_501])('must say for how long, and not %s', (keepFor) => {
    expect(findProblems(aWish({ keepFor }))).toEqual([
      expect.stringMatching(/^Wish: create names GUEST, and keepFor is .*; write the days from 1 to 36500/),
    ])
  })

  it('is the only one with keepFor', () => {
    expect(findProblems(aTool({ title }, 90))).toEqual([
      'Tool: keepFor is for records of guests; remove it, or add create: { GUEST: … } to allowed',
    ])
  })

  it('gives them to ghost, and keeps a note on them', () => {
    const fields = { title, guestCreatedAt: time({ about, optional: true }) }
    expect(findProblems(aWish({ keepFor: 1, share: 'own', fields }))).toEqual(
      expect.arrayContaining([
        "Wish: create: a record of a guest belongs to ghost, so that GUEST cannot have 'own'; write 'all' or a condition",
        'Wish: the service notes guestCreatedAt on records of guests; give the field guestCreatedAt another name',
      ]),
    )
    expect(Object.keys(aWish({ keepFor: 1 }).shown)).toEqual(['title'])
    expect(Object.keys(aWish({ keepFor: 1 }).inputs)).toEqual(['title'])
  })

  it('C14.2 has no links that refuse a deletion, in either direction', () => {
    const Wish = aWish({ keepFor: 1 })
    const toWish = one(Wish, { about, optional: true })
    expect(findProblems(Wish, aTool({ title, wish: toWish }))).toEqual([
      "Tool.wish: the service deletes wishes of guests, and no link can refuse it; add onDelete: 'cascade' or 'clear'",
    ])
    const Tool = aTool({ title })
    const fromWish = aWish({ keepFor: 'always', fields: { title, tool: one(Tool, { about }) } })
    expect(findProblems(Tool, fromWish)).toEqual([
      "Wish.tool: guests create wishes, and cannot refuse a deletion of tools; add onDelete: 'cascade', or optional: true with onDelete: 'clear'",
    ])
  })

  it('C14.2 deletes what is deleted with them, too', () => {
    const Wish = aWish({ keepFor: 1 })
    const Tool = aTool({ title, wish: one(Wish, { about, onDelete: 'cascade' }) })
    const Part = record({
      name: 'Part',
      plural: 'parts',
      about,
      allowed: rights,
      fields: { title, tool: one(Tool, { about }) },
    })
    expect(findProblems(Wish, Tool, Part)).toEqual([
      expect.stringContaining('Part.tool: the service deletes tools with the records to which they link'),
    ])
  })
})
