import { JOINED } from '@content-service/domain/internal/model'
import { toSnakeCase } from '../../statements/rows.ts'
import { nameType, type RecordColumn } from '../../tables/record-columns.ts'
import type { RecordTable } from '../record-table.ts'
import { describeType, type StoredColumn, type StoredPart, type StoredTables } from '../stored-tables.ts'
import type { Change, TableDifference } from '../table-difference.ts'
import type { NameChange, TableRename } from './declared-renames.ts'
import { renameInPart } from './renamed-names.ts'
import { renameParts } from './rename-parts.ts'

/** The tables after the renames, with which the declarations are compared, and the differences of the names. */
export interface RenamedTables {
  readonly stored: StoredTables
  readonly differences: readonly TableDifference[]
}

const toDifference = (message: string, changes: readonly Change[]): TableDifference => ({
  message,
  preventsStart: true,
  isRename: true,
  changes,
})

const hasColumns = ({ columns }: StoredTables, table: string): boolean =>
  (columns.get(table) ?? []).length > 0

const JOINING_COLUMNS = [...Object.values(JOINED)].map(toSnakeCase).toSorted().join()

/** The name of a link before, behind that of a table, can be the name of another table. */
const isOfForm = ({ columns }: StoredTables, { from, isJoining }: TableRename): boolean =>
  !isJoining ||
  (columns.get(from) ?? [])
    .map(({ name }) => name)
    .toSorted()
    .join() === JOINING_COLUMNS

/** The tables that have their earlier names. A table with the name of now stays, and so does one that a type declares. */
const listMoved = (
  stored: StoredTables,
  declared: readonly RecordTable[],
  renames: readonly TableRename[],
): readonly TableRename[] =>
  renames.filter(
    (rename) =>
      rename.from !== rename.to &&
      !declared.some(({ name }) => name === rename.from) &&
      hasColumns(stored, rename.from) &&
      !hasColumns(stored, rename.to) &&
      isOfForm(stored, rename),
  )

const moveTables = (stored: StoredTables, moved: readonly NameChange[]): StoredTables => {
  const nameTable = (table: string): string => moved.find(({ from }) => from === table)?.to ?? table
  const move = <Each extends StoredColumn | StoredPart>(
    tables: ReadonlyMap<string, readonly Each[]>,
    rename: (each: Each) => Each,
  ): ReadonlyMap<string, readonly Each[]> =>
    new Map(
      [...tables].map(([name, rows]) => [
        nameTable(name),
        rows.map((row) => ({ ...rename(row), table: nameTable(name) })),
      ]),
    )
  return {
    columns: move(stored.columns, (column) => column),
    parts: move(stored.parts, (part) => renameInPart(part, moved)),
  }
}

/** The digits of a decimal can change with its name. */
const isOfKind = ({ type }: RecordColumn, stored: StoredColumn): boolean =>
  describeType(stored).replace(/^numeric\(.*/, 'numeric') === nameType(type)

/** The columns that have their earlier names, with the declared columns. */
const listMovedColumns = ({ columns }: RecordTable, stored: readonly StoredColumn[], rename: TableRename) =>
  rename.columns.flatMap((change) => {
    const column = stored.find(({ name }) => name === change.from)
    const declared = columns.find(({ attribute }) => toSnakeCase(attribute) === change.to)
    const isThere = stored.some(({ name }) => name === change.to)
    return column === undefined || declared === undefined || isThere ? [] : [{ ...change, column, declared }]
  })

type MovedColumn = ReturnType<typeof listMovedColumns>[number]

const describeColumn = (table: string, { from, to, column, declared }: MovedColumn): TableDifference =>
  isOfKind(declared, column)
    ? toDifference(`${table}.${to}: the column has its earlier name, ${from}`, [
        { stage: 'rename', statement: `alter table "${table}" rename column "${from}" to "${to}"` },
      ])
    : {
        message: `${table}.${to}: renamedFrom names the column ${from} of the type ${describeType(column)}, and the declaration needs ${declared.type}; a rename keeps the kind. Give the new field another name without renamedFrom`,
        preventsStart: true,
        isRefused: true,
        changes: [],
      }

/** One table after its renames. */
const renameTable = (
  table: RecordTable,
  stored: StoredTables,
  { rename, moved }: { readonly rename: TableRename; readonly moved: readonly TableRename[] },
): RenamedTables => {
  const own = moved.find(({ to }) => to === table.name)
  const [columns, parts] = [stored.columns.get(table.name) ?? [], stored.parts.get(table.name) ?? []]
  const columnsMoved = listMovedColumns(table, columns, rename)
  const done = columnsMoved.filter(({ declared, column }) => isOfKind(declared, column))
  const renamed = renameParts(
    table.parts,
    parts.map((part) => renameInPart(part, done)),
    { rename, tables: moved },
  )
  const nameColumn = (name: string): string => done.find(({ from }) => from === name)?.to ?? name
  return {
    stored: {
      columns: new Map(stored.columns).set(
        table.name,
        columns.map((column) => ({ ...column, name: nameColumn(column.name) })),
      ),
      parts: new Map(stored.parts).set(table.name, renamed.parts),
    },
    differences: [
      ...(own
        ? [
            toDifference(`${table.name}: the table has its earlier name, ${own.from}`, [
              { stage: 'rename', statement: `alter table "${own.from}" rename to "${own.to}"` },
            ]),
          ]
        : []),
      ...columnsMoved.map((column) => describeColumn(table.name, column)),
      ...(renamed.changes.length > 0
        ? [toDifference(`${table.name}: keys, indexes and triggers have earlier names`, renamed.changes)]
        : []),
    ],
  }
}

/** C17.10: compares the names alone. Where the database has the name before and not the name of now, the name changes. */
export const renameStored = (
  given: StoredTables,
  declared: readonly RecordTable[],
  renames: readonly TableRename[],
): RenamedTables => {
  const moved = listMoved(given, declared, renames)
  let stored = moveTables(given, moved)
  const differences: TableDifference[] = []
  for (const rename of renames) {
    const table = declared.find(({ name }) => name === rename.to)
    if (table === undefined || !isChanged(rename, moved)) continue
    const renamed = renameTable(table, stored, { rename, moved })
    stored = renamed.stored
    differences.push(...renamed.differences)
  }
  return { stored, differences }
}

/** Names of other tables are in the keys of a table, and PostgreSQL renames them. */
const isChanged = (rename: TableRename, moved: readonly TableRename[]): boolean =>
  moved.some(({ to }) => to === rename.to) || rename.columns.length > 0 || rename.texts.length > 0
