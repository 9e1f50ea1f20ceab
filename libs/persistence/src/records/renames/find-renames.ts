import type { ContentModel, RecordType } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRows } from '../../statements/sql.ts'
import type { RecordTable } from '../record-table.ts'
import type { StoredTables } from '../stored-tables.ts'
import type { TableDifference } from '../table-difference.ts'
import { listTableRenames } from './declared-renames.ts'
import { listPlaces, renameRows } from './rename-rows.ts'
import { renameStored, type RenamedTables } from './rename-stored.ts'

interface Noted {
  readonly place: string
  readonly earlier: string
}

/** The renames that migrations have noted; no model without renames asks. */
const readNoted = async (em: SqlEntityManager): Promise<ReadonlySet<string>> => {
  const rows = await findRows(em, sql<Noted>`select place, earlier from declared_renames`)
  return new Set(rows.map(({ place, earlier }) => `${place} ${earlier}`))
}

const describe = ({ name }: RecordType, places: readonly (readonly [string, string])[]): string =>
  `${name}: revisions, events, permissions and parts have earlier names (${places
    .map(([place, earlier]) => `${place} was ${earlier.split(' ')[0]}`)
    .join(', ')})`

/** A name that has come back changes the tables, although a migration has noted it before. */
const isDone = (type: RecordType, noted: ReadonlySet<string>, { differences }: RenamedTables): boolean =>
  listPlaces(type).every(([place, earlier]) => noted.has(`${place} ${earlier}`)) &&
  !differences.some(({ isRename, message }) => isRename && /^[a-z0-9_]+/.exec(message)?.[0] === type.plural)

const toDifference = (type: RecordType): TableDifference => ({
  message: describe(type, listPlaces(type)),
  preventsStart: true,
  isRename: true,
  changes: renameRows(type).map((statement) => ({ stage: 'row', statement })),
})

/** C17.10: the differences of the names, and the tables after the renames. */
export const findRenames = async (
  em: SqlEntityManager,
  model: ContentModel,
  { stored, tables }: { readonly stored: StoredTables; readonly tables: readonly RecordTable[] },
): Promise<RenamedTables> => {
  const types = model.types.filter((type) => listPlaces(type).length > 0)
  if (types.length === 0) return { stored, differences: [] }
  const renamed = renameStored(stored, tables, listTableRenames(model))
  const noted = await readNoted(em)
  const rows = types.filter((type) => !isDone(type, noted, renamed)).map(toDifference)
  return { stored: renamed.stored, differences: [...renamed.differences, ...rows] }
}

/** The names that tables have before their renames. */
export const listEarlierTables = (model: ContentModel): readonly string[] =>
  listTableRenames(model).flatMap(({ from, to }) => (from === to ? [] : [from]))
