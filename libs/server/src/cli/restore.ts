import { restore } from '../backup/backup.ts'
import { readDataDir } from './backup.ts'
import { parseFile, type Command } from './command.ts'
import { say } from './misused.ts'

export const command: Command = {
  help: `Usage: npx content-service restore FILE

Restores a backup that npx content-service backup wrote. DATA_DIR must be empty or must not exist.`,
  run: async (args) => {
    const [file, dataDir] = [parseFile('restore', args), readDataDir()]
    await restore(file, dataDir)
    say(`Restored the backup ${file} to the folder ${dataDir}.`)
  },
}
