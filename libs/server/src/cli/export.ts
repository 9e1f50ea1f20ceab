import { exportContent } from '../content/export-content.ts'
import { showProgress } from '../content/progress.ts'
import { say, type Command } from './command.ts'
import { ABOUT_FILES, withFile } from './content-file.ts'

export const command: Command = {
  help: `Usage: content-service export FILE

Exports all content to FILE. The file contains no passwords and no other secrets.

${ABOUT_FILES}`,
  run: async (args, composition) =>
    withFile({ command: 'export', args, composition }, async (file, store) =>
      say(`${await exportContent(file, store, showProgress)} records exported`),
    ),
}
