import fc from 'fast-check'
import { expect } from 'vitest'
import type { Filter, Policy, PolicyDocument } from '../index.ts'
import type { Engine, Law } from './engine-under-test.ts'
import {
  type Asker,
  type Row,
  askers,
  documents,
  oddAskers,
  oddRows,
  permissionNames,
  permissions,
  roleNames,
  rows,
} from './generate.ts'
import { decides } from './oracle.ts'

type Known = Readonly<Record<(typeof permissions)[number], Row>>

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

/** One row of four has missing attributes and values of wrong types. */
const someRows = fc.oneof(
  { weight: 3, arbitrary: rows },
  { weight: 1, arbitrary: oddRows as fc.Arbitrary<Row> },
)

export const policyLaws: Readonly<Record<string, Law>> = {
  'can and decide say what the rules say, whoever asked before': (engine, options) =>
    fc.assert(
      fc.property(
        documents,
        fc.array(oddAskers, { minLength: 1, maxLength: 3 }),
        permissionNames,
        fc.option(someRows, { nil: undefined }),
        (document, several, permission, row) => {
          const policy = compiled(engine, document)
          for (const asker of [...several, ...several]) {
            const expected = decides(document, asker, permission, row && { ...row })
            expect(policy.can(asker, permission, row)).toBe(expected)
            expect(policy.for(asker).can(permission, row)).toBe(expected)
            expect(policy.decide(asker, permission, row).effect).toBe(expected ? 'allow' : 'deny')
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
        documents,
        askers,
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
        (document, asker, permission, row) => {
          const policy = compiled(engine, document)
          const packed = JSON.parse(JSON.stringify(engine.pack(policy, asker)))
          const there = engine.unpack<Known>(packed)
          const here = policy.decide(asker, permission, row)
          // `pack` removes conditions that are never true, so fewer requests need a resource.
          if (row) expect(there.decide(permission, row).effect).toBe(here.effect)
          if (here.effect === 'allow')
            expect(there.decide(permission, row).obligations).toEqual(here.obligations)
          // `pack` writes a list with values of several classes as several lists, so the filters can differ in form.
          const chooses = (filter: Filter) => row && engine.matcher(filter)(row)
          expect(chooses(there.filter(permission))).toBe(chooses(policy.filter(asker, permission)))
          expect(engine.pack(engine.unpackPolicy(packed), engine.packedSubject(packed))).toEqual(
            engine.pack(policy, asker),
          )
        },
      ),
      options,
    ),
}
