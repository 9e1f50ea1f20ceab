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

/** Installs the package and the engine from their tarballs. The project gets its other packages from the workspace, without CASL. */
async function install(): Promise<void> {
  await run(process.execPath, [join(modules, 'typescript/bin/tsc'), '--build', 'tsconfig.lib.json'], root)
  for (const name of ['authz', 'authz-casl']) await packLibrary(name)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  await run('npm', ['install', '--offline', '--ignore-scripts', ...tarballs], folder)
  mkdirSync(join(project, 'node_modules'))
  for (const name of ['typescript', '@types', '@prisma'])
    symlinkSync(join(modules, name), join(project, 'node_modules', name))
}

async function createDatabase(): Promise<void> {
  await generatePrisma(project)
  const db = new DatabaseSync(join(project, 'blog.db'))
  db.exec(readFileSync(join(project, 'tables.sql'), 'utf8'))
  db.close()
}

/** The steps that the command leaves: the types of the client, as the guide shows them, and the dependencies. */
function followGuide(): void {
  const guide = readFileSync(join(installed, '@content-service/authz-casl/README.md'), 'utf8')
  writeFileSync(join(project, 'src/register.ts'), /```typescript\n([^]*?)```/.exec(guide)?.[1] ?? '')
  const manifest = readFileSync(join(project, 'package.json'), 'utf8').split('\n')
  const kept = manifest.filter((line) => !line.includes('"@casl/'))
  writeFileSync(join(project, 'package.json'), kept.join('\n'))
}

beforeAll(async () => {
  cpSync(join(root, 'tests/casl-project'), project, { recursive: true })
  await Promise.all([install(), createDatabase()])
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true }))

it('a project with CASL and Prisma runs on the packed package after the command and the guide', async () => {
  const main = join(installed, '.bin/authz-casl')
  const { code, output } = await run(process.execPath, [main, 'migrate', 'src'], project)
  expect(code).toBe(1)
  expect(output.split('\n').map((line) => line.replace(/ and (gives back|takes).*/, ''))).toEqual([
    'src/ability.ts: 2 changed',
    'src/check.ts: 3 changed',
    'src/menu.ts: 2 changed',
    'src/ability.ts:2:36: name the types of your client with "Register"; see README.md of @content-service/authz-casl',
    'package.json:10:5: remove @casl/ability when no file imports it any more',
    'package.json:11:5: remove @casl/prisma when no file imports it any more',
    'src/ability.ts:15:5: this cannot follows the can of line 14',
    'src/ability.ts:16:5: this cannot follows the can of line 14',
    'src/ability.ts:18:25: this can follows the cannot of lines 15, 16',
    'src/menu.ts:9:3: this cannot follows the can of line 8',
    'Files changed: 3. Lines that are left: 3. Rules whose order counts: 4.',
    '',
  ])
  followGuide()
  expect(await run(process.execPath, [main, 'migrate', 'src'], project)).toMatchObject({ code: 0 })
  expect(
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.json'], project),
  ).toEqual({ code: 0, output: '' })
  expect(await run(process.execPath, ['src/check.ts'], project)).toEqual({
    code: 0,
    output: 'All checks pass.\n',
  })
})
