import { builtInModel, type ContentModel } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { compareColumns } from './compare-columns.ts'
import { comparePart, createPart } from './compare-parts.ts'
import { findLeftOut } from './left-out-rows.ts'
import { listLeftovers, listRefusing } from './leftover-parts.ts'
import type { RecordColumn } from '../tables/record-columns.ts'
import { columnText, deriveTables, type RecordTable } from './record-table.ts'
import { listUndeclaredTables, readTables, type StoredColumn, type StoredTables } from './stored-tables.ts'
import type { Change, TableDifference } from './table-difference.ts'
import type { TablePart } from '../tables/table-part.ts'
import { findUndeclared, listMoves, relaxUndeclared, type EarlierDefaults } from './undeclared-columns.ts'
import { findRenames, listEarlierTables } from './renames/find-renames.ts'
import { findMissingSingles } from './single-rows.ts'
import { findUnfitRows } from './unfit-rows.ts'

const createColumn = (column: RecordColumn): string =>
  column.attribute === 'id' ? '"id" uuid primary key' : columnText(column)

const createTable = ({ name, columns }: RecordTable): Change => ({
  stage: 'column',
  statement: `create table "${name}" (\n${columns.map((column) => `    ${createColumn(column)}`).join(',\n')}\n  )`,
})

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

/** A comparison of the declared tables, which knows the defaults that the version before accepts. */
interface Compared {
  readonly tables: readonly RecordTable[]
  readonly undeclaredTables: readonly string[]
  readonly stored: StoredTables
  readonly earlier: EarlierDefaults
}

const findStored = ({ columns, parts }: StoredTables, name: string) => ({
  columns: columns.get(name) ?? [],
  parts: parts.get(name) ?? [],
})

const compareTable = (table: RecordTable, { stored, earlier }: Compared): readonly TableDifference[] => {
  const found = findStored(stored, table.name)
  if (found.columns.length === 0) return [missingTable(table)]
  return [
    ...compareColumns(table, found.columns),
    ...relaxUndeclared(table, found, earlier),
    ...table.parts.flatMap((part) => comparePart(table.name, part, found.parts)),
    ...listLeftovers(table, found.parts),
  ]
}

/** The result of comparing the declarations of a model with the database. */
export interface TableComparison {
  readonly differences: readonly TableDifference[]
  /** The columns that no field declares, such as `tools.colour`. */
  readonly undeclared: readonly string[]
  /** The tables of types and of links to many records that are not declared any more. */
  readonly undeclaredTables: readonly string[]
  /** The statements that move values from undeclared columns to new columns, if these are new names. */
  readonly moves: readonly string[]
  /** C15.23: what is in tables of types that the model leaves out. Nothing shows these rows, and nothing removes them. */
  readonly leftOut: readonly string[]
}

const compareTables = (compared: Compared): Omit<TableComparison, 'leftOut'> => {
  const { tables, undeclaredTables, stored } = compared
  const listEach = (list: (table: RecordTable, columns: readonly StoredColumn[]) => readonly string[]) =>
    tables.flatMap((table) => list(table, findStored(stored, table.name).columns))
  return {
    differences: [
      ...tables.flatMap((table) => compareTable(table, compared)),
      ...undeclaredTables.flatMap((name) => listRefusing(findStored(stored, name).parts)),
    ],
    undeclared: listEach((table, columns) =>
      findUndeclared(table, columns).map(({ name }) => `${table.name}.${name}`),
    ),
    undeclaredTables,
    moves: listEach(listMoves),
  }
}

const NO_DEFAULTS: EarlierDefaults = new Map()

/** The migrations of the service make the tables of its types, also for a model without some of these types. */
const OF_SERVICE = builtInModel.types.map(({ plural }) => plural)

interface ComparisonOptions {
  /** The defaults that the version before accepts. */
  readonly earlier?: EarlierDefaults | undefined
  /** Compares the tables alone, whatever is in their rows. */
  readonly leavesOutRows?: boolean
}

/** Compares the declared types of the model with the tables of the database, which it only reads. */
export const compareModel = async (
  em: SqlEntityManager,
  model: ContentModel,
  { earlier = NO_DEFAULTS, leavesOutRows = false }: ComparisonOptions = {},
): Promise<TableComparison> => {
  const { types } = model
  const tables = types.flatMap((type) => deriveTables(type, model))
  const names = tables.map(({ name }) => name)
  const others = await listUndeclaredTables(em, [...names, ...OF_SERVICE])
  const stored = await readTables(em, [...names, ...others, ...listEarlierTables(model)])
  const renamed = await findRenames(em, model, { stored, tables })
  const undeclaredTables = others.filter((name) => renamed.stored.columns.has(name))
  const compared = compareTables({ tables, undeclaredTables, stored: renamed.stored, earlier })
  const unfit = leavesOutRows ? [] : await findUnfitRows(em, types, stored)
  const missing = await findMissingSingles(em, types, stored)
  return {
    ...compared,
    differences: [...renamed.differences, ...compared.differences, ...unfit, ...missing],
    leftOut: await findLeftOut(em, model, builtInModel),
  }
}
