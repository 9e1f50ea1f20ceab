import { type Stores } from '@content-service/domain'
import { groupThousands } from '@content-service/domain/internal/model'
import { prepareCorrections } from '@content-service/domain/internal/search'
import type { TransferStore } from '@content-service/domain/internal/transfer'
import type { Composition } from '../composition/composition.ts'
import type { Settings } from '../settings/read-settings.ts'
import {
  BAD_LINES_IN_A_ROW,
  describeCounts,
  importContent,
  type ImportResult,
} from '../transfer/import-content.ts'
import { showProgress } from '../transfer/progress.ts'
import { parse, type Command } from './command.ts'
import { say } from './misused.ts'
import { ABOUT_FILES, withFile } from './content-file.ts'

const OPTIONS = { 'dry-run': { type: 'boolean' }, 'keep-going': { type: 'boolean' } } as const

/** The exit code after Ctrl-C: 128 and the number of SIGINT. */
const INTERRUPTED = 130

/** The first Ctrl-C ends the import after its running batches; the second Ctrl-C ends the process. */
const abortOnInterrupt = (): { readonly signal: AbortSignal; release(): void } => {
  const controller = new AbortController()
  const abort = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED)
    controller.abort()
  }
  process.on('SIGINT', abort)
  return { signal: controller.signal, release: () => void process.off('SIGINT', abort) }
}

const explain = (file: string, result: ImportResult, dryRun: boolean): void => {
  say(`${describeCounts(result)}${dryRun ? ' (dry run: nothing was written)' : ''}`)
  if (result.rejected > 0)
    say(`The rejected lines are in ${result.rejectsFile}. You can correct them there and import that file.`)
  if (result.end === 'stopped')
    say(
      `Stopped after ${groupThousands(BAD_LINES_IN_A_ROW)} bad lines in a row. Check the format of ${file}; --keep-going imports the rest.`,
    )
  if (result.end === 'interrupted')
    say(`Interrupted. To continue, import ${file} again: the import skips the records that are in.`)
}

const exitCode = ({ end, rejected }: ImportResult): number => {
  if (end === 'interrupted') return INTERRUPTED
  if (end === 'stopped') return 2
  return rejected > 0 ? 1 : 0
}

/** The import learns the words of its records (C15.13); into an empty database, before the first start of the service. */
const learnImportedWords = async (
  stores: Stores,
  { policyOf, model }: Composition,
  { policyFile }: Settings,
): Promise<void> => {
  await prepareCorrections(stores, { policy: policyOf(policyFile).policy, model })
  await stores.search.index()
}

export const command: Command = {
  help: `Usage: npx content-service import FILE [--dry-run] [--keep-going]

Adds new records and updates existing records (by username, name or "ref"). The import writes each line that it cannot
import to FILE.rejects.ndjson, with the line number and the reason. You can correct the lines in that file and import it.

  --dry-run      counts what the import would do, and writes nothing
  --keep-going   continues after ${groupThousands(BAD_LINES_IN_A_ROW)} bad lines in a row

docs/import.md lists the fields of each record.
${ABOUT_FILES}
Exit code: 0 all lines imported, 1 some lines rejected, 2 stopped, 130 interrupted with Ctrl-C.`,
  run: async (args, composition) => {
    const { values, positionals } = parse('import', args, OPTIONS)
    const { 'dry-run': dryRun = false, 'keep-going': keepGoing = false } = values
    return withFile(
      { command: 'import', args: positionals, composition },
      async (file, store, { stores, settings }) => {
        if (!dryRun) await learnImportedWords(stores, composition, settings)
        const { signal, release } = abortOnInterrupt()
        const work = (each: TransferStore) =>
          importContent(file, each, { model: composition.model, progressOf: showProgress, keepGoing, signal })
        try {
          const result = await (dryRun ? store.rehearse(work) : work(store))
          explain(file, result, dryRun)
          return exitCode(result)
        } finally {
          release()
        }
      },
    )
  },
}
