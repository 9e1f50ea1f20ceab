import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Row } from '../reading/reading.ts'
import { aUser } from '../testing/builders.ts'
import { User } from '../users/user.ts'
import { maskEmail, toPublicProfile } from './public-profile.ts'

const PRIVATE_FIELDS = Object.keys(User.masks) as (keyof User)[]

describe('C3.7 a masked email', () => {
  test.each([
    ['john@example.org', 'j***@e***.org'],
    ['j@e.org', 'j***@e***.org'],
    ['a.b+c@mail.example.co.uk', 'a***@m***.uk'],
  ])('%s is shown as %s', (address, shown) => expect(maskEmail(address)).toBe(shown))

  test('shows only the first letters and the top-level domain, and no lengths', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,20}$/)
    fc.assert(
      fc.property(word, word, word, (local, domain, top) => {
        expect(maskEmail(`${local}@${domain}.${top}`)).toBe(`${local[0]}***@${domain[0]}***.${top}`)
      }),
    )
  })
})

describe('C3.7 a public profile', () => {
  const user = { ...aUser('ada'), age: 36, permissions: ['users:read'] }

  test.each(PRIVATE_FIELDS)('%s is null', (field) =>
    expect(toPublicProfile<Row>(user, User.masks)[field]).toBeNull(),
  )

  test('shows the fields that C7.9 names', () => {
    const { username, name, roles, profile, createdAt } = user
    expect(toPublicProfile(user, User.masks)).toMatchObject({ username, name, roles, profile, createdAt })
    expect(toPublicProfile(user, User.masks).email).toBe('a***@e***.org')
  })

  test('has only the selected fields', () =>
    expect(toPublicProfile({ username: 'ada', age: 36 }, User.masks)).toEqual({ username: 'ada', age: null }))

  test('age, status, settings and preferences are private', () =>
    expect(PRIVATE_FIELDS).toEqual(expect.arrayContaining(['age', 'status', 'settings', 'preferences'])))
})
