import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIBRARY } from './shipped-types.ts'

const MODULES = join(LIBRARY, '../../node_modules')

const CONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    types: ['node'],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    customConditions: ['@content-service/source'],
    plugins: [{ name: 'gql.tada/ts-plugin', schema: './src/content-service/schema.graphql' }],
  },
  include: ['src'],
}

export interface Outcome {
  readonly code: number
  readonly output: string
}

/** A project of a team, in a folder outside of this workspace. */
export interface TeamProject {
  readonly folder: string
  write(file: string, text: string): Promise<void>
  /** Runs a file with Node in the folder. */
  run(file: string, ...args: readonly string[]): Promise<Outcome>
  remove(): Promise<void>
}

export const createTeamProject = async (): Promise<TeamProject> => {
  const folder = await mkdtemp(join(tmpdir(), 'client-'))
  await symlink(MODULES, join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
  return {
    folder,
    write: (file, text) => writeFile(join(folder, file), text),
    run: (file, ...args) =>
      new Promise((resolve) => {
        const all = ['--conditions=@content-service/source', file, ...args]
        execFile(process.execPath, all, { cwd: folder }, (error, stdout, stderr) =>
          resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
        )
      }),
    remove: () => rm(folder, { recursive: true }),
  }
}

export const COMMAND = join(LIBRARY, 'src/cli/main.ts')
/** The two commands of `npm run typecheck`. */
export const TYPECHECK: readonly (readonly [string, ...string[]])[] = [
  [join(MODULES, 'typescript/bin/tsc')],
  [join(MODULES, 'gql.tada/bin/cli.js'), 'check'],
]
