import fc from 'fast-check'
import { expect, it } from 'vitest'
import { and, or } from '../index.ts'
import { simplify } from '../engine/conditions/simplify.ts'
import { askers, conditions, rows } from '../../tests/support/generate.ts'
import { meets } from '../../tests/support/oracle.ts'
import { implies } from './implies.ts'

it('says of no condition wrongly that it implies another', () => {
  let implications = 0
  fc.assert(
    fc.property(conditions, conditions, rows, askers, (a, b, row, asker) => {
      const pairs = [
        [a, b],
        [and(a, b), b],
        [a, or(b, a)],
        [and(a, b), or(a, b)],
      ] as const
      for (const [strong, weak] of pairs) {
        if (!implies(simplify(strong), simplify(weak))) continue
        implications += 1
        if (meets(strong, { ...row }, { ...asker })) expect(meets(weak, { ...row }, { ...asker })).toBe(true)
      }
    }),
    { numRuns: 5000 },
  )
  // Not vacuous: of the pairs that do imply each other by construction, most are seen.
  expect(implications).toBeGreaterThan(10_000)
})
