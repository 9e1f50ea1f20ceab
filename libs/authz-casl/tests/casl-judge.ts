import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Verdict } from '../../../tools/check/judge.ts'
import { generatePrisma } from '../../../tools/programs/generate-prisma.ts'

const require = createRequire(import.meta.url)
const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** The specs of a package of CASL, and the modules that they import. */
interface Suite {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  /** The files of other names that the specs import. */
  readonly aliases: Readonly<Record<string, string>>
  /** The specs whose types differ. */
  readonly untyped: readonly string[]
  readonly prepare?: (project: string) => Promise<void>
}

const reExport = (path: string) => `export * from ${JSON.stringify(source(path))}\n`

const CASL = reExport('index.ts')
/** An application names the types of its client in the same way. */
const REGISTER = `import type { Prisma } from '@prisma/client'
declare module ${JSON.stringify(source('prisma/index.ts'))} { interface Register { TypeMap: Prisma.TypeMap } }
`

/** The generated client is a module for Node, which Vite must not change. */
const CLIENT = `import { createRequire } from 'node:module'
export type * from './client/index.js'
export const { PrismaClient } = createRequire(import.meta.url)('./client/index.js')
`

/** The specs name another adapter for SQLite, which has to be compiled. */
const ADAPTER = `export { PrismaLibSql as PrismaBetterSqlite3 } from '@prisma/adapter-libsql'
`

const suites: readonly Suite[] = [
  {
    name: 'casl-ability',
    files: { 'src/index.ts': CASL, 'src/extra.ts': CASL },
    aliases: {},
    // The conditions of ucast are a class with private members, and ours are data.
    untyped: ['spec/rulesToAST.spec.ts'],
  },
  {
    name: 'casl-prisma',
    files: {
      'ability.ts': CASL,
      'client.ts': CLIENT,
      'adapter.ts': ADAPTER,
      'src/index.ts': reExport('prisma/index.ts') + REGISTER,
    },
    aliases: {
      '@casl/ability': './ability.ts',
      '@prisma/client': './client.ts',
      '@prisma/adapter-better-sqlite3': './adapter.ts',
    },
    untyped: [],
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

/** The specs were written for Jest. */
const SETUP = `import { vi } from 'vitest'\nglobalThis.jest = vi\n`
const JEST = `declare const jest: typeof import('vitest').vi\n`
const EXPECT_TYPE = `export { expectTypeOf } from 'vitest'\n`

const configOf = (project: string, aliases: Suite['aliases']) => `
const aliases = ${JSON.stringify(Object.entries(aliases))}
const alias = ([name, path]) => ({ find: new RegExp('^' + name + '$'), replacement: path.replace('.', ${JSON.stringify(project)}) })
export default {
  resolve: { alias: aliases.map(alias) },
  test: {
    globals: true,
    include: ['spec/**/*.spec.ts'],
    setupFiles: ['./setup.ts'],
  },
}
`

const typesOf = ({ untyped }: Suite, aliases: Suite['aliases']) =>
  JSON.stringify({
    compilerOptions: {
      ...{ target: 'esnext', module: 'esnext', moduleResolution: 'bundler', strict: true, noEmit: true },
      ...{ skipLibCheck: true, allowImportingTsExtensions: true, types: ['vitest/globals', 'node'] },
      paths: Object.fromEntries(Object.entries(aliases).map(([name, path]) => [name, [path]])),
    },
    include: ['jest.d.ts', 'spec/**/*.ts'],
    exclude: untyped,
  })

/** A temporary project with the unchanged specs of a package. */
async function createProject(folder: string, suite: Suite): Promise<string> {
  const project = join(mkdtempSync(join(tmpdir(), 'authz-casl-')), suite.name)
  cpSync(join(folder, 'packages', suite.name), project, { recursive: true })
  symlinkSync(modules, join(project, 'node_modules'))
  mkdirSync(join(project, 'src'))
  const aliases = { 'expect-type': './expect-type.ts', ...suite.aliases }
  const files = {
    'setup.ts': SETUP,
    'jest.d.ts': JEST,
    'expect-type.ts': EXPECT_TYPE,
    'vitest.config.mjs': configOf(project, aliases),
    'tsconfig.json': typesOf(suite, aliases),
    ...suite.files,
  }
  for (const [path, code] of Object.entries(files)) writeFileSync(join(project, path), code)
  await suite.prepare?.(project)
  return project
}

/** The output of a program that fails if a test or a type fails. */
async function run(program: string, args: readonly string[], project: string): Promise<string> {
  const running = promisify(execFile)(process.execPath, [program, ...args], { cwd: project, maxBuffer: 1e8 })
  const { stdout } = await running.catch((error: { readonly stdout: string }) => error)
  return stdout
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
  await run(vitest, ['run', '--reporter=json', '--outputFile=report.json'], project)
  return JSON.parse(readFileSync(join(project, 'report.json'), 'utf8'))
}

/** The first error of types of each spec. */
async function checkTypes(project: string): Promise<ReadonlyMap<string, string>> {
  const output = await run(require.resolve('typescript/bin/tsc'), ['--pretty', 'false'], project)
  const errors = output.split('\n').filter((line) => line.startsWith('spec/'))
  return new Map(errors.reverse().map((error) => [error.slice(0, error.indexOf('(')), error]))
}

async function judgeSuite(folder: string, suite: Suite): Promise<readonly Verdict[]> {
  const project = await createProject(folder, suite)
  try {
    const [{ testResults }, typeErrors] = [await runSpecs(project), await checkTypes(project)]
    return testResults.flatMap(({ name, message, assertionResults }) => {
      const path = relative(project, name)
      const verdict = (title: string, failure: string | undefined): Verdict => ({
        request: `${suite.name} ${path}: ${title}`,
        outcome: failure === undefined ? 'agrees' : 'differs',
        reason: failure ?? '',
      })
      if (assertionResults.length === 0) return [verdict('all tests', message)]
      return assertionResults.map(({ fullName, status, failureMessages }) =>
        verdict(
          fullName,
          typeErrors.get(path) ?? (status === 'passed' ? undefined : failureMessages.join('\n')),
        ),
      )
    })
  } finally {
    rmSync(join(project, '..'), { recursive: true })
  }
}

/** Runs the specs of CASL, unchanged, against this package. */
export async function judge(folder: string): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  for (const suite of suites) verdicts.push(...(await judgeSuite(folder, suite)))
  return verdicts
}
