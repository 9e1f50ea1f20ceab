import fc from 'fast-check'
import { expect } from 'vitest'
import type { Decision, Filter, Policy, PolicyDocument } from '../../src/index.ts'
import type { Engine, Law } from './engine-under-test.ts'
import { type Asker, askers, permissionNames, permissions, roleNames } from './generate.ts'
import {
  type Context,
  type RelatedRow,
  askersWithObjects,
  contexts,
  fieldNames,
  followingDocuments,
  oddAskersWithObjects as oddAskers,
  relatedDocuments as documents,
  relatedRows as rows,
  someRelatedRows as someRows,
} from './generate-related.ts'
import { type Question, type Visibility, decides, visibilityOf } from './oracle.ts'

type Known = Readonly<Record<(typeof permissions)[number], RelatedRow>>

const compiled = (engine: Engine, document: PolicyDocument): Policy<Asker, Known> =>
  engine.compilePolicy(document)

/** The document with one more rule. */
const withRule = (document: PolicyDocument, role: string, effect: 'allow' | 'deny'): PolicyDocument => ({
  ...document,
  roles: {
    ...document.roles,
    [role]: {
      ...document.roles[role],
      rules: [...(document.roles[role]?.rules ?? []), { effect, permissions: ['*'] }],
    },
  },
})

const withoutDenies = (document: PolicyDocument): PolicyDocument => ({
  ...document,
  roles: Object.fromEntries(
    Object.entries(document.roles).map(([name, role]) => [
      name,
      { ...role, rules: role.rules.filter((rule) => rule.effect === 'allow') },
    ]),
  ),
})

/** The subject as the oracle knows it: with the context, and without an attribute that forges the context. */
const within = (asker: Asker, { level }: Context = {}): Asker => ({ ...asker, $level: level }) as Asker

const visibilityIn = ({ obligations }: Decision, field: string): Visibility =>
  obligations.reduce<Visibility>((seen, { kind, fields }) => {
    if (kind === 'mask') return fields.includes(field) && seen === 'shown' ? 'masked' : seen
    return fields.includes(field) === (kind === 'only') ? seen : 'hidden'
  }, 'shown')

/** Whoever gains the permission loses what needs its absence. */
const NEGATED_MAY = /"op":"not","condition":\{"op":"may"/

export const policyLaws: Readonly<Record<string, Law>> = {
  'can and decide say what the rules say, whoever asked before': (engine, options) =>
    fc.assert(
      fc.property(
        documents,
        fc.array(fc.tuple(oddAskers, contexts), { minLength: 1, maxLength: 3 }),
        permissionNames,
        fc.option(someRows, { nil: undefined }),
        fc.option(someRows, { nil: undefined }),
        (document, several, permission, row, after) => {
          const policy = compiled(engine, document)
          const question: Question = {
            permission,
            row: row && { ...row },
            after: row && after && { ...after },
          }
          for (const [asker, context] of [...several, ...several]) {
            expect(policy.can(asker, permission, row)).toBe(
              decides(document, within(asker), { ...question, after: undefined }),
            )
            const ability = policy.for(asker, context)
            const expected = decides(document, within(asker, context), question)
            expect(ability.can(permission, row, row && after)).toBe(expected)
            expect(ability.decide(permission, row, row && after).effect).toBe(expected ? 'allow' : 'deny')
          }
        },
      ),
      options,
    ),

  'several roles have the rules of all of them': (engine, options) =>
    fc.assert(
      fc.property(
        documents,
        askersWithObjects(askers),
        fc.uniqueArray(fc.constantFrom(...roleNames), { minLength: 2 }),
        permissionNames,
        fc.array(someRows, { minLength: 1, maxLength: 4 }),
        (document, someone, roles, permission, some) => {
          const policy = compiled(engine, document)
          const asker = { ...someone, roles }
          const ability = policy.for(asker)
          expect(ability.can(permission)).toBe(
            decides(document, within(asker), { permission, row: undefined }),
          )
          for (const row of some)
            expect(ability.can(permission, row)).toBe(
              decides(document, within(asker), { permission, row: { ...row } }),
            )
        },
      ),
      options,
    ),

  'may says what the policy says of the related record': (engine, options) =>
    fc.assert(
      fc.property(
        followingDocuments,
        fc.tuple(oddAskers, fc.subarray(['notes:read', 'files:read'], { maxLength: 1 })),
        fc.array(someRows, { minLength: 3, maxLength: 5 }),
        (document, [someone, granted], some) => {
          const policy = compiled(engine, document)
          const asker = { ...someone, permissions: granted, restrictedTo: ['docs:read'] } as Asker
          const chooses = engine.matcher(policy.filter(asker, 'docs:read'))
          for (const row of some) {
            const expected = decides(document, within(asker), { permission: 'docs:read', row: { ...row } })
            expect([policy.can(asker, 'docs:read', row), chooses(row)]).toEqual([expected, expected])
          }
        },
      ),
      options,
    ),

  'a decision and a filter show each field as the rules do': (engine, options) =>
    fc.assert(
      fc.property(
        documents,
        oddAskers,
        permissionNames,
        fc.array(someRows, { minLength: 3, maxLength: 5 }),
        (document, asker, permission, some) => {
          const policy = compiled(engine, document)
          const { fields = [] } = policy.filter(asker, permission)
          for (const row of some) {
            const decision = policy.decide(asker, permission, row)
            if (decision.effect === 'deny') continue
            const shows = (field: string, level: 'shown' | 'masked') => {
              const access =
                fields.find((each) => each.field === field) ?? fields.find((each) => each.field === '*')
              return !access || engine.matcher({ kind: 'when', where: access[level] })(row)
            }
            for (const field of [...fieldNames, 'ownerId']) {
              const expected = visibilityOf(document, within(asker), { permission, row: { ...row } }, field)
              expect(visibilityIn(decision, field)).toBe(expected)
              expect(policy.can(asker, permission, row, field as never)).toBe(expected === 'shown')
              expect([shows(field, 'shown'), shows(field, 'masked')]).toEqual([
                expected === 'shown',
                expected !== 'hidden',
              ])
            }
          }
        },
      ),
      options,
    ),

  'can says yes to a row exactly when the filter chooses it': (engine, options) =>
    fc.assert(
      fc.property(
        documents,
        oddAskers,
        permissionNames,
        fc.array(someRows, { minLength: 5, maxLength: 10 }),
        (document, asker, permission, some) => {
          const policy = compiled(engine, document)
          const filter = policy.filter(asker, permission)
          expect(some.filter(engine.matcher(filter))).toEqual(
            some.filter((row) => policy.can(asker, permission, row)),
          )
          expect(policy.permits(asker, permission)).toBe(filter.kind !== 'never')
        },
      ),
      options,
    ),

  'what is allowed without a resource is allowed for each': (engine, options) =>
    fc.assert(
      fc.property(documents, oddAskers, permissionNames, rows, (document, asker, permission, row) => {
        const policy = compiled(engine, document)
        if (policy.can(asker, permission)) expect(policy.can(asker, permission, row)).toBe(true)
      }),
      options,
    ),

  'one role more never takes away, where nothing is denied': (engine, options) =>
    fc.assert(
      fc.property(
        documents.filter((document) => !NEGATED_MAY.test(JSON.stringify(document))),
        askersWithObjects(askers),
        fc.constantFrom(...roleNames),
        permissionNames,
        rows,
        (document, asker, role, permission, row) => {
          const policy = compiled(engine, withoutDenies(document))
          const larger = { ...asker, roles: [...asker.roles, role] }
          if (policy.can(asker, permission, row)) expect(policy.can(larger, permission, row)).toBe(true)
        },
      ),
      options,
    ),

  'deny wins over all rules and direct permissions': (engine, options) =>
    fc.assert(
      fc.property(
        documents,
        oddAskers,
        fc.constantFrom(...roleNames),
        permissionNames,
        rows,
        (document, asker, role, permission, row) => {
          const policy = compiled(engine, withRule(withRule(document, role, 'deny'), role, 'allow'))
          const denied = { ...asker, roles: [role, ...asker.roles], permissions: [...permissions] }
          expect(policy.can(denied, permission, row)).toBe(false)
          expect(policy.filter(denied, permission)).toEqual({ kind: 'never' })
        },
      ),
      options,
    ),

  'restrict never widens, and keeps what is in scope': (engine, options) =>
    fc.assert(
      fc.property(
        documents,
        oddAskers,
        fc.subarray([...permissions, 'docs:*', '*', 'x:y']),
        permissionNames,
        rows,
        (document, asker, scopes, permission, row) => {
          const policy = compiled(engine, document)
          const inScope =
            scopes.includes('*') ||
            scopes.includes(permission) ||
            (permission.startsWith('docs') && scopes.includes('docs:*'))
          const expected = inScope && policy.can(asker, permission, row)
          expect(policy.can(engine.restrict(policy, asker, scopes), permission, row)).toBe(expected)
        },
      ),
      options,
    ),

  'unpacking what was packed decides alike, obligations included': (engine, options) =>
    fc.assert(
      fc.property(
        documents,
        oddAskers,
        permissionNames,
        fc.option(someRows, { nil: undefined }),
        someRows,
        (document, asker, permission, row, after) => {
          const policy = compiled(engine, document)
          const packed = JSON.parse(JSON.stringify(engine.pack(policy, asker)))
          const there = engine.unpack<Known>(packed)
          const whole = engine.unpackPolicy(packed).for(engine.packedSubject(packed))
          const here = policy.decide(asker, permission, row)
          // `pack` removes conditions that are never true, so fewer requests need a resource.
          if (row) {
            expect(whole.decide(permission, row).effect).toBe(here.effect)
            expect(there.can(permission, row)).toBe(here.effect === 'allow')
            expect(there.can(permission, row, after)).toBe(policy.can(asker, permission, row, after))
            for (const field of [...fieldNames, 'ownerId'])
              expect(there.can(permission, row, field as never)).toBe(
                policy.can(asker, permission, row, field as never),
              )
          }
          if (here.effect === 'allow')
            expect(whole.decide(permission, row).obligations).toEqual(here.obligations)
          expect(there.can(permission, row)).toBe(whole.can(permission, row))
          // `pack` writes a list with values of several classes as several lists, so the filters can differ in form.
          const chooses = (filter: Filter) => row && engine.matcher(filter)(row)
          expect(chooses(whole.filter(permission))).toBe(chooses(policy.filter(asker, permission)))
          expect(there.permits(permission)).toBe(policy.permits(asker, permission))
          expect(engine.pack(engine.unpackPolicy(packed), engine.packedSubject(packed))).toEqual(
            engine.pack(policy, asker),
          )
        },
      ),
      options,
    ),
}
