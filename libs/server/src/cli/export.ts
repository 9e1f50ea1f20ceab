import { groupThousands } from '@content-service/domain/internal/model'
import { exportContent } from '../transfer/export-content.ts'
import { showProgress } from '../transfer/progress.ts'
import { refuseExisting } from '../storage/new-file.ts'
import { parse, requireFile, type Command } from './command.ts'
import { say } from './misused.ts'
import { ABOUT_FILES, withFile } from './content-file.ts'

export const command: Command = {
  help: `Usage: npx content-service export FILE

Exports all content to FILE. FILE must not exist. It will contain no passwords and no other secrets.

${ABOUT_FILES}`,
  run: async (args, composition) => {
    const { positionals } = parse('export', args, {})
    refuseExisting(requireFile('export', positionals))
    await withFile({ command: 'export', args: positionals, composition }, async (file, store) => {
      const count = await exportContent(file, store, showProgress)
      say(`Exported ${groupThousands(count)} ${count === 1 ? 'record' : 'records'} to ${file}.`)
    })
  },
}
