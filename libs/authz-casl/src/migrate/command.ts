import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findSources, readFile, writeNew } from './files.ts'
import { writePolicy } from './policy/write-policy.ts'
import { type RulesOfSource, readSource } from './read-source.ts'
import type { Leftover, Source } from './source.ts'
import type { TypeScript } from './typescript.ts'
import { UsageError } from './usage-error.ts'

const HELP = `Usage: authz-casl migrate PATH... [--policy FILE]

Reads the rules of CASL in the files of PATH, and changes none of them. Lists the operators that filterOf
refuses, and the rules whose order counts, because a policy has no order. PATH is a file or a folder.
Folders with the name node_modules, dist, build or coverage are left out.

  --policy FILE   write a policy with the rules that it expresses exactly to the new file FILE,
                  and list the other rules. A policy is for one ability: it has the rules of one file

Exit codes: 0 no line is left, 1 lines are left, 2 the command could not run.`

const OPTIONS = { policy: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const

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

/** One line without control characters, because it becomes a comment in the policy. */
const show = ({ path, line, column, message }: Leftover) =>
  `${path}:${line}:${column}: ${message}`.replaceAll(/[\s\p{Cc}]+/gu, ' ')

/** A policy is for one ability: it has rules of one file alone. */
function readSources(typescript: TypeScript, sources: readonly Source[]): readonly RulesOfSource[] {
  let home: string | undefined
  return sources.map((source) => {
    const result = readSource(typescript, source, home)
    if (result.written.length > 0) home ??= source.path
    return result
  })
}

function migrate(paths: readonly string[], policy: string | undefined): number {
  if (policy !== undefined && existsSync(policy))
    throw new UsageError(`${policy} exists already; name a new file`)
  const typescript = loadTypeScript()
  const sources = findSources(paths).map(readFile)
  const results = readSources(
    typescript,
    sources.filter(({ text }) => /@casl\//.test(text)),
  )
  const left = results.flatMap((result) => result.left)
  const ordered = results.flatMap((result) => result.ordered)
  const unwritten = policy === undefined ? [] : results.flatMap((result) => result.unwritten)
  const written = results.flatMap((result) => result.written)
  if (policy !== undefined) writeNew(policy, writePolicy(written, unwritten.map(show)))
  for (const each of [...left, ...ordered, ...unwritten]) console.log(show(each))
  const counts = [
    `Operators without an equivalent: ${left.length}. Rules whose order counts: ${ordered.length}.`,
  ]
  if (policy !== undefined)
    counts.push(`Rules in ${policy}: ${written.length}. Rules for you to write: ${unwritten.length}.`)
  console.log(counts.join(' '))
  return left.length + unwritten.length > 0 ? 1 : 0
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
  return migrate(paths, values.policy)
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
