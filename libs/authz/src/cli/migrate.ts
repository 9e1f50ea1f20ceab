import { type Arguments, type Command, UsageError } from './command.ts'
import { loadPackage } from './load-package.ts'
import { type TypeScript, migrateSource } from './migrate/casl.ts'
import { findDependencies, findSources, readSource, writeSources } from './migrate/files.ts'
import type { Leftover } from './migrate/source.ts'

async function loadTypeScript(): Promise<TypeScript> {
  const typescript = await loadPackage<Partial<TypeScript>>('typescript', 'To read the files, this command')
  if (!typescript.createSourceFile || !typescript.transpileModule)
    throw new UsageError('This command needs a typescript with an API for JavaScript, such as version 6.')
  return typescript as TypeScript
}

const show = ({ path, line, message }: Leftover) => `${path}:${line}: ${message}`

async function run({ positionals, values }: Arguments): Promise<number> {
  const [from, ...paths] = positionals
  if (from !== 'casl') throw new UsageError(`The first argument must be casl, and is ${from ?? 'missing'}.`)
  if (paths.length === 0) throw new UsageError('The argument PATH is missing.')
  const isDry = values['dry-run'] === true
  const typescript = await loadTypeScript()
  // All files are read before the first of them changes.
  const results = findSources(paths)
    .map(readSource)
    .filter(({ text }) => /@(casl|ucast)\//.test(text))
    .map((source) => migrateSource(typescript, source))
  const changed = results.filter(({ count }) => count > 0)
  const left = [...results.flatMap((result) => result.left), ...findDependencies()]
  if (!isDry) writeSources(changed)
  for (const { path, count } of changed) console.log(`${path}: ${count} changed`)
  for (const each of left) console.log(show(each))
  console.log(
    `Files ${isDry ? 'to change' : 'changed'}: ${changed.length}. Lines that are left: ${left.length}.`,
  )
  return left.length > 0 ? 1 : 0
}

export const migrate: Command = {
  usage: 'migrate casl PATH...',
  summary: 'Replace the imports of CASL.',
  help: `Replaces imports of @casl/ability, @casl/ability/extra and @casl/prisma in the files of PATH by
@content-service/authz/casl, and lists the lines that you must change yourself. PATH is a file or a folder.
Folders with the name node_modules, dist, build or coverage are left out.

  --dry-run   only list

Exit codes: 0 no line is left, 1 lines are left, 2 the command could not run.`,
  options: { 'dry-run': { type: 'boolean' } },
  run,
}
