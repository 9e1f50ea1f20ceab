import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  findProgramProblems,
  readAuthzGuide,
  readAuthzPage,
} from '../../../../tools/programs/readme-programs.ts'
import { preparePrismaPage } from '../../../../tools/programs/generate-prisma.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const project = mkdtempSync(join(tmpdir(), 'authz-guides-'))
const guides = [
  ...['drizzle', 'prisma', 'mongodb', 'query-builders', 'sql'].map((name) => readAuthzGuide(root, name)),
  readAuthzPage(root, 'fold'),
  readAuthzPage(root, 'ordered'),
]

/** The packages that a reader of the guides installs. */
const PACKAGES = [
  ...['drizzle-orm', 'mingo', '@prisma', '@libsql', '@content-service', '@electric-sql', '@types'],
  ...['knex', 'typeorm', 'sequelize', '@mikro-orm', 'pg'],
]

/** Packages are in the folder of the library, or in the folder of the workspace. */
function installPackages() {
  mkdirSync(join(project, 'node_modules'))
  for (const name of PACKAGES) {
    const found = [join(root, 'libs/authz'), root]
      .map((folder) => join(folder, 'node_modules', name))
      .find((path) => existsSync(path))
    symlinkSync(found ?? name, join(project, 'node_modules', name))
  }
}

beforeAll(async () => {
  installPackages()
  await preparePrismaPage(root, project)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  for (const { file, code } of guides) writeFileSync(join(project, file), code)
}, 60_000)
afterAll(() => rmSync(project, { recursive: true }))

it.each(guides)('$file runs, and prints the output that the guide shows', async (guide) => {
  vi.stubEnv('NODE_OPTIONS', '--conditions=@content-service/source')
  expect(guide.printed).not.toEqual([])
  expect(await findProgramProblems(project, guide)).toEqual([])
})

it('the guides have no type errors', async () => {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const strict = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--skipLibCheck',
    '--target',
    'es2024',
  ]
  const modules = ['--module', 'nodenext', '--allowImportingTsExtensions', '--types', 'node']
  const ours = ['--customConditions', '@content-service/source']
  const files = guides.map(({ file }) => file)
  const checked = promisify(execFile)(process.execPath, [tsc, ...files, ...strict, ...modules, ...ours], {
    cwd: project,
  })
  const { stdout } = await checked.catch((error: { readonly stdout: string }) => error)
  expect(stdout).toBe('')
})
