import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileModule, findProgramProblems, findRunnable, type Program } from './readme-programs.ts'

/** The library whose documentation has a program: the guides of authz are programs `authz-sql.ts`. */
const findLibrary = (root: string, { file }: Program): string => {
  const name = file.replace(/\.ts$/, '')
  return existsSync(join(root, 'libs', name)) ? name : 'authz'
}

/** The oldest Node that a library allows: 20.0.0 of `>=20`, and 22.18.0 of `^22.18.0 || >=24`. */
export const readOldestNode = (root: string, library: string): string => {
  const { engines } = JSON.parse(readFileSync(join(root, 'libs', library, 'package.json'), 'utf8'))
  const [version = ''] = /[\d.]+/.exec(engines.node) ?? []
  return [...version.split('.'), '0', '0'].slice(0, 3).join('.')
}

/** The libraries that a program imports, with its own: the guide of the client starts a server, which needs a newer Node. */
const listLibraries = (root: string, program: Program): readonly string[] => [
  findLibrary(root, program),
  ...[...program.code.matchAll(/from '@content-service\/([\w-]+)/g)].map(([, name = '']) => name),
]

const compareVersions = (a: string, b: string): number => {
  const [one, other] = [a, b].map((version) => version.split('.').map(Number))
  return (one ?? []).map((part, place) => part - (other?.[place] ?? 0)).find(Boolean) ?? 0
}

/** The oldest Node that all libraries of a program allow. */
const findOldestNode = (root: string, program: Program): string =>
  listLibraries(root, program)
    .map((library) => readOldestNode(root, library))
    .toSorted(compareVersions)
    .at(-1) ?? ''

/** Node runs TypeScript from 22.18 on, so that readers of an older one compile the page. */
const runsTypeScript = (version: string): boolean => Number.parseInt(version, 10) >= 22

const writeRunnable = (project: string, program: Program, version: string): string => {
  // A page that creates a folder has done so on the usual Node, and creates another one here.
  const code = program.code.replaceAll("'my-content'", "'my-content-on-old-node'")
  if (runsTypeScript(version) && code === program.code) return findRunnable(program)
  const file = program.file.replace(/\.ts$/, '.oldest.mjs')
  writeFileSync(join(project, file), compileModule(code))
  return file
}

/**
 * Packages that need a newer Node than 20 themselves, a module that Node got later, and a file of TypeScript that Prisma
 * writes.
 */
const NEEDS_NEWER = /from '(fastify|graphql|node:sqlite|\.\/generated\/client\.ts)'/

/** Whether the oldest Node of a library can run the other libraries of a page. */
const runsOthers = (version: string, { code }: Program): boolean =>
  runsTypeScript(version) || !NEEDS_NEWER.test(code)

export interface OldestNodes {
  /** The root of the repository. */
  readonly root: string
  /** The folder whose package.json names the Nodes. */
  readonly consumers: string
  /** The project with the installed libraries and the programs. */
  readonly project: string
}

/** Runs a program on the oldest Node that its library allows. Packages of old Nodes are there for Linux on x64 alone. */
export async function findProblemsOnOldestNode(
  { root, consumers, project }: OldestNodes,
  program: Program,
): Promise<readonly string[]> {
  const version = findOldestNode(root, program)
  if (!runsOthers(version, program)) return []
  const node = join(consumers, `node_modules/node-${version}/bin/node`)
  if (!existsSync(node))
    return process.platform === 'linux' && process.arch === 'x64'
      ? [`${program.file}: add node-${version} to tools/consumers/package.json`]
      : []
  const file = writeRunnable(project, program, version)
  const problems = await findProgramProblems(project, { ...program, file }, node)
  return problems.map((problem) => `Node ${version}: ${problem}`)
}
