import { type AnyAbility, subject } from '@casl/ability'
import { createPrismaAbility } from '@casl/prisma'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matcher } from '@content-service/authz'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import {
  ACTIONS,
  FIELDS,
  TYPES,
  numbers,
  object,
  questions,
  generateRules,
  tableRows,
  texts,
} from '../../tests/generate-casl.ts'
import { filterOf, policyOf } from './index.ts'

const numRuns = countRuns({ short: 2000, long: 40_000 })
const known = fc.constantFrom('a', 'b')
const list = fc.array(known, { maxLength: 2 })
const operator = (name: string, value: fc.Arbitrary<unknown>) => object({ [name]: value })

const ofText = fc.oneof(
  texts,
  operator('not', texts),
  operator('in', fc.array(texts, { maxLength: 2 })),
  operator('notIn', fc.array(texts, { maxLength: 2 })),
  operator('not', operator('equals', texts)),
  ...['startsWith', 'endsWith', 'contains'].map((name) => operator(name, fc.constantFrom('', 'a', 'b'))),
  fc.record({ contains: known, mode: fc.constant('default') }, { noNullPrototype: true }),
)
const ofNumber = fc.oneof(
  numbers,
  ...['lt', 'lte', 'gt', 'gte'].map((name) => operator(name, fc.constantFrom(0, 1, -1))),
)
const ofList = fc.oneof(
  operator('has', known),
  operator('hasSome', list),
  operator('hasEvery', fc.array(known, { minLength: 1, maxLength: 2 })),
)
const ofColumns = object({ number: ofNumber, text: ofText })

/** Conditions that the engine expresses, about rows of tables. */
const queries = fc.letrec<{ readonly query: object }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({ text: ofText, number: ofNumber }, { noNullPrototype: true, requiredKeys: [] }),
    object({ texts: ofList }),
    ...['is', 'isNot'].map((name) => object({ owner: operator(name, ofColumns) })),
    ...['some', 'every', 'none'].map((name) => object({ items: operator(name, ofColumns) })),
    ...['AND', 'OR', 'NOT'].map((name) => object({ [name]: fc.array(tie('query'), { maxLength: 2 }) })),
    object({ NOT: tie('query') }),
  ),
})).query as fc.Arbitrary<Readonly<Record<string, unknown>>>

const types = Object.fromEntries(TYPES.map((type) => [type, { actions: ACTIONS, fields: FIELDS }]))

/** The answer of a function. CASL throws for `startsWith` of a text that is null. */
function answer(ask: () => boolean): boolean | 'throws' {
  try {
    return ask()
  } catch {
    return 'throws'
  }
}

describe('an ability of @casl/prisma and', () => {
  it('its filter and its policy allow the same rows', () => {
    const seen = { true: 0, false: 0, throws: 0 }
    fc.assert(
      fc.property(
        generateRules(queries),
        questions,
        fc.array(tableRows, { minLength: 4, maxLength: 8 }),
        (given, { action, type, field }, rows) => {
          const ability: AnyAbility = createPrismaAbility(given)
          const isAllowed = matcher(filterOf(ability, action, type, field))
          const policy = policyOf(ability, types)
          for (const row of rows) {
            const wanted = answer(() => ability.can(action, subject(type, { ...row }), field))
            seen[`${wanted}`] += 1
            if (wanted === 'throws') continue
            expect(isAllowed(row)).toBe(wanted)
            expect(policy.can(null, `${type}:${action}`, row, field as never)).toBe(wanted)
          }
        },
      ),
      { numRuns },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(numRuns / 20)
  })
})
