import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** The exit code and the output of the rules for files with these contents. */
function checkFiles(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const depcruise = join(root, 'node_modules/.bin/depcruise')
  const config = join(root, '.dependency-cruiser.js')
  const { FORCE_COLOR: _colour, ...env } = process.env
  const { status, stdout } = spawnSync(depcruise, ['.', '--config', config], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1' },
  })
  return { status, stdout }
}

const CYCLES = [
  ['values', `import { b } from './b.ts'`, `import { a } from './a.ts'`],
  ['types', `import type { B } from './b.ts'`, `import type { A } from './a.ts'`],
  ['a-type-and-a-value', `import { type B } from './b.ts'`, `import { a } from './a.ts'`],
  ['exports', `export type { B } from './b.ts'`, `export * from './a.ts'`],
] as const

test('npm run lint refuses each cycle of imports, and accepts imports without a cycle', () => {
  const inFolder = (folder: string, a: string, b: string): (readonly [string, string])[] => [
    [`${folder}/a.ts`, a],
    [`${folder}/b.ts`, b],
  ]
  const { status, stdout } = checkFiles(
    Object.fromEntries([
      ...CYCLES.flatMap(([folder, a, b]) => inFolder(folder, a, b)),
      ...inFolder('no-cycle', `import type { B } from './b.ts'`, 'export type B = string'),
    ]),
  )
  const refused = [...stdout.matchAll(/no-import-cycles: (\S+)\/[ab]\.ts/g)].map(([, folder]) => folder)
  expect([...new Set(refused)].sort()).toEqual(CYCLES.map(([folder]) => folder).sort())
  expect(status).toBeGreaterThan(0)
})

type Import = readonly [from: string, to: string]

interface Written {
  readonly library?: string
  readonly kind?: string
}

/** The imports that the rules of the floors refuse, if the first file of each pair imports the second one. */
function listRefused(imports: readonly Import[], { library = 'domain', kind = 'import type' }: Written = {}) {
  const files = imports.flatMap(([from, to]) => {
    const specifier = `${'../'.repeat(from.split('/').length - 1)}${to}`
    return [
      [
        `libs/${library}/src/${from}`,
        `${kind} { It } from '${specifier}'\nexport const it: It | null = null`,
      ],
      [`libs/${library}/src/${to}`, 'export class It {}'],
    ]
  })
  const { stdout } = checkFiles(Object.fromEntries(files))
  const refused = stdout.matchAll(/-floors-\S+ libs\/\w+\/src\/(\S+) → libs\/\w+\/src\/(\S+)/g)
  return [...refused].map(([, from, to]) => [from, to]).sort()
}

describe('the floors of domain', () => {
  test('npm run lint refuses an import upwards, of a type too', () => {
    const upwards: Import[] = [
      ['access/access.ts', 'context/background.ts'],
      ['articles/article-reading.ts', 'service/content-types.ts'],
      ['context/quota.ts', 'articles/article-store.ts'],
      ['model/checks/check-model.ts', 'users/user.ts'],
      ['model/content-model.ts', 'articles/article.ts'],
      ['operations/run-operation.ts', 'a-new-feature/rule.ts'],
      ['reading/reading.ts', 'visibility/visibility.ts'],
      ['rules/text.ts', 'model/field.ts'],
      ['service/operations.ts', 'testing/builders.ts'],
      ['visibility/visible-rows.ts', 'users/ghost.ts'],
    ]
    expect(listRefused(upwards)).toEqual(upwards)
  })

  test('npm run lint accepts an import downwards, to another feature, and of a test', () => {
    const accepted: Import[] = [
      ['articles/article.ts', 'users/user.ts'],
      ['model/field.test.ts', 'testing/builders.ts'],
      ['model/field.ts', 'rules/text.ts'],
      ['service/operations.ts', 'articles/article-operations.ts'],
    ]
    expect(listRefused(accepted)).toEqual([])
  })

  test('npm run lint lets the context name the ports of features, and refuses their values', () => {
    const imported: Import = ['context/context.ts', 'articles/article-store.ts']
    expect(listRefused([imported])).toEqual([])
    expect(listRefused([imported], { kind: 'import' })).toEqual([imported])
  })
})

describe('the floors of server', () => {
  test('npm run lint refuses an import upwards, of a type too', () => {
    const upwards: Import[] = [
      ['composition/compose.ts', 'http/exchange.ts'],
      ['http/listener.ts', 'a-new-folder/it.ts'],
      ['openapi/page.ts', 'express/express-app.ts'],
      ['operating/readiness.ts', 'composition/composition.ts'],
      ['storage/storage.ts', 'operating/metrics.ts'],
      ['tracing/request-spans.ts', 'http/observe.ts'],
    ]
    expect(listRefused(upwards, { library: 'server' })).toEqual(upwards)
  })

  test('npm run lint accepts an import downwards, of the version, and of a test', () => {
    const accepted: Import[] = [
      ['cli/doctor/checks.ts', 'version.ts'],
      ['http/listener.ts', 'composition/compose.ts'],
      ['settings/table.test.ts', 'start/start.ts'],
    ]
    expect(listRefused(accepted, { library: 'server' })).toEqual([])
  })
})
