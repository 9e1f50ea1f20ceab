import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupThousands } from './group-thousands.ts'

test('a whole number is written as in American English', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (count) => {
      expect(groupThousands(count)).toBe(count.toLocaleString('en-US'))
    }),
  )
})
