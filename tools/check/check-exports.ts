import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { preparePrismaPage } from '../programs/generate-prisma.ts'
import { findProblemsOnOldestNode } from '../programs/oldest-node.ts'
import {
  findProgramProblems,
  readPrograms,
  writeGuide,
  writePrograms,
  type Program,
} from '../programs/readme-programs.ts'
import {
  importProblems,
  install,
  movedProblems,
  pack,
  type Packed,
  packagingProblems,
  strayFiles,
  typeProblems,
  writeConsumer,
} from './packed.ts'
import { checkTypes, installExample, runReadme, testEmbedded, testPostgres } from './examples.ts'
import { chooseForm } from './long-tests.ts'
import { callStudio, studioFileProblems } from './packed-studio.ts'
import { checkForms } from '../commonjs/check-forms.ts'
import { consumers } from '../commonjs/forms.ts'
import { callTemplate, installTemplate, TEMPLATES } from './templates.ts'

/**
 * Checks the libraries and the studio in the form that their users get: packed, and installed in a project outside of this
 * workspace.
 */

const root = resolve(import.meta.dirname, '../..')
const libraries = globSync('libs/*', { cwd: root })
  .sort()
  .map((path) => join(root, path))
const node = ['--types', 'node', '--allowImportingTsExtensions']
const resolutions = {
  nodenext: [...node, '--module', 'nodenext'],
  bundler: [...node, '--module', 'preserve', '--moduleResolution', 'bundler'],
}

const EXAMPLES = ['team', 'realworld']
const nameExample = (name: string): string => `examples/${name}`

/** The packages of the guides and of entries that no library needs in this workspace. */
const OF_GUIDES = [
  ...[
    '@electric-sql/pglite',
    '@libsql/client',
    '@prisma/adapter-libsql',
    '@prisma/client',
    'drizzle-orm',
    'mingo',
  ],
  ...['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'reflect-metadata', 'rxjs'],
  ...['@trpc/server', 'casbin', 'fastify', 'hono'],
  ...['knex', 'sequelize', 'typeorm', 'vue'],
]

const folder = await mkdtemp(join(tmpdir(), 'check-exports-'))
let failures = 0
try {
  await check()
} finally {
  await rm(folder, { recursive: true })
}
console.log(
  failures
    ? `\n${failures} problems`
    : `\nAll ${libraries.length} libraries install, import and type-check, and the studio is served.`,
)
process.exitCode = failures ? 1 : 0

async function check(): Promise<void> {
  const packed = await step('pack', () => Promise.all(libraries.map((library) => pack(library, folder))))
  const studio = await step('pack the studio', () => pack(join(root, 'apps/studio'), folder))
  await report('files', [
    ...packed.map((each, index) => strayFiles(each, sourcesOf(libraries[index] as string))),
    studioFileProblems(studio),
  ])
  await report('publint and attw', [...packed, studio].map(packagingProblems))
  const project = join(folder, 'project')
  const entries = packed.flatMap((each) => each.entries)
  // npm waits for the disk most of the time.
  await step(`install a project and ${EXAMPLES.map(nameExample).join(' and ')}`, () =>
    Promise.all([
      install(project, packed, companions(packed)),
      ...EXAMPLES.map((name) => installExample(join(folder, name), [...packed, studio])),
    ]),
  )
  await report(`import ${entries.length} entries`, [importProblems(project, entries)])
  const moved = packed.flatMap((each) => each.moved)
  await report(`refuse ${moved.length} old entries`, [movedProblems(project, moved)])
  const consumer = await writeConsumer(project, entries)
  const programs = readPrograms(
    root,
    libraries.map((library) => basename(library)),
  )
  writePrograms(project, programs)
  await preparePrismaPage(root, project)
  const guide = writeGuide(project, join(root, 'docs/content-types.md'))
  const files = [consumer, ...programs.map(({ file }) => file), ...guide]
  await report(
    `types of the entries and of ${programs.length + 1} pages, ${Object.keys(resolutions).join(' and ')}`,
    Object.values(resolutions).map((options) => typeProblems(project, files, options)),
  )
  await report(
    `run ${programs.length} pages`,
    programs.map((program) => findProgramProblems(project, program)),
  )
  await report(
    'run each page on the oldest Node that its library allows',
    runOnOldestNodes(project, programs),
  )
  const inBothForms = packed.filter(({ hasCommonJs }) => hasCommonJs)
  for (const [what, work] of checkForms(project, inBothForms, programs)) await report(what, [work()])
  for (const name of EXAMPLES) await checkExample(join(folder, name))
  await report('run the README of examples/realworld', [runReadme(join(folder, 'realworld'))])
  await report('serve the studio with examples/team', [callStudio(join(folder, 'team'))])
  await report('test examples/team on PostgreSQL', [testPostgres(join(folder, 'team'))])
  const command = join(project, 'node_modules/@content-service/create/dist/main.js')
  for (const template of chooseForm({ short: ['express'], long: Object.keys(TEMPLATES) }))
    await checkTemplate(command, template)
}

function runOnOldestNodes(project: string, programs: readonly Program[]): Promise<readonly string[]>[] {
  if (!consumers.areInstalled()) consumers.install()
  const nodes = { root, consumers: consumers.folder, project }
  return programs.map((program) => findProblemsOnOldestNode(nodes, program))
}

/** Creates a project with the packed command, tests it, and starts it. */
async function checkTemplate(command: string, template: string): Promise<void> {
  const project = join(folder, `created-${template}`)
  const name = `the template ${template}`
  await step(`create ${name}`, () => installTemplate(project, { command, template, packages: folder }))
  await report(`types of ${name}`, [checkTypes(project)])
  await report(`test ${name}`, [testEmbedded(project)])
  await report(`start ${name}`, [callTemplate(project, TEMPLATES[template] ?? [])])
}

/** Tests an example, which uses the libraries as a team does. */
async function checkExample(project: string): Promise<void> {
  const name = nameExample(basename(project))
  await report(`types of ${name}`, [checkTypes(project)])
  await report(`test ${name} on the embedded database`, [testEmbedded(project)])
}

function sourcesOf(library: string): string[] {
  return globSync('**/*.ts', { cwd: join(library, 'src') })
}

/**
 * The packages that a reader of the documentation installs beside the libraries: peers, frameworks, and types of packages
 * without types.
 */
function companions(packed: Packed[]): Record<string, string> {
  const own = new Set(packed.map(({ name }) => name))
  const peers = new Set(
    [...OF_GUIDES, ...packed.flatMap((each) => each.peers)].filter((name) => !own.has(name)),
  )
  const wanted = [...peers].flatMap((name) => [name, `@types/${name}`])
  const installed = ['@types/node', ...wanted].map((name) => [name, versionOf(name)])
  return Object.fromEntries(installed.filter(([, version]) => version))
}

function versionOf(name: string): string | undefined {
  // A library has a package in its own folder if another version is in the folder of the workspace.
  const [path] = globSync(`{.,libs/*}/node_modules/${name}/package.json`, { cwd: root })
  return path && JSON.parse(readFileSync(join(root, path), 'utf8')).version
}

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  console.log(`  ${what} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return result
}

async function report(what: string, work: (Promise<readonly string[]> | readonly string[])[]): Promise<void> {
  const problems = (await step(what, () => Promise.all(work))).flat()
  for (const problem of problems) console.log(`    ✗ ${problem.replaceAll('\n', '\n      ')}`)
  failures += problems.length
}
