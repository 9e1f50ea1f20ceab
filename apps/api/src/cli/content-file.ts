import { SqlTransferStore } from '@content-service/persistence'
import { Misused, withDatabase } from './command.ts'

/** What import and export tell of the file that they read and write. */
export const ABOUT_FILES = `The file is NDJSON: one JSON object a line, with "type" user, category, product, article or comment. An embedded
database (DATA_DIR, .data) must not be in use by a server; one of DATABASE_URL may.`

/** Runs with the one file that is named, on the database of the settings. */
export const withFile = async (
  command: string,
  args: readonly string[],
  work: (file: string, store: SqlTransferStore) => Promise<number>,
): Promise<number> => {
  const [file, ...rest] = args
  if (file === undefined || rest.length > 0)
    throw new Misused(`Name one file: content-service ${command} FILE`)
  return withDatabase(command, ({ database }) => work(file, new SqlTransferStore(database.session())))
}
