import { SqlTransferStore } from '@content-service/persistence'
import { Misused, withDatabase } from './command.ts'

/** The part of the help that import and export share. */
export const ABOUT_FILES = `The file is NDJSON: one JSON object per line, with "type" user, article, comment, or the name of a
content type in lower camel case. docs/import.md lists the members of each type. With an embedded
database (DATA_DIR, .data), stop the service first. With DATABASE_URL, the service can run at the same time.`

/** Runs with the one file that is named, on the database of the settings. */
export const withFile = async (
  command: string,
  args: readonly string[],
  work: (file: string, store: SqlTransferStore) => Promise<number>,
): Promise<number> => {
  const [file, ...rest] = args
  if (file === undefined || rest.length > 0)
    throw new Misused(`Give one file: content-service ${command} FILE`)
  return withDatabase(command, ({ database }) => work(file, new SqlTransferStore(database.session())))
}
