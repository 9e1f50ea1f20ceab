import type { ContentModel } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { compareColumns, findUndeclared } from './compare-columns.ts'
import { listLeftovers, listRefusing } from './leftover-parts.ts'
import type { RecordColumn } from './record-columns.ts'
import { columnText, deriveTables, type RecordTable } from './record-table.ts'
import { listUndeclaredTables, readTables, type StoredPart, type StoredTables } from './stored-tables.ts'
import type { Change, TableDifference } from './table-difference.ts'
import type { TablePart } from './table-part.ts'
import { findMissingSingles } from './single-rows.ts'
import { findUnfitRows } from './unfit-rows.ts'

const createColumn = (column: RecordColumn): string =>
  column.attribute === 'id' ? '"id" uuid primary key' : columnText(column)

const createTable = ({ name, columns }: RecordTable): Change => ({
  stage: 'column',
  statement: `create table "${name}" (\n${columns.map((column) => `    ${createColumn(column)}`).join(',\n')}\n  )`,
})

const createPart = ({ kind, statement }: TablePart): Change => ({ stage: kind, statement })

/** The column `id` makes the primary key of its table. */
const isMade = ({ columns }: RecordTable, { kind }: TablePart): boolean =>
  kind === 'primary key' && columns.some(({ attribute }) => attribute === 'id')

const missingTable = (table: RecordTable): TableDifference => ({
  message: `${table.name}: the table is missing`,
  preventsStart: true,
  changes: [
    createTable(table),
    ...table.parts.filter((part) => !isMade(table, part)).map(createPart),
    ...(table.row ? [table.row] : []),
  ],
})

const dropPart = (table: string, { kind, name }: Pick<TablePart, 'kind' | 'name'>): Change => {
  const dropConstraint = `alter table "${table}" drop constraint ${name}`
  const statements = {
    'primary key': dropConstraint,
    'foreign key': dropConstraint,
    index: `drop index ${name}`,
    trigger: `drop trigger ${name} on "${table}"`,
  } as const satisfies Readonly<Record<TablePart['kind'], string>>
  return { stage: kind, statement: statements[kind] }
}

/** PostgreSQL writes a statement without unnecessary quotes, and with the default kind of index. */
const normalize = (statement: string): string =>
  statement
    .toLowerCase()
    .replaceAll('"', '')
    .replaceAll(' using btree', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' (', '(')

/** The words after which PostgreSQL writes the predicate of an index in its own way. */
const PREDICATE = / where[ (].*$/s

const isSamePart = ({ statement, isPartial }: TablePart, stored: StoredPart): boolean => {
  const [declared, found] = [normalize(statement), normalize(stored.statement)]
  return isPartial ? declared.replace(PREDICATE, '') === found.replace(PREDICATE, '') : declared === found
}

const DIGEST = /_[0-9a-f]{8}$/

/** The partial indexes of the same field whose predicates the declaration no longer has. */
const dropReplaced = (table: string, part: TablePart, stored: readonly StoredPart[]): readonly Change[] =>
  stored.flatMap(({ name }) =>
    part.isPartial && DIGEST.test(name) && name.replace(DIGEST, '') === part.name.replace(DIGEST, '')
      ? [dropPart(table, { kind: 'index', name })]
      : [],
  )

const comparePart = (
  table: string,
  part: TablePart,
  stored: readonly StoredPart[],
): readonly TableDifference[] => {
  const { kind, name, refresh, isRequired } = part
  const refreshed: readonly Change[] = refresh === undefined ? [] : [{ stage: kind, statement: refresh }]
  const created = [createPart(part), ...refreshed]
  const found = stored.find((each) => each.name === name)
  if (found === undefined) {
    const message = `${table}: the ${kind} ${name} is missing`
    const changes = [...dropReplaced(table, part, stored), ...created]
    return [{ message, preventsStart: isRequired, canBeOfLater: true, changes }]
  }
  if (isSamePart(part, found)) return []
  const message = `${table}: the ${kind} ${name} differs from the declaration`
  return [{ message, preventsStart: false, changes: [dropPart(table, part), ...created] }]
}

const compareTable = (table: RecordTable, { columns, parts }: StoredTables): readonly TableDifference[] => {
  const [stored = [], storedParts = []] = [columns.get(table.name), parts.get(table.name)]
  if (stored.length === 0) return [missingTable(table)]
  return [
    ...compareColumns(table, stored),
    ...table.parts.flatMap((part) => comparePart(table.name, part, storedParts)),
    ...listLeftovers(table, storedParts),
  ]
}

/** The result of comparing the declarations of a model with the database. */
export interface TableComparison {
  readonly differences: readonly TableDifference[]
  /** The columns that no field declares, such as `tools.colour`. */
  readonly undeclared: readonly string[]
  /** The tables of types and of links to many records that are not declared any more. */
  readonly undeclaredTables: readonly string[]
}

const compareTables = (
  tables: readonly RecordTable[],
  undeclaredTables: readonly string[],
  stored: StoredTables,
): TableComparison => {
  return {
    differences: [
      ...tables.flatMap((table) => compareTable(table, stored)),
      ...undeclaredTables.flatMap((name) => listRefusing(stored.parts.get(name) ?? [])),
    ],
    undeclaredTables,
    undeclared: tables.flatMap((table) =>
      findUndeclared(table, stored.columns.get(table.name) ?? []).map(({ name }) => `${table.name}.${name}`),
    ),
  }
}

/** Compares the declared types of the model with the tables of the database, which it only reads. */
export const compareModel = async (em: SqlEntityManager, model: ContentModel): Promise<TableComparison> => {
  const { types } = model
  const tables = types.flatMap((type) => deriveTables(type, model))
  const names = tables.map(({ name }) => name)
  const others = await listUndeclaredTables(em, names)
  const stored = await readTables(em, [...names, ...others])
  const compared = compareTables(tables, others, stored)
  const rows = [...(await findUnfitRows(em, types, stored)), ...(await findMissingSingles(em, types, stored))]
  return { ...compared, differences: [...compared.differences, ...rows] }
}
