import { importContent } from '../content/import-content.ts'
import { showProgress } from '../content/progress.ts'
import { say, type Command } from './command.ts'
import { ABOUT_FILES, withFile } from './content-file.ts'

export const command: Command = {
  help: `Usage: content-service import FILE

Adds what is new and updates what is there (by username, name or "ref"). Lines that cannot be taken go to
FILE.rejects.ndjson with their number and the reason, and the exit code is 1.

${ABOUT_FILES}`,
  run: (args) =>
    withFile('import', args, async (file, store) => {
      const result = await importContent(file, store, showProgress)
      say(`${result.in} records in, ${result.rejected} rejected`)
      if (result.rejected === 0) return 0
      say(`The rejected lines are in ${result.rejectsFile}`)
      return 1
    }),
}
