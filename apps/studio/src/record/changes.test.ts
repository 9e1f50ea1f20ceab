import { describe, expect, it } from 'vitest'
import type { Field } from '../api/model.ts'
import { findChanges, mergeChanges, readValues, startValues } from './changes.ts'

const aField = (name: string, more: Partial<Field> = {}): Field =>
  ({ name, kind: 'line', link: null, initial: null, ...more }) as Field

const VENUE = aField('venue', {
  kind: 'one',
  link: { to: 'Venue', attribute: 'venueId', many: false, ordered: false, inverse: null },
})

describe('C20.4 the values of a form', () => {
  it('are those of the members of a body', () => {
    const fields = [aField('title'), VENUE, aField('absent')]
    const body = { id: '1', title: 'A', venueId: 'v', venue: { id: 'v', name: 'Hall' } }
    expect(readValues(fields, body)).toEqual({ title: 'A', venueId: 'v', absent: null })
  })

  it('are the ids of linked records, where the body has no ids', () => {
    expect(readValues([VENUE], { id: '1', venue: { id: 'v' } })).toEqual({ venueId: 'v' })
    expect(readValues([VENUE], { id: '1', venue: null })).toEqual({ venueId: null })
  })

  it('are the initial values of a new record', () => {
    expect(startValues([aField('title'), aField('tags', { initial: [] })])).toEqual({ title: null, tags: [] })
  })
})

describe('C20.4 a change', () => {
  it('has only what differs', () => {
    const base = { title: 'A', tags: ['x'], note: null }
    expect(findChanges(base, { title: 'B', tags: ['x'], note: null })).toEqual({ title: 'B' })
    expect(findChanges({}, { note: null, title: 'B' })).toEqual({ title: 'B' })
  })

  const base = { title: 'A', note: 'n', tags: ['x'] }

  it('is joined with the changes of others to other fields', () => {
    const merged = mergeChanges(base, { ...base, title: 'Mine' }, { ...base, note: 'Theirs' })
    expect(merged).toEqual({ values: { title: 'Mine', note: 'Theirs', tags: ['x'] }, conflicts: [] })
  })

  it('conflicts with another change of the same field, unless both are the same', () => {
    const mine = { ...base, title: 'Mine', tags: ['y'] }
    const theirs = { ...base, title: 'Theirs', tags: ['y'] }
    expect(mergeChanges(base, mine, theirs)).toEqual({
      values: mine,
      conflicts: [{ name: 'title', mine: 'Mine', theirs: 'Theirs' }],
    })
  })
})
