import { restore } from '../backup/backup.ts'
import { readDataDir } from './backup.ts'
import { requireFile, say, type Command } from './command.ts'

export const command: Command = {
  help: `Usage: content-service restore FILE

Restores a backup that content-service backup wrote. DATA_DIR must be empty or must not exist.`,
  run: async (args) => {
    const [file, dataDir] = [requireFile('restore', args), readDataDir()]
    await restore(file, dataDir)
    say(`Restored ${file} to ${dataDir}.`)
  },
}
