import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** A temporary project with the files of a guide. */
export interface GuideProject {
  readonly folder: string
  /** The errors of the compiler, each with the lines that explain it. */
  readonly compile: (files: readonly string[], options?: readonly string[]) => Promise<readonly string[]>
  /** The lines that a program prints. */
  readonly run: (file: string) => Promise<readonly string[]>
}

/** Writes the named examples of `docs/NAME.md` and other files into a project, and deletes it after the tests. */
export function createGuideProject(name: string, files: Readonly<Record<string, string>>): GuideProject {
  const folder = mkdtempSync(join(tmpdir(), `authz-${name}-`))
  afterAll(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const examples = readExamples(readFileSync(join(root, `libs/authz/docs/${name}.md`), 'utf8'))
  const all = { 'package.json': '{ "type": "module" }', ...examples, ...files }
  for (const [path, code] of Object.entries(all)) writeFileSync(join(folder, path), code)
  return {
    folder,
    compile: (paths, options = []) => compile(folder, [...paths, ...options]),
    run: async (file) => {
      const args = ['--conditions=@content-service/source', file]
      const { stdout } = await run(process.execPath, args, { cwd: folder })
      return stdout.split('\n')
    },
  }
}

/** The examples that begin with the name of their file. */
const readExamples = (guide: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...guide.matchAll(/```tsx?\n\/\/ ([\w.]+)\n([^]*?)```/g)].map(([, name = '', code = '']) => [
      name,
      code,
    ]),
  )

async function compile(folder: string, args: readonly string[]): Promise<readonly string[]> {
  const options = ['--strict', '--skipLibCheck', '--target', 'es2024', '--types', 'node', '--noEmit']
  const modules = ['--module', 'nodenext', '--allowImportingTsExtensions']
  const ours = ['--customConditions', '@content-service/source']
  const result = run(process.execPath, [tsc, ...args, ...options, ...modules, ...ours], { cwd: folder })
  const { stdout } = await result.catch((error: { readonly stdout: string }) => error)
  return stdout.trim().split(/\n(?! )/)
}

/** A program that shows the page of a guide to two users, the first of whom wrote the article. */
export const writeShow = (imports: string, render: string): string => `
import { definePolicy } from '@content-service/authz'
import { pack } from '@content-service/authz/pack'
${imports}

const policy = definePolicy()({
  resources: { articles: ['write'] },
  attributes: { articles: {} },
  roles: { AUTHOR: { rules: (b) => b.allow('articles:write', (a, s) => a.ownerId.eq(s.id)) } },
})
for (const id of [7, 8]) {
  const packed = pack(policy, { id, roles: ['AUTHOR'] })
  const props = { packed, article: { ownerId: 7, title: 'Crabs' } }
  console.log(${render})
}
`

/** What the two users see. */
export const SHOWN = [
  '<h1>Crabs (yours)</h1><button>Edit</button>',
  '<h1>Crabs</h1><p>You can only read this article.</p>',
  '',
]
