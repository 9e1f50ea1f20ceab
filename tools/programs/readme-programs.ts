import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'

/** The TypeScript of one page, as one module. */
export interface Program {
  /** `domain.ts`, `authz-sql.ts`. */
  readonly file: string
  readonly code: string
  /** The output of `console.log` that the page shows; `…` stands for any text. */
  readonly printed: readonly string[]
  /** False for a page that starts a server and does not close it. */
  readonly ends: boolean
}

/** Guides of authz, which use the policy, the user and the article of its README. */
const AUTHZ_GUIDES = [
  'conditions',
  'drizzle',
  'fields',
  'sql',
  'browser',
  'graphql',
  'guards',
  'nest',
  'prisma',
  'trpc',
  'json',
  'mongodb',
  'testing',
]
const AUTHZ_PAGES = ['fold', 'from-casbin', 'from-permix', 'hidden-fields', 'ordered', 'parents', 'rows']

const run = promisify(execFile)

/** The programs of the READMEs in `libs`, and of the guides of authz. */
export function readPrograms(root: string, libraries: readonly string[]): readonly Program[] {
  const read = (page: string): string => readExamples(join(root, 'libs', page))
  const authz = read('authz/README.md')
  return [
    // The last example of its README denies, which ends the program.
    toProgram('authz', authz.replace(/policy\.authorize\(.*/, '')),
    ...AUTHZ_GUIDES.map((name) => readAuthzGuide(root, name)),
    ...AUTHZ_PAGES.map((name) => readAuthzPage(root, name)),
    ...libraries.filter((name) => name !== 'authz').map((name) => toProgram(name, read(`${name}/README.md`))),
  ]
}

/** The program of a guide of authz, which continues the first use in its README. */
export function readAuthzGuide(root: string, name: string): Program {
  const folder = join(root, 'libs/authz')
  const [firstUse = ''] = readExamples(join(folder, 'README.md')).split(
    /^import .* from '@content-service\/authz\/sql'/m,
  )
  return toProgram(`authz-${name}`, `${firstUse}\n${readExamples(join(folder, 'docs', `${name}.md`))}`)
}

/** The program of a guide of authz that stands alone. */
export const readAuthzPage = (root: string, name: string): Program =>
  toProgram(`authz-${name}`, readExamples(join(root, 'libs/authz/docs', `${name}.md`)))

function readExamples(page: string): string {
  const blocks = readFileSync(page, 'utf8').matchAll(/```ts\n([^]*?)```/g)
  return [...blocks].map(([, code]) => code).join('\n')
}

function toProgram(name: string, code: string): Program {
  const printed = [...code.matchAll(/^ *console\.log\(.*\) \/\/ (.+)$/gm)].map(([, text = '']) => text)
  return { file: `${name}.ts`, code, printed, ends: !code.includes('.listen(') || code.includes('.close()') }
}

/** Writes the files of a guide into a folder of a project, each in its last form. Returns their names. */
export function writeGuide(project: string, page: string): readonly string[] {
  const folder = basename(page, '.md')
  mkdirSync(join(project, folder))
  const blocks = readFileSync(page, 'utf8').matchAll(/```ts\n\/\/ ([\w.-]+)\n([^]*?)```/g)
  const files = new Map([...blocks].map(([, name = '', code = '']) => [join(folder, name), code]))
  for (const [file, code] of files) writeFileSync(join(project, file), code)
  return [...files.keys()]
}

/** Node strips types and has no decorators, so that a program with decorators is compiled. Returns the file that runs. */
export const findRunnable = ({ file, code }: Pick<Program, 'file' | 'code'>): string =>
  /^ *@\w+\(/m.test(code) ? file.replace(/\.ts$/, '.compiled.mjs') : file

export const LEGACY_DECORATORS: ts.CompilerOptions = { experimentalDecorators: true }

/** The program as a module of JavaScript. */
export function compileModule(code: string): string {
  const compilerOptions = {
    ...LEGACY_DECORATORS,
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2024,
  }
  return ts.transpileModule(code, { compilerOptions }).outputText
}

/** Writes the programs and the files that they read into a project with the installed libraries. */
export function writePrograms(project: string, programs: readonly Program[]): void {
  for (const program of programs) {
    writeFileSync(join(project, program.file), program.code)
    const runnable = findRunnable(program)
    if (runnable !== program.file) writeFileSync(join(project, runnable), compileModule(program.code))
  }
  writeFileSync(join(project, 'policy.json'), '{}') // authz/docs/json.md shows what a bad policy file leads to
}

/** Runs one program as its reader does. */
export async function findProgramProblems(
  project: string,
  program: Program,
  node = process.execPath,
): Promise<string[]> {
  const { file, printed, ends } = program
  if (!ends) return []
  try {
    const { stdout } = await run(node, [findRunnable(program)], { cwd: project, timeout: 60_000 })
    return findMissing(printed, stdout).map((text) => `${file} does not print ${text}, but:\n${stdout}`)
  } catch (error) {
    const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message: string }
    return [`${file}: ${stdout ?? ''}${stderr ?? message}`]
  }
}

/** The texts that a page shows and an output does not have. */
export function findMissing(printed: readonly string[], output: string): readonly string[] {
  const lines = output.replaceAll(/\s+/g, ' ')
  return printed.filter((text) => !toPattern(text).test(lines))
}

function toPattern(text: string): RegExp {
  return new RegExp(
    text
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  )
}
