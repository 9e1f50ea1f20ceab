import { listStatements, type TableComparison } from '@content-service/persistence'
import { Misused } from './misused.ts'

/** The form of a name, such as `add-recipes`. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** @throws Misused. */
export const parseMigrationName = (name: string): string => {
  if (NAME.test(name)) return name
  throw new Misused(`${name} cannot name a migration. Use lower-case letters, digits and dashes: add-recipes`)
}

const className = (name: string): string =>
  name.replaceAll(/(^|-)([a-z0-9])/g, (_, _dash, first: string) => first.toUpperCase())

const templateText = (statement: string): string => `  \`${statement.replaceAll(/[`\\]|\$\{/g, '\\$&')}\`,`

/** A paragraph of a comment, and statements for a person who reads it. */
const writeNote = (lines: readonly string[], statements: readonly string[]): string =>
  ['', ...lines, ...statements.map((statement) => `  ${statement}`)]
    .map((line) => `\n * ${line}`.trimEnd())
    .join('')

const moveNote = ({ moves }: TableComparison): string =>
  moves.length === 0
    ? ''
    : writeNote(
        [
          'If a new column is another name of a column that no field declares, move the values with the last statement of this',
          'migration. While processes of the release before run, they write the old column: repeat the statement after them.',
        ],
        moves,
      )

/** C17.10: a person reads the migration before it runs. */
const stopNote = ({ differences }: TableComparison): string =>
  differences.some(({ isRename }) => isRename)
    ? writeNote(
        [
          'It changes names: stop all processes of the version before, API and worker, before the migration runs.',
        ],
        [],
      )
    : ''

const removalNote = ({ undeclared }: TableComparison): string =>
  undeclared.length === 0
    ? ''
    : writeNote(
        [
          `No field declares ${undeclared.join(', ')}. A field leaves in two releases: processes of the release before need these`,
          'columns while they run. Remove the columns in a migration of the next release.',
        ],
        undeclared.map((place) => {
          const [table, column] = place.split('.')
          return `alter table "${table}" drop column "${column}"`
        }),
      )

const tablesNote = ({ undeclaredTables }: TableComparison): string =>
  undeclaredTables.length === 0
    ? ''
    : writeNote(
        [
          `No type and no link to many records declares ${undeclaredTables.join(', ')}. If a new table has the records under another name, copy`,
          'them. Remove the tables in a migration of the next release.',
        ],
        undeclaredTables.map((table) => `drop table "${table}"`),
      )

interface MigrationStatements {
  readonly inTransaction: readonly string[]
  /** C17.10: the statements of `indexes`. */
  readonly afterwards: readonly string[]
}

/** A unique index refuses rows, so that the whole migration must fail with it. A new table has no rows. */
const splitStatements = (statements: readonly string[]): MigrationStatements => {
  const created = new Set(statements.flatMap((text) => /^create table "(\w+)"/.exec(text)?.[1] ?? []))
  const isLater = (text: string): boolean => {
    const table = /^create index \w+ on "(\w+)"/.exec(text)?.[1]
    return table !== undefined && !created.has(table)
  }
  return {
    inTransaction: statements.filter((text) => !isLater(text)),
    afterwards: statements.filter(isLater),
  }
}

const renderIndexes = (statements: readonly string[]): string =>
  statements.length === 0
    ? ''
    : `\n  /** They are made after the transaction, beside writes of other processes if a table is large. */
  override readonly indexes = [
${statements.map((statement) => `  ${templateText(statement)}`).join('\n')}
  ]
`

/** The TypeScript of a migration that removes the differences. */
export const renderMigration = (name: string, comparison: TableComparison, now: Date): string => {
  const { inTransaction, afterwards } = splitStatements(listStatements(comparison.differences))
  return renderClass(name, comparison, { now, inTransaction, afterwards })
}

const renderClass = (
  name: string,
  comparison: TableComparison,
  { now, inTransaction, afterwards }: MigrationStatements & { readonly now: Date },
): string =>
  `import { Migration } from '@content-service/persistence'

/**
 * A proposal of \`npx content-service types migration\`. Read each statement, and complete the lines with "backfill".${stopNote(comparison)}${moveNote(comparison)}${removalNote(comparison)}${tablesNote(comparison)}
 */
export class ${className(name)} extends Migration {
  override name = '${now.toISOString().slice(0, 10)}-${name}'
${renderIndexes(afterwards)}
  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements${inTransaction.length === 0 ? ': readonly string[]' : ''} = [
${inTransaction.map(templateText).join('\n')}
]
`
