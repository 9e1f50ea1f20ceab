import fc from 'fast-check'
import { Query } from 'mingo'
import { expect } from 'vitest'
import { type Comparison, type Condition, isReference } from '../../src/engine/conditions/condition.ts'
import { compilePolicy } from '../../src/engine/decisions/engine.ts'
import { matcher } from '../../src/engine/decisions/filter.ts'
import type { toMongo } from '../../src/mongo/index.ts'
import { mapComparisons } from '../../src/engine/printer/visit.ts'
import { documents, oddAskers, oddRows, permissionNames, rows } from './generate.ts'
import { expectRelatedAgreement, hasSibling } from './related-agreement.ts'
import { articleTrees } from './related-rows.ts'
import { asked, expectAgreement, names } from './sql-agreement.ts'

type ToMongo = typeof toMongo

/** Values that MongoDB can store in any field. */
const numbers = [0, 1, 7, -5, 1.5, 0.1, 3e9, 1e30, -1e30, Infinity, -Infinity, NaN, 2 ** 53]
const texts = ['', 'a', 'A', 'a ', '7', 'é', '8d1e8a4e-7f8d-4b44-9e0a-1f2d3c4b5a69']
const lists = [[], ['a', 'A', null], [0, 1, 7, null], ['a', 1], [[1]], [['a']], [NaN, 1], [null], [true]]
const others = [null, undefined, true, false, {}, { a: 1 }, new Date('2026-01-02'), new Date(8.64e15)]
const value = fc.constantFrom<unknown>(...numbers, ...texts, ...lists, ...others)
const documentsOfMongo = fc.array(fc.dictionary(fc.constantFrom(...names), value), {
  minLength: 40,
  maxLength: 40,
})

/** mingo knows no bigints, which MongoDB compares with other numbers. */
function isKnown(filter: object): boolean {
  const hasBigint = (part: unknown): boolean =>
    typeof part === 'bigint' ||
    (typeof part === 'object' && part !== null && Object.values(part).some(hasBigint))
  return !hasBigint(filter)
}

const find = (filter: object, found: readonly object[]): readonly number[] => {
  const query = new Query(filter as Record<string, never>)
  return found.flatMap((document, n) => (query.test(document as Record<string, never>) ? [n] : []))
}

/** Fields with any values. */
export async function agreesOnFields(print: ToMongo, numRuns: number) {
  const [found = []] = fc.sample(documentsOfMongo, { numRuns: 1, seed: 21 })
  for (const each of fc.sample(asked, { numRuns, seed: 23 }))
    await expectAgreement(each, {
      hasKinds: false,
      rows: found,
      select: (where) => {
        const filter = print(where)
        const test = matcher({ kind: 'when', where })
        return isKnown(filter) ? find(filter, found) : found.flatMap((row, n) => (test(row) ? [n] : []))
      },
    })
}

/** The condition with the values themselves, also where `policy.filter` would decide the comparison. */
const withLiterals = (condition: Condition, subject: readonly unknown[]): Condition =>
  mapComparisons(
    condition,
    undefined,
    (comparison) => {
      const { value } = comparison
      return isReference(value)
        ? ({ ...comparison, value: subject[Number(value.subject.slice(1))] } as Comparison)
        : comparison
    },
    () => undefined,
  )

/** Conditions of an author, with values of any type. */
export function agreesOnLiterals(print: ToMongo, numRuns: number, seed = 29) {
  const [found = []] = fc.sample(documentsOfMongo, { numRuns: 1, seed: 21 })
  for (const [condition, subject] of fc.sample(asked, { numRuns, seed })) {
    const where = withLiterals(condition, subject as readonly unknown[])
    const filter = print(where)
    const test = matcher({ kind: 'when', where })
    if (isKnown(filter))
      expect(find(filter, found)).toEqual(found.flatMap((row, n) => (test(row) ? [n] : [])))
  }
}

const searches = ['startsWith', 'endsWith', 'includes'] as const
const parts = [...texts, '\n', '.', '^a', 'ba', 'é', '\0', '😀']
const searched = [...parts, 'a\n', 'bab', 'é😀', 'a.', null, 7, ['a']].map((found) => ({ found }))

/** Each part of a text in each text. */
export function agreesOnParts(print: ToMongo) {
  for (const op of searches)
    for (const part of parts)
      for (const isNegated of [false, true]) {
        const condition: Condition = { op, attribute: 'found', value: part }
        const where: Condition = isNegated ? { op: 'not', condition } : condition
        const chosen = searched.flatMap((row, n) => (matcher({ kind: 'when', where })(row) ? [n] : []))
        expect(find(print(where), searched), JSON.stringify(where)).toEqual(chosen)
      }
}

/** Policies with rows that lack attributes, or have attributes of other types. */
export function agreesOnPolicies(print: ToMongo, numRuns: number) {
  const stored = fc.array(fc.oneof(rows, oddRows).filter(isKnown), { maxLength: 20 })
  const cases = fc.tuple(documents, oddAskers, permissionNames, stored)
  for (const [document, asker, permission, found] of fc.sample(cases, { numRuns, seed: 25 })) {
    const policy = compilePolicy<never, Record<string, object>>(document)
    const allowed = found.flatMap((row, n) => (policy.can(asker as never, permission, row) ? [n] : []))
    expect(find(print(policy.filter(asker as never, permission)), found)).toEqual(allowed)
  }
}

type Tree = (typeof articleTrees)[number]

/** Values that a document can have instead of an object or of a list of objects. */
const changes: readonly ((tree: Tree) => object)[] = [
  ({ id }) => ({ id }),
  ({ owner }) => ({ owner: [owner] }),
  ({ ownerId }) => ({ owner: ownerId }),
  () => ({ owner: new Date(0), title: 7, level: [1] }),
  () => ({ owner: {}, comments: [{}, { level: 1 }] }),
  ({ comments }) => ({ comments: comments[0] ?? {} }),
  ({ comments }) => ({ comments: comments.map((comment) => ({ ...comment, user: [comment.user] })) }),
  () => ({ comments: null, level: '1' }),
]
const stored = [
  ...articleTrees,
  ...articleTrees.map((tree, i) => {
    const change = changes[i % changes.length]?.(tree) ?? {}
    return { ...(i % changes.length > 0 && tree), ...change, id: 100 + i }
  }),
]

/** Embedded objects and lists of objects, also where a document has another value instead. */
export const agreesOnEmbedded = (print: ToMongo, numRuns: number) =>
  expectRelatedAgreement(numRuns, stored, {
    select: (filter) => find(print(filter), stored).map((n) => stored[n]?.id ?? 0),
    accepts: (filter) => !hasSibling(filter) && isKnown(print(filter)),
  })
