import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeMachine, replaceSection } from '../api/report/page.ts'
import { HELP, ImportArgumentError, readArguments } from './arguments.ts'
import { drawLoads, formatTable } from './report.ts'
import { runImports } from './run.ts'
import { summarize } from './report.ts'

const DOCS = resolve(import.meta.dirname, '../../../docs')
const [PAGE, CHART] = [join(DOCS, 'performance.md'), join(DOCS, 'import.svg')]

const main = async (given: readonly string[]): Promise<void> => {
  const args = readArguments(given)
  if (args.help) return console.log(HELP)
  const rows = summarize(await runImports(args))
  const table = formatTable(rows, args.size)
  console.log(table)
  if (!args.writes) return
  const text = `${table}\n\nRounds: ${args.rounds}; ${describeMachine()}.`
  writeFileSync(PAGE, replaceSection(readFileSync(PAGE, 'utf8'), 'import', text))
  writeFileSync(CHART, drawLoads(rows, args.size))
}

// An `exit` ends PostgreSQL and the import, too.
for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(name, () => process.exit(code))

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof ImportArgumentError)) throw error
  console.error(`${error.message}\n\n${HELP}`)
  process.exitCode = 2
}
