import { execFile } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import typescript from 'typescript'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrateSource } from './casl.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const compiler = dirname(dirname(createRequire(import.meta.url).resolve('typescript')))

const migrate = (text: string, path = 'a.ts') => migrateSource(typescript, { path, text })

describe('a source', () => {
  it.each([
    [`import { Ability } from '@casl/ability'`, `import { Ability } from '@content-service/authz-casl'`],
    [
      `import type { A } from "@casl/ability/extra";`,
      `import type { A } from "@content-service/authz-casl";`,
    ],
    [`export * from '@casl/prisma'`, `export * from '@content-service/authz-casl/prisma'`],
    [
      `import a = require('@casl/prisma/runtime')`,
      `import a = require('@content-service/authz-casl/prisma')`,
    ],
    [`type A = import('@casl/ability').Ability`, `type A = import('@content-service/authz-casl').Ability`],
    [`await import('@casl/ability')`, `await import('@content-service/authz-casl')`],
    [`vi.mock('@casl/ability')`, `vi.mock('@content-service/authz-casl')`],
    [`\uFEFF// é\r\nimport '@casl/ability'\r\n`, `\uFEFF// é\r\nimport '@content-service/authz-casl'\r\n`],
  ])('%j becomes %j', (before, after) => {
    expect(migrate(before)).toMatchObject({ text: after, count: 1 })
  })

  it('with JSX and with types keeps all other text', () => {
    const rest = 'const a = <b>{1}</b>\n'
    expect(migrate(`import '@casl/ability'\n${rest}`, 'a.jsx').text).toBe(
      `import '@content-service/authz-casl'\n${rest}`,
    )
  })

  it.each([
    [`import { Can } from '@casl/react'`, '@casl/react has no counterpart'],
    [`import { interpret } from '@ucast/js'`, '@ucast/js has no counterpart'],
    [`import a from '@casl/ability/dist/a'`, '@casl/ability/dist/a has no counterpart'],
    [`const external = ['@casl/ability']`, '"@casl/ability" is no import'],
    [`load('@casl/ability')`, '"@casl/ability" is no import'],
    [`new A([], { conditionsMatcher })`, 'filterOf needs "toCondition"'],
    [`import '@casl/ability`, 'TypeScript cannot read this file'],
  ])('%j is left with its line', (line, message) => {
    const { text, left, count } = migrate(`\n\n${line}\n`)
    expect([text, count]).toEqual([`\n\n${line}\n`, 0])
    expect(left).toEqual([
      {
        path: 'a.ts',
        line: expect.any(Number),
        column: expect.any(Number),
        message: expect.stringContaining(message),
      },
    ])
  })

  it('lists the line of each name', () => {
    const { left } = migrate(
      `import {\n  type PrismaQuery,\n} from '@casl/prisma'\nlet a: PrismaQuery\nimport { hkt } from '@casl/ability'\n`,
    )
    expect(left.map(({ line, column }) => [line, column])).toEqual([
      [2, 8],
      [5, 10],
    ])
  })
})

const manifest = `{\n  "dependencies": {\n    "@casl/ability": "7.0.1"\n  }\n}\n`

function createProject(files: Readonly<Record<string, string>>, isInstalled = true): string {
  const project = mkdtempSync(join(tmpdir(), 'authz-migrate-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  mkdirSync(join(project, 'node_modules'))
  if (isInstalled) symlinkSync(compiler, join(project, 'node_modules/typescript'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  return project
}

/** The exit code and the output of the command. */
const run = (project: string, ...args: readonly string[]) =>
  new Promise<{ readonly code: unknown; readonly output: string }>((resolve) => {
    const options = ['--conditions=@content-service/source', main, ...args]
    execFile(process.execPath, options, { cwd: project }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })

const BEFORE = `import { Ability } from '@casl/ability'\n`
const AFTER = `import { Ability } from '@content-service/authz-casl'\n`

describe('authz-casl migrate', () => {
  it('changes the sources of a folder, and lists what is left', async () => {
    const project = createProject({
      'package.json': manifest,
      'src/a.ts': BEFORE,
      'src/deep/b.mjs': `import { Can } from '@casl/react'\n${BEFORE}`,
      'src/node_modules/c.js': BEFORE,
      'src/d.md': BEFORE,
      'src/e.ts': 'export const e = 1\n',
    })
    chmodSync(join(project, 'src/a.ts'), 0o640)
    symlinkSync(join(project, 'src/d.md'), join(project, 'src/link.ts'))
    const { code, output } = await run(project, 'migrate', 'src')
    expect(output).toBe(
      [
        'src/a.ts: 1 changed',
        'src/deep/b.mjs: 1 changed',
        'src/deep/b.mjs:1:21: @casl/react has no counterpart; see README.md of @content-service/authz-casl',
        'package.json:3:5: remove @casl/ability when no file imports it any more',
        'Files changed: 2. Lines that are left: 2. Rules whose order counts: 0.\n',
      ].join('\n'),
    )
    expect(code).toBe(1)
    const read = (path: string) => readFileSync(join(project, path), 'utf8')
    expect(['src/a.ts', 'src/node_modules/c.js', 'src/d.md'].map(read)).toEqual([AFTER, BEFORE, BEFORE])
    expect(statSync(join(project, 'src/a.ts')).mode & 0o777).toBe(0o640)
    expect(readdirSync(join(project, 'src')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('ends with 0 if nothing is left, and a second time changes nothing', async () => {
    const project = createProject({ 'a.ts': BEFORE })
    expect(await run(project, 'migrate', 'a.ts')).toMatchObject({ code: 0 })
    const again = await run(project, 'migrate', '.')
    expect(again).toEqual({
      code: 0,
      output: 'Files changed: 0. Lines that are left: 0. Rules whose order counts: 0.\n',
    })
  })

  it('changes no file in a dry run', async () => {
    const project = createProject({ 'a.ts': BEFORE })
    const { code, output } = await run(project, 'migrate', '--dry-run', 'a.ts')
    expect([code, output]).toEqual([
      0,
      'a.ts: 1 changed\nFiles to change: 1. Lines that are left: 0. Rules whose order counts: 0.\n',
    ])
    expect(readFileSync(join(project, 'a.ts'), 'utf8')).toBe(BEFORE)
  })

  it('lists rules whose order counts, and ends with 0 if nothing else is left', async () => {
    const rules = `const { can, cannot } = new Builder()\ncannot('read', 'Draft')\ncan('read', 'Draft', { ownerId: 1 })\n`
    const project = createProject({ 'a.ts': `${BEFORE}${rules}` })
    const { code, output } = await run(project, 'migrate', '--dry-run', 'a.ts')
    expect(code).toBe(0)
    expect(output).toMatch(/^a\.ts:4:1: this can follows the cannot of line 3 and gives back what it takes/m)
    expect(output).toContain('Rules whose order counts: 1.')
  })

  it.each([
    [['migrate'], 'The argument PATH is missing.'],
    [['remove', '.'], 'Usage: authz-casl migrate PATH...'],
    [[], 'Usage: authz-casl migrate PATH...'],
    [['migrate', '.', '--wet'], "Unknown option '--wet'"],
    [['migrate', 'none.ts'], 'Nothing exists at none.ts'],
    [['migrate', '.'], 'latin.ts is not in UTF-8'],
  ])('refuses %j with the code 2', async (args, message) => {
    const project = createProject({ 'a.ts': BEFORE })
    writeFileSync(join(project, 'latin.ts'), Buffer.from("import '@casl/ability' // \xe9", 'latin1'))
    const { code, output } = await run(project, ...args)
    expect([code, output]).toEqual([2, expect.stringContaining(message)])
    expect(readFileSync(join(project, 'a.ts'), 'utf8')).toBe(BEFORE)
  })

  it('says how to install typescript', async () => {
    const project = createProject({ 'a.ts': BEFORE }, false)
    const { code, output } = await run(project, 'migrate', 'a.ts')
    expect([code, output]).toEqual([
      2,
      'To read the files, this command needs the package typescript: npm install --save-dev typescript\n',
    ])
  })

  it('explains itself', async () => {
    const project = createProject({})
    expect(await run(project, 'migrate', '--help')).toMatchObject({
      code: 0,
      output: expect.stringContaining('--dry-run'),
    })
  })
})
