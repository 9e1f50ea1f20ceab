import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** The exit code and the output of the rule for files with these contents. */
function checkFiles(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'cycles-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const depcruise = join(root, 'node_modules/.bin/depcruise')
  const config = join(root, '.dependency-cruiser.js')
  const { status, stdout } = spawnSync(depcruise, ['.', '--config', config], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, stdout }
}

test.each([
  ['values', `import { b } from './b.ts'`, `import { a } from './a.ts'`],
  ['types', `import type { B } from './b.ts'`, `import type { A } from './a.ts'`],
  ['a type and a value', `import { type B } from './b.ts'`, `import { a } from './a.ts'`],
  ['exports', `export type { B } from './b.ts'`, `export * from './a.ts'`],
])('npm run lint refuses a cycle of imports: %s', (_name, a, b) => {
  const { status, stdout } = checkFiles({ 'a.ts': a, 'b.ts': b })
  expect([status, stdout]).toEqual([1, expect.stringContaining('no-import-cycles')])
})

test('npm run lint accepts imports without a cycle', () => {
  const { status } = checkFiles({
    'a.ts': `import type { B } from './b.ts'`,
    'b.ts': 'export type B = string',
  })
  expect(status).toBe(0)
})
