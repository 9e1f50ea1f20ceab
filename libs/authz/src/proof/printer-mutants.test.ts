import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/long-tests.ts'
import type { toDrizzle } from '../drizzle/index.ts'
import type { toMongo } from '../mongo/index.ts'
import type { toPrisma } from '../prisma/index.ts'
import * as drizzle from '../testing/drizzle-laws.ts'
import * as mongo from '../testing/mongo-laws.ts'
import type { OpenedPrisma } from '../testing/prisma.ts'
import * as prisma from '../testing/prisma-laws.ts'

type Mutant = readonly [name: string, file: string, from: string, to: string]

const mutants: Readonly<Record<'mongo' | 'drizzle' | 'prisma', readonly Mutant[]>> = {
  mongo: [
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
      '{ [field]: { ...no, ...type } }',
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
      'printer/printer.ts',
      "(condition.op === 'and') !== negated",
      "condition.op === 'and'",
    ],
    [
      'a negation stops at a related object',
      'printer/printer.ts',
      'print(inner, negated, innerWriter)',
      'print(inner, false, innerWriter)',
    ],
    [
      'a value that cannot be compared is unequal',
      'printer/printer.ts',
      "classes.includes(0) ? 'or' : 'and'",
      "'and'",
    ],
    [
      'a list with a bad value is unequal to all others',
      'printer/printer.ts',
      'if (classes.includes(0)) return',
      'if (classes.includes(9)) return',
    ],
  ],
  drizzle: [
    ['a value has the kind of the policy', 'drizzle/index.ts', 'kind: found.kind', 'kind: comparison.kind'],
    ['seconds are milliseconds', 'drizzle/values.ts', "mode === 'timestamp' ? 1000 : 1", '1'],
    ['a number is a time', 'drizzle/values.ts', "classOf(item) > NULL ? '' : item", 'item'],
    [
      'related rows are rows of the outer table',
      'drizzle/tables.ts',
      'writeColumn(aliased(table, name, alias), sql)',
      'writeColumn(findColumn(table, name), sql)',
    ],
    ['a related column has no kind', 'drizzle/index.ts', 'findRelation(scope, attribute) ?? scope', 'scope'],
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
      'printer/printer.ts',
      'forms.length > 1 ? mismatch(given.attribute, writer).no : form.no',
      'form.no',
    ],
  ],
}

const source = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'authz-printer-mutants-'))
let opened: OpenedPrisma
beforeAll(async () => {
  opened = await prisma.openPrismaRows()
}, 60_000)
afterAll(async () => {
  await opened?.close()
  rmSync(folder, { recursive: true })
})

const numRuns = countRuns({ short: 1500, long: 5000 })

interface Printers {
  readonly toMongo: typeof toMongo
  readonly toDrizzle: typeof toDrizzle
  readonly toPrisma: typeof toPrisma
}

/** The laws of each printer, which throw if the printer breaks them. */
const laws: Readonly<Record<keyof typeof mutants, (printers: Printers) => Promise<void>>> = {
  mongo: async (printers) => {
    await mongo.agreesOnFields(printers.toMongo, numRuns)
    mongo.agreesOnLiterals(printers.toMongo, numRuns)
    await mongo.agreesOnEmbedded(printers.toMongo, numRuns)
  },
  drizzle: async (printers) => {
    await drizzle.agreesOnColumns(printers.toDrizzle, numRuns)
    await drizzle.agreesOnRelations(printers.toDrizzle, numRuns)
  },
  prisma: async (printers) => {
    await prisma.agreesOnFields(opened, printers.toPrisma, numRuns)
    await prisma.agreesOnRelations(opened, printers.toPrisma, numRuns)
  },
}

async function load(src: string): Promise<Printers> {
  const from = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(src, file)).href)
  return Object.assign(
    {},
    ...(await Promise.all(['mongo/index.ts', 'drizzle/index.ts', 'prisma/index.ts'].map(from))),
  )
}

const isKept = (law: Promise<void>): Promise<boolean> =>
  law.then(
    () => true,
    () => false,
  )

describe.each(Object.entries(mutants))('mutants of the printer for %s', (name, all) => {
  const law = laws[name as keyof typeof mutants]

  it('the original, loaded the same way, keeps all laws', async () => {
    await law(await load(source))
  })

  it.each(all)('%s', async (fault, file, from, to) => {
    const copy = join(folder, `${name}-${fault.replaceAll(/\W+/g, '-')}`)
    cpSync(source, copy, {
      recursive: true,
      filter: (path) => !/testing|proof|\.test/.test(path.slice(source.length)),
    })
    const text = readFileSync(join(copy, file), 'utf8')
    expect(text, `${file} has no "${from}" to mutate`).toContain(from)
    writeFileSync(
      join(copy, file),
      text.replace(from, () => to),
    )
    expect(await isKept(law(await load(copy)))).toBe(false)
  })
})
