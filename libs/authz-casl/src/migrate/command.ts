import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrateSource } from './casl.ts'
import { findDependencies, findSources, readSource, writeSources } from './files.ts'
import type { Leftover } from './source.ts'
import type { TypeScript } from './typescript.ts'
import { UsageError } from './usage-error.ts'

const HELP = `Usage: authz-casl migrate PATH...

Replaces imports of @casl/ability, @casl/ability/extra and @casl/prisma in the files of PATH by
@content-service/authz-casl, and PureAbility by Ability. Lists the lines that you must change yourself, and the
rules whose order counts, because a policy has no order. PATH is a file or a folder.
Folders with the name node_modules, dist, build or coverage are left out.

  --dry-run   only list

Exit codes: 0 no line is left, 1 lines are left, 2 the command could not run.`

const OPTIONS = { 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

/** The compiler of the project in whose folder the command runs, because its syntax is that of the project. */
function loadTypeScript(): TypeScript {
  const require = createRequire(join(process.cwd(), 'package.json'))
  let path: string
  try {
    path = require.resolve('typescript')
  } catch {
    throw new UsageError(
      'To read the files, this command needs the package typescript: npm install --save-dev typescript',
    )
  }
  const typescript: Partial<TypeScript> = require(path)
  if (!typescript.createSourceFile || !typescript.transpileModule)
    throw new UsageError('This command needs a typescript with an API for JavaScript, such as version 6.')
  return typescript as TypeScript
}

const show = ({ path, line, column, message }: Leftover) => `${path}:${line}:${column}: ${message}`

function migrate(paths: readonly string[], isDry: boolean): number {
  const typescript = loadTypeScript()
  // All files are read before the first of them changes.
  const results = findSources(paths)
    .map(readSource)
    .filter(({ text }) => /@(casl|ucast)\//.test(text))
    .map((source) => migrateSource(typescript, source))
  const changed = results.filter(({ count }) => count > 0)
  const left = [...results.flatMap((result) => result.left), ...findDependencies()]
  const ordered = results.flatMap((result) => result.ordered)
  if (!isDry) writeSources(changed)
  for (const { path, count } of changed) console.log(`${path}: ${count} changed`)
  for (const each of [...left, ...ordered]) console.log(show(each))
  console.log(
    `Files ${isDry ? 'to change' : 'changed'}: ${changed.length}. Lines that are left: ${left.length}. Rules whose order counts: ${ordered.length}.`,
  )
  return left.length > 0 ? 1 : 0
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function run(given: readonly string[]): number {
  const { positionals, values } = parse(given)
  const [command, ...paths] = positionals
  if (values.help) {
    console.log(HELP)
    return 0
  }
  if (command !== 'migrate') throw new UsageError(HELP)
  if (paths.length === 0) throw new UsageError('The argument PATH is missing.')
  return migrate(paths, values['dry-run'] === true)
}

/** Runs the command, and prints its errors. Returns the exit code. */
export function runCommand(given: readonly string[]): number {
  try {
    return run(given)
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : error)
    return 2
  }
}
