import fc from 'fast-check'
import type { Condition, PolicyDocument, RuleDocument } from '../../src/index.ts'
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
  ownComparisons,
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

/** Rows that often have no related row. */
export const lonelyRows = fc
  .tuple(rows, fc.option(leaves, { freq: 2 }), fc.option(fc.array(leaves, { maxLength: 1 }), { freq: 2 }))
  .map(([row, owner, members]) => ({ ...row, owner, members }) as RelatedRow)

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
    {
      weight: 1,
      arbitrary: fc.oneof(ownComparisons, compare('level', ordered, fc.constant({ attribute: 'at' }))),
    },
    { weight: 1, arbitrary: isNull('owner', 'members') },
    { weight: 4, arbitrary: nested('owner', 'members', tie('any')) },
    { weight: 1, arbitrary: ofSubject.map((condition): Condition => ({ op: 'subject', condition })) },
    ...junctions(tie('any')),
  ),
})).any

const ofRelated = fc.oneof(
  { weight: 2, arbitrary: comparisons },
  compare('level', ordered, reference('id', 'level')),
  compare('status', ['eq', 'startsWith', 'endsWith'], reference('team')),
  compare('status', ['in'], reference('teams')),
  compare('tags', ['contains'], reference('team')),
)

/** Conditions on related rows that compare with the subject, negated or not. */
export const conditionsOnRelated: fc.Arbitrary<Condition> = fc
  .tuple(
    fc.constantFrom('is', 'some'),
    fc.oneof(ofRelated, ...junctions(ofRelated).map((each) => each.arbitrary)),
    fc.boolean(),
  )
  .map(([op, condition, isNegated]) => {
    const nestedOne: Condition = { op, attribute: op === 'is' ? 'owner' : 'members', condition } as Condition
    return isNegated ? { op: 'not', condition: nestedOne } : nestedOne
  })

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
const documents: fc.Arbitrary<PolicyDocument> = fc
  .tuple(
    roles,
    optional(ownRules),
    optional(fc.dictionary(fc.constantFrom(...roleNames), relatedConditions, { maxKeys: 2 })),
  )
  .map(([own, shared, docs]) => ({
    resources: { docs: ['read', 'write', 'delete'], notes: ['read'], files: ['read'] },
    roles: { ...own, ...(shared && { '*': { rules: shared } }) },
    ...(docs && { roleOn: { docs } }),
  }))

/** A rule follows permissions of resources after its own ones, so that there is no cycle. */
const followable = (rule: RuleDocument): readonly string[] => {
  if (rule.permissions.some((name) => name.startsWith('*') || name.startsWith('files'))) return []
  return rule.permissions.some((name) => name.startsWith('notes'))
    ? ['files:read']
    : ['notes:read', 'files:read']
}

/** A policy in which a permission only follows another one, which follows a third one. */
export const followingDocuments: fc.Arbitrary<PolicyDocument> = fc
  .tuple(fc.array(rules, { minLength: 1, maxLength: 4 }), fc.array(rules, { maxLength: 2 }), fc.boolean())
  .map(([ofNotes, ofFiles, isNegated]) => {
    const may = (permission: string): Condition => ({ op: 'may', attribute: 'owner', permission })
    const when: Condition = isNegated ? { op: 'not', condition: may('notes:read') } : may('notes:read')
    return {
      resources: { docs: ['read', 'write', 'delete'], notes: ['read'], files: ['read'] },
      roles: {
        '*': {
          rules: [
            { effect: 'allow', permissions: ['docs:read'], when },
            ...ofNotes.map((rule) => ({ ...rule, permissions: ['notes:read'] })),
            { effect: 'allow', permissions: ['notes:read'], when: may('files:read') },
            ...ofFiles.map((rule) => ({ ...rule, permissions: ['files:read'] })),
          ],
        },
      },
    }
  })

/** Some rules follow a permission on a related record. */
export const relatedDocuments: fc.Arbitrary<PolicyDocument> = fc
  .tuple(documents, fc.array(fc.nat({ max: 11 }), { minLength: 12, maxLength: 12 }))
  .map(([document, places]) => {
    let at = 0
    const follow = (rule: RuleDocument): RuleDocument => {
      const place = places[at++ % places.length] ?? 0
      const permission = followable(rule)[place % 2]
      if (permission === undefined || place > 7) return rule
      const may: Condition = { op: 'may', attribute: place > 1 ? 'owner' : 'members', permission }
      const when: Condition = rule.when
        ? {
            op: place % 3 ? 'and' : 'or',
            conditions: [rule.when, place > 5 ? { op: 'not', condition: may } : may],
          }
        : may
      return { ...rule, when }
    }
    const followed = Object.entries(document.roles).map(([role, of]) => [
      role,
      { ...of, rules: of.rules.map(follow) },
    ])
    return { ...document, roles: Object.fromEntries(followed) }
  })
