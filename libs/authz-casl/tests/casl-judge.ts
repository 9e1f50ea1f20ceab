import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Verdict } from '../../../tools/check/judge.ts'
import { generatePrisma } from '../../../tools/programs/generate-prisma.ts'
import type { Answer } from './compare-answers.ts'

const library = fileURLToPath(new URL('..', import.meta.url))
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** The specs of a package of CASL, and the modules that they import. */
interface Suite {
  readonly name: string
  /** The entry of the bridge that reads the conditions of the package. */
  readonly bridge: string
  readonly files: Readonly<Record<string, string>>
  /** The files of other names that the specs import. */
  readonly aliases: Readonly<Record<string, string>>
  readonly prepare?: (project: string) => Promise<void>
}

const reExport = (module: string) => `export * from ${JSON.stringify(module)}\n`

/** The generated client is a module for Node, which Vite must not change. */
const CLIENT = `import { createRequire } from 'node:module'
export const { PrismaClient } = createRequire(import.meta.url)('./client/index.js')
`

/** The specs name another adapter for SQLite, which has to be compiled. */
const ADAPTER = `export { PrismaLibSql as PrismaBetterSqlite3 } from '@prisma/adapter-libsql'
`

const suites: readonly Suite[] = [
  {
    name: 'casl-ability',
    bridge: 'index.ts',
    files: { 'src/index.ts': reExport('@casl/ability'), 'src/extra.ts': reExport('@casl/ability/extra') },
    aliases: {},
  },
  {
    name: 'casl-prisma',
    bridge: 'prisma/index.ts',
    files: { 'client.ts': CLIENT, 'adapter.ts': ADAPTER, 'src/index.ts': reExport('@casl/prisma') },
    aliases: { '@prisma/client': './client.ts', '@prisma/adapter-better-sqlite3': './adapter.ts' },
    prepare: createClient,
  },
]

/** Generates the client of the package inside the project, and the tables of its database. */
async function createClient(project: string): Promise<void> {
  const read = (path: string) => readFileSync(join(project, path), 'utf8')
  const schema = read('schema.prisma').replace('generator client {', '$&\n  output = "./client"')
  // The copies are as read-only as the specs can be.
  for (const name of ['schema.prisma', 'prisma.config.ts']) rmSync(join(project, name))
  writeFileSync(join(project, 'schema.prisma'), schema)
  await generatePrisma(project)
  const db = new DatabaseSync(join(project, 'dev.db'))
  db.exec(read('migrations/20260105114555_init/migration.sql'))
  db.close()
}

const ANSWERS = 'answers.ndjson'

/** The specs were written for Jest. Each answer of an ability is compared with the bridge. */
const writeSetup = (project: string, { bridge }: Suite) => `import { vi } from 'vitest'
import * as bridge from ${JSON.stringify(join(library, 'src', bridge))}
import { compareAnswers } from ${JSON.stringify(join(library, 'tests/compare-answers.ts'))}
globalThis.jest = vi
compareAnswers(bridge, ${JSON.stringify(join(project, ANSWERS))})
`
const EXPECT_TYPE = `export { expectTypeOf } from 'vitest'\n`

const writeConfig = (project: string, aliases: Suite['aliases']) => `
const aliases = ${JSON.stringify(Object.entries(aliases))}
const alias = ([name, path]) => ({ find: new RegExp('^' + name + '$'), replacement: path.replace('.', ${JSON.stringify(project)}) })
export default {
  resolve: { alias: aliases.map(alias) },
  test: {
    execArgv: ['--conditions=@content-service/source'],
    globals: true,
    include: ['spec/**/*.spec.ts'],
    setupFiles: ['./setup.ts'],
  },
}
`

/** A temporary project with the unchanged specs of a package. */
async function createProject(folder: string, suite: Suite): Promise<string> {
  const project = join(mkdtempSync(join(tmpdir(), 'authz-casl-')), suite.name)
  cpSync(join(folder, 'packages', suite.name), project, {
    recursive: true,
    // In a package of its name, an import of CASL would be an import of the package itself.
    filter: (path) => !path.endsWith('package.json'),
  })
  symlinkSync(modules, join(project, 'node_modules'))
  mkdirSync(join(project, 'src'))
  const aliases = { 'expect-type': './expect-type.ts', ...suite.aliases }
  const files = {
    'setup.ts': writeSetup(project, suite),
    'expect-type.ts': EXPECT_TYPE,
    'vitest.config.mjs': writeConfig(project, aliases),
    ...suite.files,
  }
  for (const [path, code] of Object.entries(files)) writeFileSync(join(project, path), code)
  await suite.prepare?.(project)
  return project
}

interface TestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

async function runSpecs(project: string): Promise<TestReport> {
  const vitest = join(modules, 'vitest/vitest.mjs')
  const args = [vitest, 'run', '--reporter=json', '--outputFile=report.json']
  // A spec that fails is in the report.
  await promisify(execFile)(process.execPath, args, { cwd: project, maxBuffer: 1e8 }).catch(() => {})
  return JSON.parse(readFileSync(join(project, 'report.json'), 'utf8'))
}

/** Whether CASL passes its own specs while the answers are compared. */
const judgeSpecs = (project: string, { name }: Suite, { testResults }: TestReport): readonly Verdict[] =>
  testResults.flatMap(({ name: path, message, assertionResults }) => {
    const verdict = (title: string, failure: string | undefined): Verdict => ({
      request: `${name} ${relative(project, path)}: ${title}`,
      outcome: failure === undefined ? 'agrees' : 'differs',
      reason: failure ?? '',
    })
    if (assertionResults.length === 0) return [verdict('all tests', message)]
    return assertionResults.map(({ fullName, status, failureMessages }) =>
      verdict(fullName, status === 'passed' ? undefined : failureMessages.join('\n')),
    )
  })

const readAnswers = (project: string): readonly Answer[] =>
  existsSync(join(project, ANSWERS))
    ? readFileSync(join(project, ANSWERS), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Answer)
    : []

/** One verdict for each answer, and one for all answers that are left out for one reason. */
function judgeAnswers({ name }: Suite, answers: readonly Answer[]): readonly Verdict[] {
  const compared = answers.filter(({ outcome }) => outcome === 'agrees' || outcome === 'differs')
  const others = Map.groupBy(
    answers.filter((each) => !compared.includes(each)),
    ({ what, outcome }) => `${what}: ${outcome}`,
  )
  return [
    ...compared.map(({ what, question, outcome }) => ({
      request: `${name} ${what}: ${question}`,
      outcome: outcome as Verdict['outcome'],
      reason: '',
    })),
    ...[...others].map(([reason, each]) => ({
      request: `${name} ${reason}`,
      outcome: 'left out' as const,
      reason: `${each.length} answers of ${new Set(each.map(({ ability }) => ability)).size} abilities`,
    })),
  ]
}

async function judgeSuite(folder: string, suite: Suite): Promise<readonly Verdict[]> {
  const project = await createProject(folder, suite)
  try {
    const report = await runSpecs(project)
    const specs = judgeSpecs(project, suite, report)
    const answers = judgeAnswers(suite, readAnswers(project))
    const compared = answers.filter(({ outcome }) => outcome !== 'left out').length
    process.stdout.write(`${suite.name}: ${specs.length} specs ran, ${compared} answers compared\n`)
    return [...specs, ...answers]
  } finally {
    rmSync(join(project, '..'), { recursive: true })
  }
}

/** Runs the specs of CASL, unchanged, on CASL, and compares each answer with a filter and a policy of the same ability. */
export async function judge(folder: string): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  for (const suite of suites) verdicts.push(...(await judgeSuite(folder, suite)))
  return verdicts
}
