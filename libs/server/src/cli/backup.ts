import { OperatorError } from '@content-service/domain'
import { backUp } from '../backup/backup.ts'
import { readSettings } from '../settings/read-settings.ts'
import { Misused, say, type Command } from './command.ts'

/** The data directory of the settings, and the one word that the command needs. @throws OperatorError. */
export const dataDirAndFile = (
  command: string,
  args: readonly string[],
): { dataDir: string; file: string } => {
  const [file, ...rest] = args
  if (file === undefined || rest.length > 0) throw new Misused(`Usage: content-service ${command} FILE`)
  const { databaseUrl, dataDir } = readSettings(process.env)
  if (databaseUrl !== undefined)
    throw new OperatorError(
      'DATABASE_URL is set. Use pg_dump and pg_restore, or the backups of your provider.',
    )
  return { dataDir, file }
}

export const command: Command = {
  help: `Usage: content-service backup FILE

Writes the embedded database and all other files in DATA_DIR to FILE, a tar.gz. Stop the service first. FILE contains
the secret that signs tokens, so protect FILE as well as DATA_DIR. content-service restore restores the backup.`,
  run: async (args) => {
    const { dataDir, file } = dataDirAndFile('backup', args)
    await backUp(dataDir, file)
    say(`Wrote ${dataDir} to ${file}.`)
    return 0
  },
}
