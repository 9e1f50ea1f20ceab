import { failureText } from '@content-service/domain'
import { SqlTransferStore } from '@content-service/persistence'
import { readSettings } from './config.ts'
import { exportContent } from './content/export-content.ts'
import { importContent } from './content/import-content.ts'
import { showProgress } from './content/progress.ts'
import { openConfiguredDatabase } from './database.ts'

const HELP = `Usage: npm run content -- import FILE
       npm run content -- export FILE

Reads or writes all content as NDJSON: one JSON object a line, with "type" user, category, product, article or
comment. Works on the embedded database in DATA_DIR (.data) while no server uses it, or on DATABASE_URL.

  import   adds what is new and updates what is there (by username, name or "ref"); lines that cannot be
           taken go to FILE.rejects.ndjson with their number and the reason
  export   writes everything but passwords and other secrets

Exit code: 0 all well, 1 lines were refused, 2 nothing was done.
`

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const runImport = async (file: string, store: SqlTransferStore): Promise<number> => {
  const result = await importContent(file, store, showProgress)
  say(`${result.in} records in, ${result.rejected} rejected`)
  if (result.rejected === 0) return 0
  say(`The rejected lines are in ${result.rejectsFile}`)
  return 1
}

const runExport = async (file: string, store: SqlTransferStore): Promise<number> => {
  say(`${await exportContent(file, store, showProgress)} records out`)
  return 0
}

const COMMANDS = new Map([
  ['import', runImport],
  ['export', runExport],
])

const main = async ([name = '', file, ...rest]: readonly string[]): Promise<number> => {
  if (name === '--help') return (say(HELP), 0)
  const command = COMMANDS.get(name)
  if (command === undefined || file === undefined || rest.length > 0) return (process.stderr.write(HELP), 2)
  const opened = await openConfiguredDatabase(readSettings(process.env))
  try {
    return await command(file, new SqlTransferStore(opened.database.session()))
  } finally {
    await opened.close()
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`)
    process.exit(2)
  },
)
