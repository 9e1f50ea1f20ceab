import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Condition } from '../../src/index.ts'
import type { Law } from './engine-under-test.ts'
import {
  type Asker,
  type Row,
  allConditions,
  askers,
  confusedAskers,
  ownComparisons,
  rows,
} from './generate.ts'
import {
  askersWithObjects,
  conditionsOnRelated,
  lonelyRows,
  oddRelatedRows,
  relatedConditions,
  relatedRows,
  someRelatedRows,
} from './generate-related.ts'
import { meets } from './oracle.ts'

const valueOf = (asker: Asker) => (name: string) => asker[name as keyof Asker]

const related = askersWithObjects(askers)
const someConditions = fc.oneof(allConditions, relatedConditions)

export const conditionLaws: Readonly<Record<string, Law>> = {
  'a condition means what it says': (engine, options) =>
    fc.assert(
      fc.property(
        relatedConditions,
        fc.oneof(relatedRows, oddRelatedRows),
        related,
        (condition, row, asker) => {
          expect(engine.holds(condition, row, asker)).toBe(meets(condition, { ...row }, { ...asker }))
        },
      ),
      options,
    ),

  'a comparison through null needs the values of the subject': (engine, options) =>
    fc.assert(
      fc.property(
        conditionsOnRelated,
        lonelyRows,
        fc.oneof(askers, confusedAskers),
        (condition, row, asker) => {
          const expected = meets(condition, { ...row }, { ...asker })
          expect(engine.holds(condition, row, asker)).toBe(expected)
          expect(meets(engine.resolve(condition, valueOf(asker)), { ...row }, {})).toBe(expected)
        },
      ),
      options,
    ),

  'texts and two attributes compare by what they are': (engine, options) =>
    fc.assert(
      fc.property(ownComparisons, rows, askers, (condition, row, asker) => {
        for (const each of [condition, { op: 'not', condition } as const])
          expect(engine.holds(each, row, asker)).toBe(meets(each, { ...row }, { ...asker }))
      }),
      options,
    ),

  'resolving and simplifying change nothing but the form': (engine, options) =>
    fc.assert(
      fc.property(someConditions, someRelatedRows, related, (condition, row, asker) => {
        const resolved = engine.resolve(condition, valueOf(asker))
        expect(meets(resolved, { ...row }, {})).toBe(meets(condition, { ...row }, { ...asker }))
        expect(JSON.stringify(resolved)).not.toContain('"subject"')
      }),
      options,
    ),

  'what is simplified says nothing twice': (engine, options) =>
    fc.assert(
      fc.property(someConditions, someRelatedRows, related, (condition, row, asker) => {
        const resolved = engine.resolve(condition, valueOf(asker))
        expect(superfluousIn(engine.simplify(resolved))).toEqual([])
        expect(engine.holds(engine.simplify(resolved), row)).toBe(engine.holds(resolved, row))
      }),
      options,
    ),

  'SQLite chooses the rows for which the condition holds': (engine, options) => {
    const database = sqliteWith(fc.sample(rows, { numRuns: 60, seed: 1 }))
    fc.assert(
      fc.property(allConditions, askers, (condition, asker) => {
        const { text, values } = engine.toSql(engine.resolve(condition, valueOf(asker)), {
          dialect: 'sqlite',
          kindOf: (name) => (name === 'level' || name === 'ownerId' ? 'integer' : undefined),
        })
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

/** An in-memory database with the rows and their numbers. */
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

/** The parts of a condition that simplification must remove. */
function superfluousIn(condition: Condition, isTop = true): Condition[] {
  if (condition.op === 'not')
    return [
      ...(condition.condition.op === 'not' ? [condition] : []),
      ...superfluousIn(condition.condition, false),
    ]
  if ('condition' in condition) return superfluousIn(condition.condition)
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
