import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Packed, typeProblems, writeConsumer } from '../check/packed.ts'
import { GENERATED } from '../programs/generate-prisma.ts'
import { findProgramProblems, findRunnable, type Program } from '../programs/readme-programs.ts'
import { BUNDLERS, type Bundler } from './bundlers.ts'
import {
  consumers,
  findJestProblems,
  findModuleJestProblems,
  findVitestProblems,
  renameProgram,
  writeCommonJsPrograms,
} from './forms.ts'
import { writeStateProgram } from './shared-state.ts'

/** A check of the packages that have two forms: its name, and what finds the problems. */
type Check = readonly [name: string, work: () => Promise<readonly string[]>]

/** The compiler options of projects that `require` the packages. */
const REQUIRING = {
  node10: ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'],
  node16: ['--module', 'node16'],
}

/** A program of node:test gives its tests to that runner. */
const NOT_IN_TESTS = /from 'node:test'/
/** Packages whose types are those of a module, which CommonJS cannot require in node16. */
const NOT_TYPED = /from '(@libsql\/client|@nestjs\/core)'/
/** CASL has no types for `node10`, nor have the packages whose types are made of them. */
const NOT_IN_NODE10 = /@casl\/|\/authz-casl/
/** Packages that are modules, or load some: Jest runs these programs as modules alone. */
const NOT_IN_JEST = /from '(fastify|@electric-sql\/pglite|@nestjs\/core)'/

const collect = async <T>(
  things: readonly T[],
  find: (thing: T) => Promise<readonly string[]>,
): Promise<readonly string[]> => (await Promise.all(things.map(find))).flat()

/** Runs the bundle of a program. */
async function findBundleProblems(
  project: string,
  program: Program,
  [name, bundle]: readonly [string, Bundler],
): Promise<string[]> {
  try {
    const code = await bundle({ project, file: findRunnable(program), minify: true, platform: 'node' })
    const file = renameProgram(program, `.${name}.mjs`)
    writeFileSync(join(project, file), code)
    return await findProgramProblems(project, { ...program, file })
  } catch (error) {
    return [`${name} cannot bundle ${program.file}: ${(error as Error).message}`]
  }
}

/** The checks, in their order. Each runs the programs of the documentation as another kind of project does. */
export function checkForms(
  project: string,
  packed: readonly Packed[],
  programs: readonly Program[],
): readonly Check[] {
  if (!consumers.areInstalled()) consumers.install()
  const entries = packed.flatMap((each) => each.entries)
  const own = programs.filter(({ file }) => file.startsWith('authz'))
  const tested = own.filter(({ code }) => !NOT_IN_TESTS.test(code))
  const asModules = tested.filter(({ code }) => !code.includes(GENERATED))
  const inJest = tested.filter(({ code }) => !NOT_IN_JEST.test(code))
  const bothForms = writeStateProgram(entries)
  writeFileSync(join(project, bothForms.file), bothForms.code)
  const required = own.map((program) => ({ ...program, file: renameProgram(program, '.cjs') }))
  const checkTypes = async () => {
    writeCommonJsPrograms(project, own)
    const typed = own.filter(({ code }) => !NOT_TYPED.test(code))
    return collect(Object.entries(REQUIRING), async ([resolution, options]) => {
      const isFound = (text: string): boolean => resolution !== 'node10' || !NOT_IN_NODE10.test(text)
      const files = [
        ...typed.filter(({ code }) => isFound(code)).map((program) => renameProgram(program, '.cts')),
        await writeConsumer(project, entries.filter(isFound), `consumer-${resolution}.cts`),
      ]
      return typeProblems(project, files, [...options, '--types', 'node'])
    })
  }
  return [
    [`types of the pages for CommonJS, ${Object.keys(REQUIRING).join(' and ')}`, checkTypes],
    [
      `run ${own.length} pages as CommonJS`,
      () => collect(required, (program) => findProgramProblems(project, program)),
    ],
    [
      `import and require ${entries.length} entries in one program`,
      () => findProgramProblems(project, bothForms),
    ],
    [`run ${inJest.length} pages in Jest`, () => findJestProblems(project, inJest)],
    [`run ${asModules.length} pages in Jest with modules`, () => findModuleJestProblems(project, asModules)],
    [
      `run ${tested.length} pages and the program with both forms in Vitest`,
      () => findVitestProblems(project, [...tested, bothForms]),
    ],
    ...Object.entries(BUNDLERS).map((bundler): Check => [
      `bundle ${own.length} pages with ${bundler[0]}, and run them`,
      () => collect(own, (program) => findBundleProblems(project, program, bundler)),
    ]),
  ]
}
