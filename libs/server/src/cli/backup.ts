import { OperatorError } from '@content-service/domain/internal/rules'
import { backUp } from '../backup/backup.ts'
import { readSettings } from '../settings/read-settings.ts'
import { parseFile, type Command } from './command.ts'
import { say } from './misused.ts'

/** The data directory of the settings. @throws OperatorError if the database is not embedded. */
export const readDataDir = (): string => {
  const { databaseUrl, dataDir } = readSettings(process.env)
  if (databaseUrl === undefined) return dataDir
  throw new OperatorError('DATABASE_URL is set. Use pg_dump and pg_restore, or the backups of your provider.')
}

export const command: Command = {
  help: `Usage: npx content-service backup FILE

Writes the embedded database and all other files in DATA_DIR to FILE, a tar.gz. Stop the service first. FILE contains
the secret that signs tokens, so protect FILE as well as DATA_DIR. npx content-service restore restores the backup.`,
  run: async (args) => {
    const [file, dataDir] = [parseFile('backup', args), readDataDir()]
    await backUp(dataDir, file)
    say(`Backed up the folder ${dataDir} to the file ${file}.`)
  },
}
