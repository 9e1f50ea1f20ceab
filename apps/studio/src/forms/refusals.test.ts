import { describe, expect, it } from 'vitest'
import { isAtFields, listProblems, pickInside, readMemberRefusals, readRefusals } from './refusals.ts'

const refuse = (...paths: readonly (readonly string[])[]): unknown =>
  Object.assign(new Error('refused'), {
    name: 'ClientError',
    code: 'BAD_USER_INPUT',
    problems: paths.map((path) => ({ path, message: `wrong: ${path.join(' ')}` })),
  })

describe('what the service refused of a small form', () => {
  it('stands at the field of the same name, also inside a group', () => {
    const error = refuse(['name'], ['profile', 'website'])
    expect(readMemberRefusals(error)).toMatchObject({
      name: 'wrong: name',
      website: 'wrong: profile website',
    })
    expect(isAtFields(error, ['name', 'website'])).toBe(true)
  })

  it('stands above the form if no field has its name', () => {
    expect(isAtFields(refuse(['age']), ['name'])).toBe(false)
    expect(isAtFields(refuse(), ['name'])).toBe(false)
    expect(isAtFields(new Error('offline'), ['name'])).toBe(false)
    expect(readMemberRefusals(new Error('offline'))).toEqual({})
  })
})

describe('what the service refused of a record', () => {
  it('stands at the part of a field, and at no other field with its name', () => {
    const refused = readRefusals(listProblems(refuse(['name'], ['rooms', '1', 'name'])))
    expect(refused).toEqual({
      name: 'wrong: name',
      rooms: 'wrong: rooms 1 name',
      'rooms.1.name': 'wrong: rooms 1 name',
    })
    expect(pickInside(refused, 'rooms')).toEqual({ '1.name': 'wrong: rooms 1 name' })
  })
})
