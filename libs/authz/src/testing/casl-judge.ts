import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Verdict } from '../../../../tools/judge.ts'

const require = createRequire(import.meta.url)
const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/** The specs of a package of CASL, and the modules that they import. */
interface Suite {
  readonly name: string
  readonly modules: Readonly<Record<string, string>>
}

const reExport = (path: string) => `export * from ${JSON.stringify(path)}\n`

const CASL = reExport(source('casl/index.ts'))
const suites: readonly Suite[] = [
  { name: 'casl-ability', modules: { 'src/index.ts': CASL, 'src/extra.ts': CASL } },
]

/** The specs were written for Jest. */
const SETUP = `import { vi } from 'vitest'\nglobalThis.jest = vi\n`
const EXPECT_TYPE = `export { expectTypeOf } from 'vitest'\n`
const CONFIG = `export default {
  resolve: { alias: { 'expect-type': import.meta.dirname + '/expect-type.ts' } },
  test: { globals: true, include: ['spec/**/*.spec.ts'], setupFiles: ['./setup.ts'] },
}
`
const TYPES = JSON.stringify({
  compilerOptions: {
    ...{ target: 'esnext', module: 'esnext', moduleResolution: 'bundler', strict: true, noEmit: true },
    ...{ skipLibCheck: true, allowImportingTsExtensions: true, types: ['vitest/globals', 'node'] },
    paths: { 'expect-type': ['./expect-type.ts'] },
  },
  include: ['spec/types/*.ts'],
})

/** A temporary project with the unchanged specs of a package. */
function createProject(folder: string, { name, modules: files }: Suite): string {
  const project = join(mkdtempSync(join(tmpdir(), 'authz-casl-')), name)
  cpSync(join(folder, 'packages', name), project, { recursive: true })
  symlinkSync(modules, join(project, 'node_modules'))
  mkdirSync(join(project, 'src'))
  const own = {
    'setup.ts': SETUP,
    'expect-type.ts': EXPECT_TYPE,
    'vitest.config.mjs': CONFIG,
    'tsconfig.json': TYPES,
  }
  for (const [path, code] of Object.entries({ ...own, ...files })) writeFileSync(join(project, path), code)
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
  const project = createProject(folder, suite)
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

/** Runs the specs of CASL, unchanged, against the sub-path `/casl`. */
export async function judge(folder: string): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  for (const suite of suites) verdicts.push(...(await judgeSuite(folder, suite)))
  return verdicts
}
