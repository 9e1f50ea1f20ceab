import { restore } from '../backup/backup.ts'
import { dataDirAndFile } from './backup.ts'
import { say, type Command } from './command.ts'

export const command: Command = {
  help: `Usage: content-service restore FILE

Brings back what content-service backup has written, into a DATA_DIR that is empty or not there yet.`,
  run: async (args) => {
    const { dataDir, file } = dataDirAndFile('restore', args)
    await restore(file, dataDir)
    say(`${file} is in ${dataDir}.`)
    return 0
  },
}
