import { type AnyAbility, buildMongoQueryMatcher, createMongoAbility, subject } from '@casl/ability'
import { $and, $nor, $not, $or, and, nor, not, or } from '@ucast/mongo2js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matcher } from '@content-service/authz'
import { countRuns } from '../../../tools/check/long-tests.ts'
import { ACTIONS, FIELDS, TYPES, questions, tableRows, tableRules } from '../tests/generate-casl.ts'
import { filterOf, policyOf } from './index.ts'

const conditionsMatcher = buildMongoQueryMatcher({ $and, $or, $nor, $not }, { and, or, nor, not })
const numRuns = countRuns({ short: 3000, long: 60_000 })
const rows = fc.array(tableRows, { minLength: 4, maxLength: 8 })

const types = Object.fromEntries(TYPES.map((type) => [type, { actions: ACTIONS, fields: FIELDS }]))

describe('an ability of CASL and', () => {
  it('the filter of it allow the same rows', () => {
    const seen = { true: 0, false: 0 }
    fc.assert(
      fc.property(tableRules, questions, rows, (given, { action, type, field }, asked) => {
        const ability = createMongoAbility(given, { conditionsMatcher })
        const isAllowed = matcher(filterOf(ability, action, type, field))
        for (const row of asked) {
          const wanted = ability.can(action, subject(type, { ...row }), field)
          seen[`${wanted}`] += 1
          expect(isAllowed(row)).toBe(wanted)
        }
      }),
      { numRuns },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(numRuns)
  })

  it('the policy of it decide the same', () => {
    const seen = { true: 0, false: 0 }
    fc.assert(
      fc.property(tableRules, questions, rows, (given, { action, type, field }, asked) => {
        const ability: AnyAbility = createMongoAbility(given, { conditionsMatcher })
        const policy = policyOf(ability, types)
        for (const row of asked) {
          const wanted = ability.can(action, subject(type, { ...row }), field)
          seen[`${wanted}`] += 1
          expect(policy.can(null, `${type}:${action}`, row, field as never)).toBe(wanted)
          if (field === undefined) expect(matcher(policy.filter(null, `${type}:${action}`))(row)).toBe(wanted)
        }
      }),
      { numRuns },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(numRuns)
  })
})
