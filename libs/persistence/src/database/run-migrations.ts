import { isObject, OperatorError } from '@content-service/domain/internal/rules'

/**
 * PostgreSQL, appendix A: the classes of errors in which a statement is wrong, or the stored rows do not fit it. In
 * other classes, the database or the connection is at fault.
 */
const OF_STATEMENTS = /^(0A|21|22|23|2B|42)/

interface StatementError {
  readonly code: string
  readonly message: string
  readonly detail?: string
  readonly hint?: string
}

const isOfStatement = (error: unknown): error is StatementError =>
  isObject(error) && typeof error['code'] === 'string' && OF_STATEMENTS.test(error['code'])

/** Enough to find the statement in the file of the migration. */
const STATEMENT_CHARACTERS = 300

const shorten = (statement: string): string =>
  statement.length > STATEMENT_CHARACTERS ? `${statement.slice(0, STATEMENT_CHARACTERS)} …` : statement

/** A statement of a migration failed. */
class FailedMigration extends OperatorError {
  override readonly name = 'FailedMigration'

  constructor(migration: string, statement: string, cause: StatementError) {
    const { message, detail, hint } = cause
    const reasons = [message, detail, hint].filter(Boolean).join('\n  ')
    super(
      `The migration ${migration} failed:\n  ${reasons}\nin the statement:\n  ${shorten(statement)}\n` +
        'The database is as it was before the pending migrations. Correct the migration and run it again.',
      { cause },
    )
  }
}

/** The part of MikroORM's migrator that runs migrations. */
interface Migrator {
  on(event: 'migrating', listener: (migration: { readonly name: string }) => void): unknown
  off(event: 'migrating', listener: (migration: { readonly name: string }) => void): unknown
  up(): Promise<readonly { readonly name: string }[]>
}

/**
 * Runs the pending migrations, and returns their names. @throws OperatorError that names the migration and the statement
 * that failed.
 */
export const runMigrations = async (
  migrator: Migrator,
  failed: { readonly text: string },
): Promise<readonly string[]> => {
  let running = ''
  const note = ({ name }: { readonly name: string }): void => void (running = name)
  migrator.on('migrating', note)
  try {
    return (await migrator.up()).map(({ name }) => name)
  } catch (error) {
    throw running !== '' && isOfStatement(error) ? new FailedMigration(running, failed.text, error) : error
  } finally {
    migrator.off('migrating', note)
  }
}
