import fc from 'fast-check'
import { Query } from 'mingo'
import { expect, it } from 'vitest'
import { countRuns } from '../../../../tools/long-tests.ts'
import { compilePolicy } from '../engine.ts'
import { matcher } from '../filter.ts'
import { documents, oddAskers, oddRows, permissionNames, rows } from '../testing/generate.ts'
import { expectRelatedAgreement } from '../testing/related-agreement.ts'
import { articleTrees } from '../testing/related-rows.ts'
import { asked, expectAgreement, names } from '../testing/sql-agreement.ts'
import { toMongo } from './index.ts'

/** Values as MongoDB can store them, each in any field. */
const values = fc.constantFrom<unknown>(
  ...[
    null,
    undefined,
    0,
    1,
    7,
    -5,
    1.5,
    0.1,
    3e9,
    1e30,
    -1e30,
    Infinity,
    -Infinity,
    NaN,
    2 ** 53,
    true,
    false,
  ],
  ...[
    '',
    'a',
    'A',
    'a ',
    '7',
    'é',
    '8d1e8a4e-7f8d-4b44-9e0a-1f2d3c4b5a69',
    new Date('2026-01-02'),
    new Date(8.64e15),
  ],
  ...[
    {},
    { a: 1 },
    [],
    ['a', 'A', null],
    [0, 1, 7, null],
    ['a', 1],
    [[1]],
    [['a']],
    [NaN, 1],
    [null],
    [true],
  ],
)
const documentsOfMongo = fc.array(fc.dictionary(fc.constantFrom(...names), values), {
  minLength: 40,
  maxLength: 40,
})

/** mingo knows no bigints, which MongoDB compares with other numbers. */
const isKnown = (filter: object) => {
  const hasBigint = (value: unknown): boolean =>
    typeof value === 'bigint' ||
    (typeof value === 'object' && value !== null && Object.values(value).some(hasBigint))
  return !hasBigint(filter)
}

const find = (filter: object, found: readonly object[]): readonly number[] => {
  const query = new Query(filter as Record<string, never>)
  return found.flatMap((document, n) => (query.test(document as Record<string, never>) ? [n] : []))
}

it('chooses the documents that the engine chooses, whatever values their fields have', async () => {
  const [found = []] = fc.sample(documentsOfMongo, { numRuns: 1, seed: 21 })
  for (const each of fc.sample(asked, { numRuns: countRuns({ short: 1000, long: 30_000 }), seed: 23 }))
    await expectAgreement(each, {
      hasKinds: false,
      rows: found,
      select: (where) => {
        const filter = toMongo(where)
        return isKnown(filter)
          ? find(filter, found)
          : found.flatMap((row, n) => (matcher({ kind: 'when', where })(row) ? [n] : []))
      },
    })
})

it('chooses the documents that a policy allows', () => {
  const cases = fc.tuple(
    documents,
    oddAskers,
    permissionNames,
    fc.array(fc.oneof(rows, oddRows), { maxLength: 20 }),
  )
  fc.assert(
    fc.property(cases, ([document, asker, permission, found]) => {
      const stored = found.filter(isKnown)
      const policy = compilePolicy<never, Record<string, object>>(document)
      const filter = policy.filter(asker as never, permission)
      const allowed = stored.flatMap((row, n) => (policy.can(asker as never, permission, row) ? [n] : []))
      expect(find(toMongo(filter), stored)).toEqual(allowed)
    }),
    { numRuns: countRuns({ short: 500, long: 20_000 }), seed: 25 },
  )
})

it('chooses the documents that the engine chooses by embedded objects and lists of objects', () =>
  expectRelatedAgreement(
    countRuns({ short: 3000, long: 50_000 }),
    (condition) => {
      const query = new Query(toMongo<Record<string, never>>(condition))
      return articleTrees.filter((tree) => query.test(tree as never)).map(({ id }) => id)
    },
    (condition) => isKnown(toMongo(condition)),
  ))
