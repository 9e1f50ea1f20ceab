import { BenchArgumentError, HELP, readArguments, type BenchArguments } from './arguments.ts'
import { DifferentAnswersError } from './report/compare.ts'
import { CONTESTANTS } from './contestants.ts'
import { formatGrowth } from './growth/report.ts'
import { chooseCores, moveThisProcess } from './cores.ts'
import { peers } from './peers.ts'
import { describeRun, writePage } from './report/page.ts'
import { formatScenario } from './report/report.ts'
import { planScenario, runBench } from './run.ts'

/** Installs the other servers, or leaves them out. */
const providePeers = (args: BenchArguments): BenchArguments => {
  const measured = args.scenarios.flatMap((name) => planScenario(name, args).contestants)
  const needsPeers = measured.some((name) => CONTESTANTS[name].isPeer)
  if (!needsPeers || peers.areInstalled()) return args
  if (args.installs) {
    peers.install()
    return args
  }
  return { ...args, contestants: args.contestants.filter((name) => !CONTESTANTS[name].isPeer) }
}

const main = async (given: readonly string[]): Promise<void> => {
  const args = readArguments(given)
  if (args.help) return console.log(HELP)
  const cores = chooseCores()
  moveThisProcess(cores)
  const results = await runBench(providePeers(args), cores)
  const tables = [...results.scenarios.map(formatScenario), ...results.growth.map(formatGrowth)]
  console.log(tables.join('\n\n'))
  if (args.writes) writePage(results, describeRun(args, cores))
}

// An `exit` ends the servers, too.
for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(name, () => process.exit(code))

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof BenchArgumentError) {
    console.error(`${error.message}\n\n${HELP}`)
    process.exitCode = 2
  } else if (error instanceof DifferentAnswersError) {
    console.error(error.message)
    process.exitCode = 1
  } else throw error
}
