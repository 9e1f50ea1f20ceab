import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { GENERATED, GENERATED_COMMONJS } from '../programs/generate-prisma.ts'
import { createOwnPackages } from '../programs/own-packages.ts'
import {
  compileModule,
  findMissing,
  findRunnable,
  LEGACY_DECORATORS,
  type Program,
} from '../programs/readme-programs.ts'

/** The programs of the permission engine, run as other projects run them: as CommonJS, and in the tests of Jest and Vitest. */
const run = promisify(execFile)
/** Some programs start a database. */
const PATIENCE_MS = 60_000
const VITEST = resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

export const consumers = createOwnPackages(join(import.meta.dirname, '../consumers'), {
  about: 'Jest, esbuild and older Nodes',
  advice: 'The check of the packages needs a connection to a package registry at its first use.',
})

/** The file of a program in another form: `authz-sql.cts`. */
export const renameProgram = ({ file }: Program, ending: string): string => file.replace(/\.ts$/, ending)

/** CommonJS has no `await` outside of a function, so that all but the imports are in one. */
function wrapBody(code: string): string {
  const file = ts.createSourceFile('program.ts', code, ts.ScriptTarget.Latest)
  const isImport = (statement: ts.Statement) => ts.isImportDeclaration(statement)
  const write = (statements: readonly ts.Statement[]) =>
    statements.map((statement) => code.slice(statement.pos, statement.end)).join('')
  const imports = write(file.statements.filter(isImport))
  const body = write(file.statements.filter((statement) => !isImport(statement)))
  return `${imports}\nexport const done = (async () => {${body}\n})()\n`
}

/** Writes each program as CommonJS: `.cts` with types, and the `.cjs` that a compiler makes of it. */
export function writeCommonJsPrograms(project: string, programs: readonly Program[]): void {
  for (const program of programs) {
    const typed = wrapBody(program.code.replace(GENERATED, GENERATED_COMMONJS))
    const compilerOptions = {
      ...LEGACY_DECORATORS,
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2024,
      esModuleInterop: true,
    }
    const { outputText } = ts.transpileModule(typed, { compilerOptions })
    writeFileSync(join(project, renameProgram(program, '.cts')), typed)
    writeFileSync(join(project, renameProgram(program, '.cjs')), outputText)
  }
}

/** A test that runs a program, and writes its output to a file. */
const writeTest = (spy: string, load: string, output: string): string => `
const said = []
${spy}.spyOn(console, 'log').mockImplementation((...given) => said.push(format(...given)))
test('runs', async () => {
  await ${load}
  writeFileSync(${JSON.stringify(output)}, said.join('\\n'))
})
`

interface Runner {
  readonly name: string
  /** The test of a program. It is beside the program. */
  readonly write: (program: Program, output: string) => { readonly file: string; readonly code: string }
  readonly args: (project: string) => readonly string[]
}

const callJest = (project: string, ending: string): readonly string[] => [
  join(consumers.folder, 'node_modules/jest/bin/jest.js'),
  ...['--rootDir', project, '--config'],
  JSON.stringify({
    testMatch: [`**/*${ending}`],
    testTimeout: PATIENCE_MS,
    transform: {},
    moduleFileExtensions: ['js', 'mjs', 'cjs', 'json'],
  }),
]

const jest: Runner = {
  name: 'jest',
  write: (program, output) => ({
    file: renameProgram(program, '.jest.cjs'),
    code: `const { format } = require('node:util')\nconst { writeFileSync } = require('node:fs')\n${writeTest('jest', `require('./${renameProgram(program, '.cjs')}').done`, output)}`,
  }),
  args: (project) => callJest(project, '.jest.cjs'),
}

/** Jest loads packages that are modules alone, such as those of Nest, only in this mode of Node. */
const jestWithModules: Runner = {
  name: 'jest with modules',
  write: (program, output) => ({
    file: renameProgram(program, '.jest.mjs'),
    code: `import { format } from 'node:util'\nimport { writeFileSync } from 'node:fs'\nimport { jest } from '@jest/globals'\n${writeTest('jest', `import('./${renameProgram(program, '.mjs')}')`, output)}`,
  }),
  args: (project) => ['--experimental-vm-modules', ...callJest(project, '.jest.mjs')],
}

const vitest: Runner = {
  name: 'vitest',
  write: (program, output) => ({
    file: renameProgram(program, '.vitest.mjs'),
    code: `import { format } from 'node:util'\nimport { writeFileSync } from 'node:fs'\n${writeTest('vi', `import('./${findRunnable(program)}')`, output)}`,
  }),
  args: (project) => [
    VITEST,
    'run',
    '--globals',
    '--root',
    project,
    '--config',
    join(project, 'vitest.config.mjs'),
  ],
}

/** The problems of the programs inside the tests of a runner. */
async function findTestProblems(
  project: string,
  programs: readonly Program[],
  runner: Runner,
): Promise<string[]> {
  const ending = programs.filter(({ ends }) => ends)
  const outputs = join(project, `output of ${runner.name}`)
  const outputOf = ({ file }: Program) => join(outputs, basename(file))
  mkdirSync(outputs)
  for (const program of ending) {
    const { file, code } = runner.write(program, outputOf(program))
    writeFileSync(join(project, file), code)
  }
  const failure = await run(process.execPath, runner.args(project), { cwd: project, env: cleanEnv() }).then(
    () => '',
    (error: { readonly stdout: string; readonly stderr: string }) => error.stdout + error.stderr,
  )
  if (failure) return [`${runner.name}: ${failure}`]
  return ending.flatMap((program) => {
    const output = existsSync(outputOf(program)) ? readFileSync(outputOf(program), 'utf8') : ''
    return findMissing(program.printed, output).map(
      (text) => `${program.file} in ${runner.name} does not print ${text}`,
    )
  })
}

/** Without the conditions of this workspace, which a project does not have. */
export const cleanEnv = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_OPTIONS: '', NODE_ENV: 'test' })

export function findJestProblems(project: string, programs: readonly Program[]): Promise<string[]> {
  return findTestProblems(project, programs, jest)
}

/** Compiles the programs, because Jest does not strip types in this mode either. */
export function findModuleJestProblems(project: string, programs: readonly Program[]): Promise<string[]> {
  for (const program of programs)
    writeFileSync(join(project, renameProgram(program, '.mjs')), compileModule(program.code))
  return findTestProblems(project, programs, jestWithModules)
}

export function findVitestProblems(project: string, programs: readonly Program[]): Promise<string[]> {
  const config = `export default { test: { include: ['*.vitest.mjs'], testTimeout: ${PATIENCE_MS} } }\n`
  writeFileSync(join(project, 'vitest.config.mjs'), config)
  return findTestProblems(project, programs, vitest)
}
