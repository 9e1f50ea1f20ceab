import type { RecordType } from '@content-service/domain'
import { findSlug, type AnyRecord } from '@content-service/domain/internal/model'
import { nameStatement, type PreparedStatement } from '../statements/prepared-statement.ts'
import { listColumns } from '../tables/record-columns.ts'
import { quoteName } from '../tables/table-part.ts'
import {
  declareColumns,
  insertEntries,
  insertEvents,
  nameColumns,
  selectColumns,
  type ColumnTypes,
} from '../recording/recorded-rows.ts'

/** A linked record that must still have these values when the new record is inserted. */
export interface ExpectedLink {
  /** The attribute with the id of the linked record. */
  readonly attribute: string
  readonly type: RecordType
  readonly values: Readonly<Record<string, unknown>>
}

export interface NewRecord {
  readonly type: RecordType
  readonly record: AnyRecord
  readonly expected: ExpectedLink | null
}

/** A new record with the rows that its transaction writes beside it. */
export interface NewRow extends NewRecord {
  /** The entry of the audit log, by attributes. */
  readonly entry: Readonly<Record<string, unknown>>
  /** The events in their order, by attributes. */
  readonly events: readonly Readonly<Record<string, unknown>>[]
}

const getColumnTypes = (type: RecordType): ColumnTypes =>
  Object.fromEntries(listColumns(type).map((column) => [column.attribute, column.type]))

/** The name of an expected value among the members of a new record. */
const nameExpected = (attribute: string): string => `expected.${attribute}`

type Link = RecordType['links'][number]

/**
 * Locks the linked records in the order of their ids. A record that another transaction has locked is left out: its
 * row waits alone, because a group that waits could wait for a transaction that waits for the group.
 */
const lockLink = ({ attribute, field: { to } }: Link, place: number, expected: ColumnTypes): string => {
  const names = ['id', ...Object.keys(expected)].map((name) => `${quoteName(name)} as "${name}"`)
  // A shared lock protects the expected values; the lock of a foreign key protects only the id.
  const lock = Object.keys(expected).length > 0 ? 'for share' : 'for key share'
  return `locked_${place} as materialized (
      select ${names.join(', ')} from "${to.plural}" where id in (select "${attribute}" from given) order by id ${lock} skip locked
    )`
}

const checkLink = ({ attribute }: Link, place: number, expected: ColumnTypes): string => {
  const values = Object.keys(expected).map((name) => ` and linked."${name}" = given."${nameExpected(name)}"`)
  return `(given."${attribute}" is null or exists (
        select from locked_${place} linked where linked.id = given."${attribute}"${values.join('')}
      ))`
}

const listExpected = ({ type, values }: ExpectedLink): ColumnTypes =>
  Object.fromEntries(Object.entries(getColumnTypes(type)).filter(([name]) => Object.hasOwn(values, name)))

const withLinked = (type: RecordType, expected: ExpectedLink | null) =>
  type.links.map((link, place) => {
    const columns = link.attribute === expected?.attribute ? listExpected(expected) : {}
    return { columns, lock: lockLink(link, place, columns), check: checkLink(link, place, columns) }
  })

/**
 * C17.7: takes the slugs of rows whose links are as expected, in one order for all transactions. A row whose slug is taken is left
 * out, and gets another one alone.
 */
const claimSlugs = (type: RecordType, checks: string) => {
  const slug = findSlug(type)
  if (slug === undefined) return { claim: '', check: 'true' }
  const name = `given."${slug.name}"`
  return {
    claim: `claimed as (
      insert into record_slugs (type, slug, record_id) select '${type.name}', ${name}, given.id from given
      where ${name} is not null and ${checks} order by ${name} collate "C", given.id
      on conflict do nothing returning record_id
    ), `,
    check: `(${name} is null or given.id in (select record_id from claimed))`,
  }
}

const writeText = (type: RecordType, expected: ExpectedLink | null): string => {
  const columns = getColumnTypes(type)
  const links = withLinked(type, expected)
  const expectations = Object.fromEntries(
    links.flatMap((link) =>
      Object.entries(link.columns).map(([name, column]) => [nameExpected(name), column]),
    ),
  )
  const checks = links.map(({ check }) => check).join(' and ') || 'true'
  const slugs = claimSlugs(type, checks)
  return `with given as materialized (
      select * from json_to_recordset($1) as given(${declareColumns({ ...columns, ...expectations })})
    ), ${links.map(({ lock }) => `${lock}, `).join('')}${slugs.claim}added as (
      insert into "${type.plural}" (${nameColumns(columns)}) select ${selectColumns('given', columns)} from given
      where ${checks} and ${slugs.check} returning id::text
    ), noted as (
      ${insertEntries('$2', 'entry."resourceId" in (select id from added)')}
    ), told as (
      ${insertEvents('$3', 'event."resourceId" in (select id from added)')}
    ) select id from added`
}

/** The statements that insert rows of a type, by the type and the names of the expected values. */
export class InsertStatements {
  readonly #statements = new WeakMap<RecordType, Map<string, PreparedStatement>>()

  /**
   * The statement that inserts rows of one type, each only if its linked records exist with the expected values. It
   * returns the ids of the inserted rows. The rows have the same expectations.
   */
  find({ type, expected }: NewRow): PreparedStatement {
    const known = this.#statements.get(type) ?? new Map<string, PreparedStatement>()
    this.#statements.set(type, known)
    const key = expected ? Object.keys(expected.values).join() : ''
    const statement = known.get(key) ?? nameStatement(writeText(type, expected))
    known.set(key, statement)
    return statement
  }
}

/** The values of the statement for these rows. */
export const bindRows = (rows: readonly NewRow[]): readonly string[] => [
  JSON.stringify(rows.map(({ record, expected }) => ({ ...record, ...prefixExpected(expected) }))),
  JSON.stringify(rows.map(({ entry }) => entry)),
  JSON.stringify(rows.flatMap(({ events }) => events)),
]

const prefixExpected = (expected: ExpectedLink | null): object =>
  expected
    ? Object.fromEntries(Object.entries(expected.values).map(([name, value]) => [nameExpected(name), value]))
    : {}
