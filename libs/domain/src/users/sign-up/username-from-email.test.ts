import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { email } from '../../rules/addresses.ts'
import { username } from '../user-texts.ts'
import { deriveUsernames } from './username-from-email.ts'

const deriveFirst = (address: string, count = 1): readonly string[] => {
  const candidates = deriveUsernames(address)
  return Array.from({ length: count }, () => candidates.next().value)
}

describe('C3.3 the username of a user that REST creates', () => {
  test.each([
    ['ada@example.org', 'ada'],
    ['Ada.Lovelace@example.org', 'ada.lovelace'],
    ['ada+news@example.org', 'ada-news'],
    ['_ada@example.org', 'ada'],
    ['a@example.org', 'user-a'],
    ['a+@example.org', 'user-a'],
    ['a--@example.org', 'user-a'],
    ['+@example.org', 'user'],
    [`${'x'.repeat(64)}@example.org`, 'x'.repeat(50)],
  ])('is derived from the local part: %s gives %s', (address, expected) =>
    expect(deriveFirst(address)).toEqual([expected]),
  )

  test('is made unique with a number', () =>
    expect(deriveFirst('ada@example.org', 3)).toEqual(['ada', 'ada-2', 'ada-3']))

  test('is valid by C3.1 for every address', () => {
    const local = fc.string({
      unit: fc.constantFrom(..."abzABZ0189!#$%&'*+/=?^_`{|}~-."),
      minLength: 1,
      maxLength: 64,
    })
    fc.assert(
      fc.property(local, (text) => {
        const address = `${text}@example.org`
        fc.pre(isAddress(address))
        for (const name of deriveFirst(address, 12)) if (name !== 'ghost') expect(username(name)).toBe(name)
      }),
      { numRuns: 500 },
    )
  })
})

const isAddress = (text: string): boolean => {
  try {
    return email(text) === text
  } catch {
    return false
  }
}
