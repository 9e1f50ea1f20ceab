import { countLines, exportContent } from '../transfer/export-content.ts'
import { showProgress } from '../transfer/progress.ts'
import { refuseExisting } from '../storage/new-file.ts'
import { parse, requireFile, type Command } from './command.ts'
import { say } from './misused.ts'
import { ABOUT_FILES, withFile } from './content-file.ts'

const OPTIONS = { complete: { type: 'boolean' } } as const

export const command: Command = {
  help: `Usage: npx content-service export FILE [--complete]

Exports all content to FILE. FILE must not exist. It will contain no passwords and no other secrets.

  --complete   also exports revisions, records in the trash, likes, views, versions, schedules, and the settings of users;
               docs/import.md lists what stays behind

${ABOUT_FILES}`,
  run: async (args, composition) => {
    const { values, positionals } = parse('export', args, OPTIONS)
    const extent = values.complete === true ? 'complete' : 'usual'
    refuseExisting(requireFile('export', positionals))
    await withFile({ command: 'export', args: positionals, composition }, async (file, store) => {
      const count = await exportContent(file, store, { extent, progressOf: showProgress })
      say(`Exported ${countLines(count, extent)} to ${file}.`)
    })
  },
}
