import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runCommand } from './command.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const compiler = dirname(dirname(createRequire(import.meta.url).resolve('typescript')))

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

/** The exit code and the output of the command in a process of its own. */
const runProgram = (project: string, ...args: readonly string[]) =>
  new Promise<{ readonly code: unknown; readonly output: string }>((resolve) => {
    const options = ['--conditions=@content-service/source', main, ...args]
    execFile(process.execPath, options, { cwd: project }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })

/** The exit code and the output of the command in this process, which has loaded the compiler already. */
function run(project: string, ...args: readonly string[]) {
  const lines: string[] = []
  const write = (line: unknown) => void lines.push(`${line}\n`)
  const told = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation(write),
  )
  const before = process.cwd()
  process.chdir(project)
  try {
    return { code: runCommand(args), output: lines.join('') }
  } finally {
    process.chdir(before)
    for (const spy of told) spy.mockRestore()
  }
}

const IMPORT = `import { AbilityBuilder } from '@casl/ability'\n`
const RULES = `${IMPORT}const { can, cannot } = new AbilityBuilder(A)
cannot('read', 'Draft')
can('read', 'Draft', { ownerId: 1 })
can('read', 'Article', { status: 'OPEN' })
can('read', 'Page', { title: { $regex: 'a' } })
`

describe('authz-casl migrate', () => {
  it('lists what a person must look at, and changes no file', async () => {
    const project = createProject({
      'src/a.ts': RULES,
      'src/node_modules/b.ts': RULES,
      'src/c.md': RULES,
      'src/d.ts': RULES.replace('@casl', '@other'),
    })
    symlinkSync(join(project, 'src/c.md'), join(project, 'src/link.ts'))
    const { code, output } = await runProgram(project, 'migrate', 'src')
    expect(output.split('\n').map((line) => line.replace(/ and gives.*/, ''))).toEqual([
      expect.stringMatching(/^src\/a\.ts:6:32: no filter and no policy expresses \$regex exactly/),
      'src/a.ts:4:1: this can follows the cannot of line 3',
      'Operators without an equivalent: 1. Rules whose order counts: 1.',
      '',
    ])
    expect(code).toBe(1)
    expect(readFileSync(join(project, 'src/a.ts'), 'utf8')).toBe(RULES)
  })

  it('ends with 0 if no operator is left', () => {
    const project = createProject({ 'a.ts': `${IMPORT}can('read', 'A')\ncannot('read', 'A', { id: 1 })\n` })
    expect(run(project, 'migrate', '.')).toMatchObject({ code: 0 })
  })

  it('writes a policy, and lists the rules that it lacks', () => {
    const project = createProject({ 'a.ts': RULES })
    const { code, output } = run(project, 'migrate', 'a.ts', '--policy', 'policy.ts')
    expect(code).toBe(1)
    expect(output).toMatch(/^a\.ts:4:1: write this rule yourself: it gives back what a cannot takes/m)
    expect(output).toMatch(
      /^a\.ts:6:40: write this rule yourself: no condition expresses \$regex of "title"/m,
    )
    expect(output).toContain('Rules in policy.ts: 2. Rules for you to write: 2.')
    const policy = readFileSync(join(project, 'policy.ts'), 'utf8')
    expect(policy).toContain(`b.allow(["Article:read"], (a) => a.status.eq('OPEN'))`)
    expect(policy).toContain(`b.deny(["Draft:read"])`)
    expect(policy).toMatch(/^\/\/ Missing: a\.ts:4:1: /)
  })

  it('writes the rules of one ability, and lists those of other files', () => {
    const project = createProject({ 'a.ts': RULES, 'b.ts': `${IMPORT}const a = 1`, 'c.ts': RULES })
    const { output } = run(project, 'migrate', '.', '--policy', 'policy.ts')
    expect(output).toContain(
      'c.ts:3:1: write this rule yourself: it belongs to another ability than the rules of a.ts; run the command for this file alone',
    )
    expect(output).toContain('Rules in policy.ts: 2. Rules for you to write: 6.')
  })

  it('writes each missing rule into one comment, without control characters', () => {
    const rules = `can('read', 'A', { a: new Evil(\n'\u2028\\u0007'\n) })\ncannot('read', 'a:\\n\\x1b[2J')\n`
    const project = createProject({ 'a.ts': `${RULES.slice(0, RULES.indexOf('cannot('))}${rules}` })
    const { output } = run(project, 'migrate', 'a.ts', '--policy', 'policy.ts')
    const policy = readFileSync(join(project, 'policy.ts'), 'utf8')
    expect(output).not.toMatch(/[^\n\P{Cc}]/u)
    expect(policy.slice(0, policy.indexOf('import {')).match(/^.*$/gm)).toEqual([
      expect.stringMatching(/^\/\/ Missing: .* the value new Evil\( '/),
      expect.stringMatching(/^\/\/ Missing: .* no permission has the name "a: \[2J"$/),
      '',
    ])
  })

  it('lists a file that is too deep, and leaves out a file with types alone', async () => {
    const list = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const sum = Array.from({ length: 10_000 }, () => 1).join('+')
    const project = createProject({
      'a.ts': `${IMPORT}const list = ${list}`,
      'b.ts': `${IMPORT}const sum = ${sum}`,
      'c.d.ts': `${IMPORT}export declare const a: 1`,
    })
    const { code, output } = await runProgram(project, 'migrate', '.')
    expect([code, output.split('\n').slice(0, -2)]).toEqual([
      1,
      ['a.ts', 'b.ts'].map((path) => expect.stringMatching(`^${path}:1:1: this file is too deep to read`)),
    ])
  })

  it.each([
    [['migrate', 'package.json'], 'package.json is no source file; name a folder'],
    [['migrate'], 'The argument PATH is missing.'],
    [['remove', '.'], 'Usage: authz-casl migrate PATH...'],
    [[], 'Usage: authz-casl migrate PATH...'],
    [['migrate', '.', '--wet'], "Unknown option '--wet'"],
    [['migrate', 'none.ts'], 'Nothing exists at none.ts'],
    [['migrate', '.', '--policy', 'a.ts'], 'a.ts exists already; name a new file'],
    [['migrate', '.', '--policy', 'none/policy.ts'], 'Cannot write none/policy.ts'],
  ])('refuses %j with the code 2', (args, message) => {
    const project = createProject({ 'a.ts': RULES, 'package.json': '{ "name": "@casl/mine" }' })
    const { code, output } = run(project, ...args)
    expect([code, output]).toEqual([2, expect.stringContaining(message)])
    expect(readFileSync(join(project, 'a.ts'), 'utf8')).toBe(RULES)
  })

  it('says how to install typescript', async () => {
    const project = createProject({ 'a.ts': RULES }, false)
    const { code, output } = await runProgram(project, 'migrate', 'a.ts')
    expect([code, output]).toEqual([
      2,
      'To read the files, this command needs the package typescript: npm install --save-dev typescript\n',
    ])
  })

  it('explains itself', () => {
    const project = createProject({})
    expect(run(project, 'migrate', '--help')).toMatchObject({
      code: 0,
      output: expect.stringContaining('--policy FILE'),
    })
  })
})
