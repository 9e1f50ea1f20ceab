import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeForms } from '../../../tools/commonjs/entries.ts'
import { writeCommonJs } from '../../../tools/commonjs/write-commonjs.ts'
import { generatePrisma } from '../../../tools/programs/generate-prisma.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, '../../node_modules')
const folder = mkdtempSync(join(tmpdir(), 'authz-casl-project-'))
const project = join(folder, 'project')
const installed = join(folder, 'node_modules')

/** Other tests set the condition that chooses the sources, which the tarball does not have. */
const env = { ...process.env, NODE_OPTIONS: '' }

const run = (command: string, args: readonly string[], cwd: string) =>
  promisify(execFile)(command, [...args], { cwd, env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { readonly code: unknown; readonly stdout: string; readonly stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  )

/** Packs a copy of a library, because another test can pack the library itself at the same time. */
async function packLibrary(name: string): Promise<void> {
  const copy = join(folder, name)
  cpSync(join(root, '..', name), copy, {
    recursive: true,
    filter: (path) => !/\/(node_modules|tests|tsconfig[^/]*)$/.test(path),
  })
  const manifest = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'))
  await writeCommonJs(copy, manifest)
  writeFileSync(join(copy, 'package.json'), JSON.stringify(describeForms(manifest)))
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], copy)
}

/** Installs the package and the engine from their tarballs. The project gets its other packages from the workspace. */
async function install(): Promise<void> {
  await run(process.execPath, [join(modules, 'typescript/bin/tsc'), '--build', 'tsconfig.lib.json'], root)
  for (const name of ['authz', 'authz-casl']) await packLibrary(name)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  await run('npm', ['install', '--offline', '--ignore-scripts', ...tarballs], folder)
  mkdirSync(join(project, 'node_modules'))
  for (const name of ['typescript', '@types', '@prisma', '@casl', '@ucast'])
    symlinkSync(join(modules, name), join(project, 'node_modules', name))
}

async function createDatabase(): Promise<void> {
  await generatePrisma(project)
  const db = new DatabaseSync(join(project, 'blog.db'))
  db.exec(readFileSync(join(project, 'tables.sql'), 'utf8'))
  db.close()
}

beforeAll(async () => {
  cpSync(join(root, 'tests/casl-project'), project, { recursive: true })
  await Promise.all([install(), createDatabase()])
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true }))

it('a project with CASL and Prisma uses the packed package', async () => {
  const compiler = 'node_modules/typescript/bin/tsc'
  expect(await run(process.execPath, [compiler, '--project', 'tsconfig.json'], project)).toEqual({
    code: 0,
    output: '',
  })
  expect(await run(process.execPath, ['src/check.ts'], project)).toEqual({
    code: 0,
    output: 'All checks pass.\n',
  })
})

it('the command of the packed package lists the rules of the project', async () => {
  const main = join(installed, '.bin/authz-casl')
  const { code, output } = await run(process.execPath, [main, 'migrate', 'src'], project)
  expect(code).toBe(0)
  expect(output.split('\n').map((line) => line.replace(/ and (gives back|takes).*/, ''))).toEqual([
    'src/ability.ts:15:5: this cannot follows the can of line 14',
    'src/ability.ts:16:5: this cannot follows the can of line 14',
    'src/ability.ts:18:25: this can follows the cannot of lines 15, 16',
    'src/menu.ts:9:3: this cannot follows the can of line 8',
    'Operators without an equivalent: 0. Rules whose order counts: 4.',
    '',
  ])
})
