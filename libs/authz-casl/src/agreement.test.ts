import * as casl from '@casl/ability'
import * as extra from '@casl/ability/extra'
import { $and, $nor, $not, $or, and, nor, not, or } from '@ucast/mongo2js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRuns } from '../../../tools/check/long-tests.ts'
import { matcher } from '@content-service/authz'
import {
  FIELDS,
  type GeneratedRule,
  objects,
  questions,
  queries,
  rules,
  tableRows,
  tableRules,
} from '../tests/generate-casl.ts'
import * as ours from './index.ts'

const conditionsMatcher = casl.buildMongoQueryMatcher({ $and, $or, $nor, $not }, { and, or, nor, not })
const numRuns = countRuns({ short: 3000, long: 60_000 })

/** The answer of a function, or that it throws. */
function answer(ask: () => unknown): unknown {
  try {
    return ask()
  } catch {
    return 'throws'
  }
}

const reasonOf = (error: { readonly message: string } | undefined) => error?.message

describe('an ability', () => {
  it('answers as an ability of CASL', () => {
    const seen = new Map<unknown, number>()
    fc.assert(
      fc.property(rules, fc.array(questions, { minLength: 3, maxLength: 6 }), (given, asked) => {
        const theirs = casl.createMongoAbility(structureOf(given), { conditionsMatcher })
        const own = ours.createMongoAbility(structureOf(given))
        for (const { action, type, field, object } of asked) {
          const [theirSubject, ownSubject] = [
            casl.subject(type, { ...object }),
            ours.subject(type, { ...object }),
          ]
          const wanted = answer(() => theirs.can(action, theirSubject, field))
          expect(answer(() => own.can(action, ownSubject, field))).toBe(wanted)
          seen.set(wanted, (seen.get(wanted) ?? 0) + 1)
          expect(own.can(action, type, field)).toBe(theirs.can(action, type, field))
          expect(
            answer(() => reasonOf(ours.ForbiddenError.from(own).unlessCan(action, ownSubject, field))),
          ).toBe(
            answer(() => reasonOf(casl.ForbiddenError.from(theirs).unlessCan(action, theirSubject, field))),
          )
        }
      }),
      { numRuns },
    )
    for (const kind of [true, false, 'throws']) expect(seen.get(kind)).toBeGreaterThan(numRuns / 200)
  })

  it('lists rules, actions, fields and conditions as CASL does', () => {
    fc.assert(
      fc.property(rules, questions, (given, { action, type, field, object }) => {
        const theirs = casl.createMongoAbility(given, { conditionsMatcher })
        const own = ours.createMongoAbility(given)
        const find = (rule: { readonly origin: unknown }) => given.indexOf(rule.origin as GeneratedRule)
        expect(own.rulesFor(action, type, field).map(find)).toEqual(
          theirs.rulesFor(action, type, field).map(find),
        )
        expect(own.possibleRulesFor(action, type).map(find)).toEqual(
          theirs.possibleRulesFor(action, type).map(find),
        )
        expect(own.actionsFor(type)).toEqual(theirs.actionsFor(type))
        // CASL cannot write `owner.a` beside a value of `owner`.
        if (!hasOverlap(given))
          expect(ours.rulesToFields(own, action, type)).toEqual(extra.rulesToFields(theirs, action, type))
        // CASL keeps a condition that is always true as a part of others.
        if (!given.some(isAlways))
          expect(plain(ours.rulesToAST(own, action, type))).toEqual(
            plain(extra.rulesToAST(theirs, action, type)),
          )
        const fieldsFrom = (rule: { readonly fields: string[] | undefined }) => rule.fields ?? FIELDS
        const marked = () => ({ ...object, __caslSubjectType__: type })
        expect(answer(() => ours.permittedFieldsOf(own, action, marked(), { fieldsFrom }))).toEqual(
          answer(() => extra.permittedFieldsOf(theirs, action, marked(), { fieldsFrom })),
        )
        expect(ours.packRules(given)).toEqual(extra.packRules(given))
        expect(ours.unpackRules(ours.packRules(given))).toEqual(extra.unpackRules(extra.packRules(given)))
      }),
      { numRuns },
    )
  })
})

/** The same rules as other objects, so that no engine sees a change of the other. */
const structureOf = (given: readonly GeneratedRule[]) => given.map((rule) => ({ ...rule }))

function hasOverlap(given: readonly GeneratedRule[]): boolean {
  const names = given.flatMap(({ conditions = {} }) => Object.keys(conditions))
  return names.some((outer) => names.some((name) => name.startsWith(`${outer}.`)))
}

const isAlways = ({ conditions }: GeneratedRule) => conditions && Object.keys(conditions).length === 0

/** The conditions of CASL have a class. */
const plain = (ast: unknown): unknown => {
  if (Array.isArray(ast)) return ast.map(plain)
  if (typeof ast !== 'object' || ast === null || !('operator' in ast)) return ast
  const { operator, field, value } = ast as { operator: string; field?: string; value: unknown }
  return { operator, field, value: plain(value) }
}

it('tests objects by conditions as CASL does', () => {
  fc.assert(
    fc.property(queries, objects, (query, object) => {
      const wanted = answer(() => conditionsMatcher(query)(object))
      expect(answer(() => ours.mongoQueryMatcher(query)(object))).toBe(wanted)
    }),
    { numRuns },
  )
})

it('matches fields with stars as CASL does', () => {
  const text = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 })
  fc.assert(
    fc.property(
      fc.array(text('ab.*+\n'), { minLength: 1, maxLength: 2 }),
      text('ab.*+\n'),
      (patterns, field) => {
        expect(ours.fieldPatternMatcher(patterns)(field), JSON.stringify([patterns, field])).toBe(
          casl.fieldPatternMatcher(patterns)(field),
        )
      },
    ),
    { numRuns: numRuns * 3 },
  )
})

it('makes a filter of the rows that the ability allows', () => {
  fc.assert(
    fc.property(
      tableRules,
      questions,
      fc.array(tableRows, { minLength: 4, maxLength: 8 }),
      (given, asked, rows) => {
        const { action, type, field } = asked
        const own = ours.createMongoAbility(given)
        const isAllowed = matcher(ours.filterOf(own, action, type, field))
        for (const row of rows)
          expect(isAllowed(row)).toBe(own.can(action, ours.subject(type, { ...row }), field))
      },
    ),
    { numRuns },
  )
})
