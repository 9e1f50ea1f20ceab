import fc from 'fast-check'
import type { Condition, PolicyDocument, RuleDocument } from '../index.ts'
import {
  type Asker,
  type Row,
  anything,
  askers,
  compare,
  comparisons,
  letter,
  nullable,
  oddAskers,
  oddRows,
  ordered,
  permissions,
  reference,
  roleNames,
  rows,
  small,
} from './generate.ts'

/** A row with a related row and a list of related rows. */
export interface RelatedRow extends Row {
  readonly owner: RelatedRow | null
  readonly members: readonly (RelatedRow | null)[] | null
}

const related = (of: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc
    .tuple(rows, nullable(of), nullable(fc.array(nullable(of), { maxLength: 3 })))
    .map(([row, owner, members]) => ({ ...row, owner, members }))

const leaves = rows.map((row) => ({ ...row, owner: null, members: [] }))

/** Rows whose related rows have related rows. */
export const relatedRows = related(related(leaves)) as fc.Arbitrary<RelatedRow>

const oddObject = (of: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc
    .tuple(
      oddRows,
      fc.record(
        {
          owner: fc.oneof(of, anything, fc.array(of, { maxLength: 1 })),
          members: fc.oneof(fc.array(fc.oneof(of, anything), { maxLength: 3 }), of, anything),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([row, more]) => ({ ...row, ...more }))

/** Rows in which a related object can be absent, or a list, or a scalar; and a list can have items that are no objects. */
export const oddRelatedRows = oddObject(oddObject(relatedRows)) as fc.Arbitrary<RelatedRow>

/** One row of four is odd. */
export const someRelatedRows = fc.oneof(
  { weight: 3, arbitrary: relatedRows },
  { weight: 1, arbitrary: oddRelatedRows },
)

const junctions = (of: fc.Arbitrary<Condition>) => [
  { weight: 2, arbitrary: of.map((condition): Condition => ({ op: 'not', condition })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(of, { maxLength: 3 }))
      .map(([op, conditions]): Condition => ({ op, conditions })),
  },
]

/** An object where there is a list, or a list where there is an object, cannot be tested. */
const nested = (objects: string, lists: string, of: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc
    .tuple(fc.constantFrom('is', 'some'), fc.integer({ min: 0, max: 9 }), of)
    .map(([op, place, condition]): Condition => {
      const [usual, odd] = op === 'is' ? [objects, lists] : [lists, objects]
      return { op, attribute: place > 0 ? usual : odd, condition }
    })

const isNull = (...names: readonly string[]) =>
  fc.constantFrom(...names).map((attribute): Condition => ({ op: 'isNull', attribute }))

const ofSubject: fc.Arbitrary<Condition> = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'subject' },
    {
      weight: 3,
      arbitrary: fc.oneof(
        compare('level', ordered, fc.oneof(small, reference('id', '$level'))),
        compare('$level', ordered, small),
        compare('team', ['eq'], letter),
        compare('teams', ['contains'], letter),
        isNull('id', 'level', 'boss', '$level'),
      ),
    },
    { weight: 2, arbitrary: nested('boss', 'grants', tie('any')) },
    ...junctions(tie('any')),
  ),
})).any

/** Conditions on a row, its related rows, the subject and the context. */
export const relatedConditions: fc.Arbitrary<Condition> = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'related' },
    { weight: 3, arbitrary: comparisons },
    { weight: 1, arbitrary: compare('level', ordered, reference('$level')) },
    { weight: 1, arbitrary: isNull('owner', 'members') },
    { weight: 4, arbitrary: nested('owner', 'members', tie('any')) },
    { weight: 1, arbitrary: ofSubject.map((condition): Condition => ({ op: 'subject', condition })) },
    ...junctions(tie('any')),
  ),
})).any

export interface Context {
  readonly level?: number | null
}

export const contexts: fc.Arbitrary<Context> = fc.record({ level: nullable(small) }, { requiredKeys: [] })

/** Subjects with objects, which forge an attribute of the context. */
export const askersWithObjects = (of: fc.Arbitrary<Asker>): fc.Arbitrary<Asker> =>
  fc
    .tuple(of, nullable(askers), nullable(fc.array(nullable(askers), { maxLength: 2 })))
    .map(([asker, boss, grants]) => ({ ...asker, boss, grants, $level: 1 }))

export const oddAskersWithObjects = askersWithObjects(
  fc.oneof(
    oddAskers,
    oddAskers.map((asker) => ({ ...asker, boss: [], grants: 7 })),
  ),
)

const named = [...permissions, 'docs:*', 'notes:*', '*:read', '*:write', '*']
export const fieldNames = ['status', 'tags', 'level'] as const
const fields = fc.subarray([...fieldNames])
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })

/** Rules with conditions on the row after a change, and with lists of fields. */
const rules: fc.Arbitrary<RuleDocument> = fc.record(
  {
    effect: fc.constantFrom('allow' as const, 'allow' as const, 'deny' as const),
    permissions: fc.subarray(named, { minLength: 1, maxLength: 2 }),
    when: relatedConditions,
    after: relatedConditions,
    omit: fields,
    mask: fields,
    fields,
  },
  { requiredKeys: ['effect', 'permissions'] },
)

const ownRules = fc.array(rules, { maxLength: 3 })
const roles = fc
  .tuple(...roleNames.map((_, i) => fc.tuple(fc.subarray(roleNames.slice(0, i)), ownRules)))
  .map((all) => Object.fromEntries(all.map(([inherits, own], i) => [`R${i}`, { inherits, rules: own }])))

/** Policies with all members: also rules of every subject, and roles on resources. */
export const relatedDocuments: fc.Arbitrary<PolicyDocument> = fc
  .tuple(
    roles,
    optional(ownRules),
    optional(fc.dictionary(fc.constantFrom(...roleNames), relatedConditions, { maxKeys: 2 })),
  )
  .map(([own, shared, docs]) => ({
    resources: { docs: ['read', 'write', 'delete'], notes: ['read'] },
    roles: { ...own, ...(shared && { '*': { rules: shared } }) },
    ...(docs && { roleOn: { docs } }),
  }))
