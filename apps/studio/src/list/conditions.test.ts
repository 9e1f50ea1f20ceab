import { describe, expect, it } from 'vitest'
import type { ContentType } from '../api/model.ts'
import { listFilters, listOperators, readParameter, writeParameter, type ValueFilter } from './conditions.ts'

const aFilter = (name: string, values: string, operators: readonly string[]) => ({
  kind: 'value',
  name,
  label: name,
  values,
  operators,
  choices: null,
  permission: null,
})
const STARTS = aFilter('startsAt', 'time', ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'notIn', 'isNull'])
const TAGS = aFilter('tags', 'texts', ['has', 'hasAny', 'hasAll', 'isEmpty'])
const VENUE = aFilter('venueId', 'id', ['eq', 'ne', 'in', 'notIn', 'isNull'])
const ID = aFilter('id', 'id', ['eq', 'ne', 'in', 'notIn', 'isNull'])
const MEETUP = {
  fields: [{ name: 'venue', label: 'Venue', link: { to: 'Venue', attribute: 'venueId' } }],
  filters: [STARTS, TAGS, VENUE, ID, { kind: 'link', name: 'venue', label: 'Venue', to: 'Venue' }],
} as unknown as ContentType

describe('C20.3 the conditions of a list', () => {
  it.each(['startsAt', 'startsAt[gte]', 'tags', 'tags[isEmpty]', 'venueId', 'venueId[isNull]'])(
    'are the parameters of REST: %s',
    (parameter) => {
      const condition = readParameter(MEETUP, parameter)
      expect(condition && writeParameter(condition)).toBe(parameter)
    },
  )

  it.each(['query', 'where', 'sort', 'venue', 'startsAt[', 'startsAt[gte]x', '__proto__'])(
    'are no other parameters: %s',
    (parameter) => expect(readParameter(MEETUP, parameter)).toBeNull(),
  )

  it('are offered for values, and for links by the name of the link', () => {
    const offered = listFilters(MEETUP, () => true)
    expect(offered.map(({ label }) => label)).toEqual(['startsAt', 'tags', 'Venue'])
    expect(listFilters(MEETUP, ({ name }) => name !== 'tags')).toHaveLength(2)
  })

  it('have operators with one value', () => {
    expect(listOperators(STARTS as ValueFilter)).toEqual(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'isNull'])
    expect(listOperators(TAGS as ValueFilter)).toEqual(['has', 'isEmpty'])
  })
})
