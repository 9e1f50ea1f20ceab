import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import * as drizzle from '../support/drizzle-laws.ts'
import type { Database, Printers } from '../support/every-database/database.ts'
import { closeAll } from '../support/every-database/open.ts'
import { compareDatabases } from '../support/every-database/run.ts'
import { openPostgres, openSqlite } from '../support/every-database/sql-databases.ts'
import { agreesOnJsonInSqlite, openJsonPostgres } from '../support/json-laws.ts'
import * as mongo from '../support/mongo-laws.ts'
import { type Mutant, NO_FAULT, loadMutant } from '../support/mutants.ts'
import type { OpenedPrisma } from '../support/prisma.ts'
import * as prisma from '../support/prisma-laws.ts'

const mutants: Readonly<Record<'sql' | 'json' | 'mongo' | 'drizzle' | 'prisma', readonly Mutant[]>> = {
  sql: [
    [
      'an unknown result is false',
      'sql/relations.ts',
      "' and (', ...test, ') is not true)'",
      "' and not (', ...test, '))'",
    ],
    ['exists without its join', 'sql/relations.ts', "' where ', ...equal(outer, own, on)]", "' where true']"],
    [
      'a join the wrong way round',
      'sql/relations.ts',
      "right(b), ' = ', left(a)",
      "right(a), ' = ', left(b)",
    ],
    [
      'a condition on a related row is about the row',
      'sql/relations.ts',
      'print(condition, inner)',
      'print(condition, place)',
    ],
    [
      'a related row has the columns of the outer row',
      'sql/relations.ts',
      '`${alias}.${quote(name)}`',
      'quote(name)',
    ],
    ['the negation of exists negates its condition', 'sql/relations.ts', "['not exists ('", "['exists ('"],
    ['an empty list is null', 'sql/relations.ts', "if (relation.to === 'many') return [String(negated)]", ''],
    [
      'a row is null if it has a related row',
      'sql/relations.ts',
      "negated ? 'exists (' : 'not exists ('",
      "negated ? 'not exists (' : 'exists ('",
    ],
    [
      'a text ends with each of its parts in SQLite',
      'sql/sqlite.ts',
      "op === 'endsWith' ? testEnd(column, value) : place",
      'place',
    ],
    ['an empty text has no end', 'sql/sqlite.ts', "['true']", "['false']"],
    [
      'a text ends with each of its parts in PostgreSQL',
      'sql/postgresql.ts',
      "op === 'endsWith' ? '' : ",
      '',
    ],
    [
      'NOT forgets null',
      'sql/form.ts',
      "['(', ...guarded(no, guard), ' or ', column, ' is null)']",
      'guarded(no, guard)',
    ],
    [
      'a value of another class is unequal',
      'sql/form.ts',
      "{ yes: ['false'], no: [column, ' is null'] }",
      "{ yes: ['false'], no: ['true'] }",
    ],
    [
      'a list with values of two classes is unequal',
      'sql/comparison.ts',
      'others.length > 0 ? mismatch(given.column).no : first.no',
      'first.no',
    ],
    [
      'a fraction is rounded the wrong way',
      'sql/snap.ts',
      "isLower ? 'lte' : 'lt'",
      "isLower ? 'lt' : 'lte'",
    ],
    [
      'each number is greater than one that is too large',
      'sql/snap.ts',
      '/^g/.test(op) && !isAbove',
      '/^g/.test(op)',
    ],
    ['a text that cannot be stored is sent', 'sql/snap.ts', '!/\\p{Surrogate}/u.test(text) &&', ''],
    [
      'an array of null contains nothing',
      'sql/postgresql.ts',
      "['not coalesce(', ...pieces, ', false)']",
      "['not ', ...pieces]",
    ],
    ['a number is compared as a text', 'sql/sqlite.ts', `return [...type, " = 'text'"]`, "return ['true']"],
    ['a number is a boolean', 'sql/sqlite.ts', '(group === BOOLEAN || group === DATE)', 'group === DATE'],
    [
      'an item of another class is unequal',
      'sql/sqlite.ts',
      `(not ", isClass, ' or ', ...isEqual, '))'`,
      `(", ...isEqual, '))'`,
    ],
  ],
  json: [
    [
      'an absent value is null',
      'sql/json-syntax.ts',
      "['jsonb_typeof(', ...value, `) = '${type}'`]",
      "['coalesce(jsonb_typeof(', ...value, `), 'null') = '${type}'`]",
    ],
    [
      'null in the column is absent',
      'sql/json-syntax.ts',
      "['coalesce(', ...column, \", 'null'::jsonb)\"]",
      'column',
    ],
    [
      'the negation of is forgets null',
      'sql/json.ts',
      "negated ? joined([by.json.isOfType(to, 'null'), inside], 'or') : inside",
      'inside',
    ],
    [
      'is accepts any value',
      'sql/json.ts',
      "[by.json.isOfType(to, 'object'), writeObject",
      "[['true'], writeObject",
    ],
    [
      'every accepts items that cannot be tested',
      'sql/json.ts',
      "' where (', ...tested, ') is not true)'",
      "' where not (', ...tested, '))'",
    ],
    [
      'null is no empty list',
      'sql/json.ts',
      "joined([json.isOfType(value, 'null'), joined([isArray, all], 'and')], 'or')",
      "joined([isArray, all], 'and')",
    ],
    [
      'a value of another type is unequal',
      'sql/json.ts',
      "no: joined([isNull, joined([isOfType, no], 'and')], 'or')",
      "no: joined([isNull, no], 'or')",
    ],
    [
      'a negation forgets null',
      'sql/json.ts',
      "no: joined([isNull, joined([isOfType, no], 'and')], 'or')",
      "no: joined([isOfType, no], 'and')",
    ],
    ['De Morgan by halves', 'sql/json.ts', "(condition.op === 'and') !== negated", "condition.op === 'and'"],
    [
      'a negation stops at an object',
      'sql/json.ts',
      'writeObject(condition.condition, negated, to, by)',
      'writeObject(condition.condition, false, to, by)',
    ],
    [
      'a list with values of two classes is unequal',
      'sql/json.ts',
      "forms.map(({ no }) => no),\n      'and'",
      "forms.map(({ no }) => no),\n      'or'",
    ],
    [
      'an item of a list inside of a list is an item of the outer list',
      'sql/json.ts',
      'depth: depth + 1',
      'depth',
    ],
    ['a text that is no JSON is an error', 'sql/json-syntax.ts', 'and json_valid(', 'and length('],
    ['a large integer is exact', 'sql/json-syntax.ts', "['cast(', ...scalar, ' as real)']", 'scalar'],
    [
      'a number is too large for a double',
      'sql/postgresql-numbers.ts',
      '`) >= ${LARGEST} then',
      '`) < 0 then',
    ],
    [
      'a number is too small for a double',
      'sql/postgresql-numbers.ts',
      '`) < ${SMALLEST} then',
      '`) < 0 then',
    ],
  ],
  mongo: [
    [
      'a text ends with each of its parts',
      'mongo/writer.ts',
      "op === 'endsWith' ? '(?![\\\\s\\\\S])' : ''",
      "''",
    ],
    ['a comparison does not test types', 'mongo/writer.ts', '{ $type: types[group], ...NO_LIST }', '{}'],
    ['null is absent', 'mongo/writer.ts', "{ $type: 'null', ...NO_LIST }", '{ $eq: null }'],
    [
      'a negation forgets null',
      'mongo/writer.ts',
      "return { yes, no: join('or', [no, isNull(field)]) }",
      'return { yes, no }',
    ],
    [
      'a negation includes absent fields',
      'mongo/writer.ts',
      '{ [field]: { ...range, ...no, ...type } }',
      '{ [field]: no }',
    ],
    ['the opposite of less is greater', 'mongo/writer.ts', "{ lt: 'gte',", "{ lt: 'gt',"],
    ['a list contains a value of another class', 'mongo/writer.ts', '{ [field]: isOther }, ', ''],
    [
      'the negation of is forgets null',
      'mongo/writer.ts',
      "negated ? join('or', [isNull(field), inside]) : inside",
      'inside',
    ],
    [
      'every accepts items that cannot be tested',
      'mongo/writer.ts',
      '{ $nor: [inner] }',
      '{ $and: [inner] }',
    ],
    [
      'De Morgan by halves',
      'engine/printer/printer.ts',
      "(condition.op === 'and') !== negated",
      "condition.op === 'and'",
    ],
    [
      'a negation stops at a related object',
      'engine/printer/printer.ts',
      'print(inner, negated, innerWriter)',
      'print(inner, false, innerWriter)',
    ],
    [
      'a value that cannot be compared is unequal',
      'engine/printer/printer.ts',
      "classes.includes(0) ? 'or' : 'and'",
      "'and'",
    ],
    [
      'a list with a bad value is unequal to all others',
      'engine/printer/printer.ts',
      'if (classes.includes(0)) return',
      'if (classes.includes(9)) return',
    ],
  ],
  drizzle: [
    ['a value has the kind of the policy', 'drizzle/index.ts', 'kind: found.kind', 'kind: comparison.kind'],
    ['seconds are milliseconds', 'drizzle/values.ts', "mode === 'timestamp' ? 1000 : 1", '1'],
    ['a number is a time', 'drizzle/values.ts', "classify(item) > NULL ? '' : item", 'item'],
    [
      'related rows are rows of the outer table',
      'drizzle/tables.ts',
      'writeColumn(aliased(table, name, alias), sql)',
      'writeColumn(findColumn(table, name), sql)',
    ],
  ],
  prisma: [
    ['a negation forgets null', 'prisma/writer.ts', "no: join('or', [no, empty])", 'no'],
    ['every forgets null', 'prisma/writer.ts', "'every', ALL, true, print", "'every', ALL, false, print"],
    [
      'the negation of is forgets null',
      'prisma/writer.ts',
      "negated ? join('or', [inside, empty]) : inside",
      'inside',
    ],
    [
      'some is every',
      'prisma/writer.ts',
      "'some', { [attribute]: { some: {} } }, false",
      "'every', { [attribute]: { some: {} } }, false",
    ],
    [
      'the filter of nobody is ignored inside of AND',
      'prisma/writer.ts',
      'name === undefined ? { OR: [] }',
      'name !== undefined ? { AND: [{ OR: [] }] }',
    ],
    ['the opposite of less is greater', 'prisma/writer.ts', "{ lt: 'gte',", "{ lt: 'gt',"],
    ['a value has any class', 'prisma/writer.ts', 'field.isList || type.group !== group', 'field.isList'],
    [
      'an untestable list is unequal',
      'engine/printer/printer.ts',
      'forms.length > 1 ? mismatch(given.attribute, writer).no : form.no',
      'form.no',
    ],
  ],
}

let opened: OpenedPrisma
let postgres: readonly Database[]
let sqlite: Database
let json: Awaited<ReturnType<typeof openJsonPostgres>>
beforeAll(async () => {
  opened = await prisma.openPrismaRows()
  postgres = await openPostgres()
  sqlite = openSqlite()
  json = await openJsonPostgres()
}, 180_000)
afterAll(async () => {
  await opened?.close()
  await closeAll([...postgres, sqlite])
  await json?.close()
})

/** Most faults break a law in few runs. */
const ALL_RUNS = countRuns({ short: 4000, long: 10_000 })
const STAGES = [25, 200, 800, ALL_RUNS] as const

/** The modules that the laws of each printer use. */
const modules: Readonly<Record<keyof typeof mutants, readonly string[]>> = {
  sql: ['sql/index.ts', 'prisma/index.ts'],
  json: ['sql/index.ts'],
  mongo: ['mongo/index.ts'],
  drizzle: ['drizzle/index.ts'],
  prisma: ['prisma/index.ts'],
}

interface Sample {
  readonly runs: number
  /** The seed of another sample than the usual one. */
  readonly seed?: number
}
type Law = (printers: Printers, sample: Sample) => Promise<void> | void

const agreesOn =
  (name: string): Law =>
  async (printers, { runs, seed = 3 }) => {
    const databases = [sqlite, ...postgres].filter((database) => database.name === name)
    expect(databases).toHaveLength(1)
    await compareDatabases(databases, { checks: 20 * runs, seed, printers })
  }

const inSqlite = agreesOn('SQLite')
const inPostgres = agreesOn('PostgreSQL')
const jsonInSqlite: Law = ({ toSql }, { runs, seed }) => agreesOnJsonInSqlite(toSql, runs, seed)
const jsonInPostgres: Law = ({ toSql }, { runs, seed }) => json.agrees(toSql, runs, seed)
const literals: Law = ({ toMongo }, { runs, seed }) => mongo.agreesOnLiterals(toMongo, runs, seed)
const columns: Law = ({ toDrizzle }, { runs, seed }) => drizzle.agreesOnColumns(toDrizzle, runs, seed)
const relations: Law = ({ toDrizzle }, { runs, seed }) => drizzle.agreesOnRelations(toDrizzle, runs, seed)

/** The laws of each printer, which throw if the printer breaks them. The fastest laws are first. */
const laws: Readonly<Record<keyof typeof mutants, readonly Law[]>> = {
  sql: [inSqlite, inPostgres],
  json: [jsonInSqlite, jsonInPostgres],
  mongo: [
    literals,
    ({ toMongo }) => mongo.agreesOnParts(toMongo),
    ({ toMongo }, { runs }) => mongo.agreesOnFields(toMongo, runs),
    ({ toMongo }, { runs }) => mongo.agreesOnEmbedded(toMongo, runs),
  ],
  drizzle: [columns, relations, agreesOn('Drizzle')],
  prisma: [
    ({ toPrisma }, { runs }) => prisma.agreesOnFields(opened, toPrisma, runs),
    ({ toPrisma }, { runs }) => prisma.agreesOnRelations(opened, toPrisma, runs),
  ],
}

/**
 * Faults that a law finds in few of its cases, each with the seed of a sample that soon has such a case. The usual
 * sample finds them, too, in hundreds or thousands of runs; the long form uses it alone.
 */
const RARE: Readonly<Record<string, readonly [Law, seed: number]>> = {
  'a text ends with each of its parts in SQLite': [inSqlite, 3403],
  'an empty text has no end': [inSqlite, 5603],
  'a text ends with each of its parts in PostgreSQL': [inPostgres, 3403],
  'a fraction is rounded the wrong way': [inSqlite, 6003],
  'a text that cannot be stored is sent': [inPostgres, 6003],
  'an array of null contains nothing': [inPostgres, 3003],
  'a number is compared as a text': [inSqlite, 3903],
  'a number is a boolean': [inSqlite, 403],
  'an item of another class is unequal': [inSqlite, 1903],
  'a large integer is exact': [jsonInSqlite, 633],
  'a number is too large for a double': [jsonInPostgres, 433],
  'a number is too small for a double': [jsonInPostgres, 633],
  'a list with a bad value is unequal to all others': [literals, 4229],
  'a value has the kind of the policy': [relations, 1827],
  'seconds are milliseconds': [columns, 513],
  'a number is a time': [columns, 3513],
}
const RARE_RUNS = 100

async function keeps(printers: Printers, law: Law, sample: Sample): Promise<boolean> {
  try {
    await law(printers, sample)
    return true
  } catch {
    return false
  }
}

/** The laws with the samples in which they look for a fault. */
function listTrials(fault: string, all: readonly Law[]): readonly (readonly [Law, Sample])[] {
  const trials = STAGES.flatMap((runs) => all.map((law) => [law, { runs }] as const))
  const [law, seed] = RARE[fault] ?? []
  const early = law && seed && countRuns({ short: RARE_RUNS, long: 0 })
  return early ? [[law, { runs: early, seed }], ...trials] : trials
}

/** The first law that the printers break, with its sample. */
async function findBroken(printers: Printers, trials: ReturnType<typeof listTrials>) {
  for (const [law, sample] of trials) if (!(await keeps(printers, law, sample))) return { law, sample }
  return undefined
}

describe.each(Object.entries(mutants))('mutants of the printer for %s', (name, all) => {
  const printer = name as keyof typeof mutants
  // The rows and conditions of the laws come from the original.
  const common = ['engine/conditions/condition.ts', 'engine/roles/resolve.ts']
  const load = async (mutant: Mutant) =>
    (await loadMutant(mutant, { modules: modules[printer], common })) as Printers
  let original: Printers
  /** The samples in which the original keeps each law. */
  const kept = new Map<Law, Set<string>>(laws[printer].map((law) => [law, new Set()]))
  beforeAll(async () => {
    original = await load(NO_FAULT)
  })

  it('the original, loaded the same way, keeps all laws', async () => {
    const runs = countRuns({ short: STAGES[0], long: ALL_RUNS })
    for (const law of laws[printer]) await law(original, { runs })
  })

  it.each(all)('%s', async (...mutant) => {
    const broken = await findBroken(await load(mutant), listTrials(mutant[0], laws[printer]))
    expect(broken, 'The copy keeps all laws.').toBeDefined()
    const sample = JSON.stringify(broken?.sample)
    if (!broken || kept.get(broken.law)?.has(sample)) return
    await broken.law(original, broken.sample)
    kept.get(broken.law)?.add(sample)
  })
})
