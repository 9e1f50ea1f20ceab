import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect } from 'vitest'
import type * as core from '../index.ts'
import type { Condition, Policy, PolicyDocument } from '../index.ts'
import type { pack, packedSubject, unpack, unpackPolicy } from '../pack/index.ts'
import type { restrict } from '../restrict.ts'
import type { toSql } from '../sql/index.ts'
import type { resolve } from '../simplify.ts'
import type { compilePolicy } from '../engine.ts'
import {
  type Asker,
  type Row,
  askers,
  oddRows,
  conditions,
  documents,
  oddAskers,
  permissionNames,
  permissions,
  roleNames,
  rows,
} from './generate.ts'
import { decides, meets } from './oracle.ts'

/** The parts of the library that laws are about: the real one, or one with a deliberate fault in it. */
export interface Engine {
  readonly compilePolicy: typeof compilePolicy
  readonly holds: typeof core.holds
  readonly matcher: typeof core.matcher
  readonly resolve: typeof resolve
  readonly toSql: typeof toSql
  readonly restrict: typeof restrict
  readonly pack: typeof pack
  readonly packedSubject: typeof packedSubject
  readonly unpack: typeof unpack
  readonly unpackPolicy: typeof unpackPolicy
}

type Law = (engine: Engine, options: { readonly numRuns: number; readonly seed?: number }) => void
type Known = Readonly<Record<(typeof permissions)[number], Row>>

const compiled = (engine: Engine, document: PolicyDocument): Policy<Asker, Known> =>
  engine.compilePolicy(document)

/** The document with a rule more. */
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

export const laws: Readonly<Record<string, Law>> = {
  'a condition means what it says': (engine, options) =>
    fc.assert(
      fc.property(conditions, fc.oneof(rows, oddRows), askers, (condition, row, asker) => {
        expect(engine.holds(condition, row, asker)).toBe(meets(condition, { ...row }, { ...asker }))
      }),
      options,
    ),

  'can and decide say what the rules say, whoever asked before': (engine, options) =>
    fc.assert(
      fc.property(
        documents,
        fc.array(oddAskers, { minLength: 1, maxLength: 3 }),
        permissionNames,
        fc.option(rows, { nil: undefined }),
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
        fc.array(rows, { minLength: 5, maxLength: 10 }),
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
        fc.option(rows, { nil: undefined }),
        (document, asker, permission, row) => {
          const policy = compiled(engine, document)
          const packed = JSON.parse(JSON.stringify(engine.pack(policy, asker)))
          const there = engine.unpack<Known>(packed)
          const here = policy.decide(asker, permission, row)
          // Conditions that never hold are not packed, so that fewer questions need a resource.
          if (row) expect(there.decide(permission, row).effect).toBe(here.effect)
          if (here.effect === 'allow')
            expect(there.decide(permission, row).obligations).toEqual(here.obligations)
          expect(there.filter(permission)).toEqual(policy.filter(asker, permission))
          expect(engine.pack(engine.unpackPolicy(packed), engine.packedSubject(packed))).toEqual(
            engine.pack(policy, asker),
          )
        },
      ),
      options,
    ),

  'resolving and simplifying change nothing but the form': (engine, options) =>
    fc.assert(
      fc.property(conditions, rows, askers, (condition, row, asker) => {
        const resolved = engine.resolve(condition, asker)
        expect(meets(resolved, { ...row }, {})).toBe(meets(condition, { ...row }, { ...asker }))
        expect(JSON.stringify(resolved)).not.toContain('"subject"')
      }),
      options,
    ),

  'what is simplified says nothing twice': (engine, options) =>
    fc.assert(
      fc.property(conditions, askers, (condition, asker) => {
        expect(superfluousIn(engine.resolve(condition, asker))).toEqual([])
      }),
      options,
    ),

  'SQLite chooses the rows for which the condition holds': (engine, options) => {
    const database = sqliteWith(fc.sample(rows, { numRuns: 60, seed: 1 }))
    fc.assert(
      fc.property(conditions, askers, (condition, asker) => {
        const { text, values } = engine.toSql(engine.resolve(condition, asker), { dialect: 'sqlite' })
        const chosen = database.db.prepare(`select n from docs where ${text}`).all(...(values as string[]))
        const expected = database.rows.flatMap((row, n) =>
          meets(condition, { ...row }, { ...asker }) ? [n] : [],
        )
        expect(chosen.map(({ n }) => n)).toEqual(expected)
      }),
      options,
    )
    database.db.close()
  },
}

/** The rows in a database in memory, numbered. */
function sqliteWith(some: readonly Row[]) {
  const db = new DatabaseSync(':memory:')
  db.exec(
    'create table docs (n integer primary key, "ownerId" integer, level integer, status text collate nocase, "isOpen" integer, at text, tags text)',
  )
  const insert = db.prepare('insert into docs values (?, ?, ?, ?, ?, ?, ?)')
  some.forEach(({ ownerId, level, status, isOpen, at, tags }, n) =>
    insert.run(
      n,
      ownerId,
      level,
      status,
      isOpen === null ? null : Number(isOpen),
      at && at.toISOString(),
      tags && JSON.stringify(tags),
    ),
  )
  return { db, rows: some }
}

/** Parts of a condition that a simple one does not have. */
function superfluousIn(condition: Condition, isTop = true): Condition[] {
  if (condition.op === 'not')
    return [
      ...(condition.condition.op === 'not' ? [condition] : []),
      ...superfluousIn(condition.condition, false),
    ]
  if (!('conditions' in condition)) return []
  const { op, conditions: parts } = condition
  const texts = parts.map((part) => JSON.stringify(part))
  const isWrong =
    parts.length === 1 ||
    (parts.length === 0 && !isTop) ||
    parts.some((part) => part.op === op) ||
    new Set(texts).size < texts.length
  return [...(isWrong ? [condition] : []), ...parts.flatMap((part) => superfluousIn(part, false))]
}
