import { SqlTransferStore } from '@content-service/persistence'
import type { Composition } from '../composition/composition.ts'
import { requireFile, withDatabase, type OpenCommand } from './command.ts'

/** The common part of the help of import and export. */
export const ABOUT_FILES = `The file is NDJSON: one JSON object per line, with "type" user, or the name of a content type in
lower camel case, such as article. docs/import.md lists the fields of each type. With an embedded
database (DATA_DIR, .data), stop the service first. With DATABASE_URL, the service can run at the same time.`

interface FileCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly composition: Composition
}

/** Runs work with the file of the arguments, on the database of the settings. */
export const withFile = <Result>(
  { command, args, composition }: FileCommand,
  work: (file: string, store: SqlTransferStore, opened: OpenCommand) => Promise<Result>,
): Promise<Result> => {
  const file = requireFile(command, args)
  return withDatabase(
    command,
    composition,
    (opened) => work(file, new SqlTransferStore(opened.database.session(), composition.model), opened),
    { mayCreate: command === 'import' },
  )
}
