import { toSnakeCase } from '../statements/rows.ts'
import type { RecordColumn } from '../tables/record-columns.ts'
import { guardDigits } from './decimal-digits.ts'
import { columnText, type RecordTable } from './record-table.ts'
import { describeType, type StoredColumn } from './stored-tables.ts'
import type { Change, TableDifference } from './table-difference.ts'
import { quoteName } from '../tables/table-part.ts'

interface ColumnDifference {
  readonly table: string
  /** The name in the database. */
  readonly column: string
  readonly message: string
  /** The statement that changes the table. */
  readonly change: string
  /** The value, in SQL, that the rows without one get before. */
  readonly backfill?: string
  /** The statements before it. */
  readonly guards?: readonly Change[]
  readonly preventsStart: boolean
  readonly canBeOfLater?: true
}

const toDifference = ({
  table,
  column,
  message,
  change,
  backfill,
  guards = [],
  preventsStart,
  canBeOfLater,
}: ColumnDifference): TableDifference => ({
  message: `${table}.${column}: ${message}`,
  preventsStart,
  canBeOfLater,
  changes: [
    ...guards,
    ...(backfill === undefined ? [] : [fillNulls(table, column, backfill)]),
    { stage: 'column', statement: `alter table "${table}" ${change}` },
  ],
})

const fillNulls = (table: string, column: string, value: string): Change => ({
  stage: 'column',
  statement: `update "${table}" set "${column}" = ${value} where "${column}" is null`,
})

/**
 * A person must choose the value of existing rows. With a default, processes of the earlier release can add rows, too.
 */
const BACKFILL = '-- backfill: if the table has rows, give them a value, such as: default …'

const NULLS = '-- backfill: first give the rows without a value one, such as: update … set … where … is null'

const COMPUTE = '-- computed: when the migration has run, run npx content-service types compute for the type'

const COMPUTED_NULLS =
  '-- computed: first stop the processes of the version before, and run npx content-service types compute for the type'

const nullsText = ({ initial, isComputed }: RecordColumn): string => {
  if (isComputed) return ` ${COMPUTED_NULLS}`
  return initial === null ? ` ${NULLS}` : ''
}

const initialText = ({ isOptional, defaultValue, initial }: RecordColumn): string => {
  if (isOptional || defaultValue !== null) return ''
  return initial === null ? ` ${BACKFILL}` : ` default ${initial}`
}

/** C16.2: a computed column has no value before code has run, so that it allows null until then. */
const addText = (column: RecordColumn): string =>
  column.isComputed
    ? `${columnText({ ...column, isOptional: true })} ${COMPUTE}`
    : `${columnText(column)}${initialText(column)}`

const missingColumn = (table: string, column: RecordColumn): TableDifference =>
  toDifference({
    table,
    column: toSnakeCase(column.attribute),
    message: 'the column is missing',
    change: `add column ${addText(column)}`,
    preventsStart: true,
  })

/** The ways in which a column can differ from its declaration. */
const listColumnRules = (
  column: RecordColumn,
  stored: StoredColumn,
  { attribute, type, isOptional, defaultValue, initial } = column,
) => [
  {
    isBroken: describeType(stored) !== type,
    message: `the type is ${describeType(stored)}, and the declaration needs ${type}`,
    change: `type ${type} using ${quoteName(attribute)}::${type}`,
    guards: guardDigits(stored, type),
    preventsStart: true,
  },
  {
    isBroken: isOptional && !stored.isNullable,
    message: 'the field is optional, and the column allows no null',
    change: 'drop not null',
    preventsStart: true,
    canBeOfLater: true as const,
  },
  {
    isBroken: !isOptional && stored.isNullable,
    message: 'the field is required, and the column allows null',
    change: `set not null${nullsText(column)}`,
    preventsStart: false,
    ...(initial !== null && { backfill: initial }),
  },
  {
    isBroken: defaultValue !== null && stored.defaultValue !== defaultValue,
    message: `the column needs the default ${defaultValue}`,
    change: `set default ${defaultValue}`,
    preventsStart: true,
  },
]

const compareColumn = (
  table: string,
  column: RecordColumn,
  stored: StoredColumn,
): readonly TableDifference[] =>
  listColumnRules(column, stored)
    .filter(({ isBroken }) => isBroken)
    .map(({ change, ...rule }) =>
      toDifference({
        ...rule,
        table,
        column: stored.name,
        change: `alter column ${quoteName(column.attribute)} ${change}`,
      }),
    )

/** The differences of the columns that the declaration of a table has. */
export const compareColumns = (
  table: RecordTable,
  stored: readonly StoredColumn[],
): readonly TableDifference[] =>
  table.columns.flatMap((column) => {
    const found = stored.find(({ name }) => name === toSnakeCase(column.attribute))
    return found ? compareColumn(table.name, column, found) : [missingColumn(table.name, column)]
  })
