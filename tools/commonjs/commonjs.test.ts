import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeForms } from './entries.ts'
import { writeCommonJs } from './write-commonjs.ts'

const entry = (module: string) => ({
  '@content-service/source': `./src/${module}.ts`,
  types: `./dist/${module}.d.ts`,
  default: `./dist/${module}.js`,
})
const MANIFEST = {
  name: 'sample',
  type: 'module',
  exports: { '.': entry('index'), './more': entry('more/index'), './package.json': './package.json' },
}

const FILES = {
  'src/mark.ts': 'export class Mark { readonly is = true }\n',
  'src/index.ts': `export { Mark } from './mark.ts'\n`,
  'src/more/index.ts': `import { Mark } from '../mark.ts'\nexport const isMark = (it: unknown) => it instanceof Mark\n`,
  'dist/mark.d.ts': 'export declare class Mark {\n    readonly is: true;\n}\n',
  'dist/index.d.ts': `export { Mark } from './mark.ts';\n//# sourceMappingURL=index.d.ts.map`,
  'dist/more/index.d.ts': `export declare const isMark: (it: unknown) => it is import("../mark.ts").Mark;\n`,
}

/** A library with both forms, installed in a project. */
async function installSample(): Promise<{ readonly project: string; readonly library: string }> {
  const project = mkdtempSync(join(tmpdir(), 'commonjs-test-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const library = join(project, 'node_modules/sample')
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(library, path)), { recursive: true })
    writeFileSync(join(library, path), text)
  }
  await writeCommonJs(library, MANIFEST)
  writeFileSync(join(library, 'package.json'), JSON.stringify(describeForms(MANIFEST)))
  return { project, library }
}

test('a program that imports and requires a library gets one class', async () => {
  const { project } = await installSample()
  const program = `
import { createRequire } from 'node:module'
import { Mark } from 'sample'
import { isMark } from 'sample/more'
const required = createRequire(import.meta.url)
console.log(Mark === required('sample').Mark, required('sample/more').isMark(new Mark()), isMark(new (required('sample').Mark)()))`
  writeFileSync(join(project, 'main.mjs'), program)
  const { NODE_OPTIONS: _options, ...env } = process.env
  expect(execFileSync(process.execPath, ['main.mjs'], { cwd: project, env, encoding: 'utf8' })).toBe(
    'true true true\n',
  )
})

test('the declarations name the files of CommonJS', async () => {
  const { library } = await installSample()
  const read = (path: string) => readFileSync(join(library, 'dist', path), 'utf8')
  expect(read('commonjs/index.d.cts').trim()).toBe(`export { Mark } from './mark.cjs';`)
  expect(read('commonjs/more/index.d.cts')).toContain('import("../mark.cjs").Mark')
  expect(read('node/more/index.d.mts')).toBe(`export * from '../../commonjs/more/index.cjs'\n`)
})

test('bundlers get modules, Node and Jest get CommonJS, and node10 finds the types of each entry', () => {
  const { main, types, typesVersions, exports } = describeForms(MANIFEST) as Record<string, unknown>
  expect([main, types, typesVersions]).toEqual([
    './dist/commonjs/index.cjs',
    './dist/commonjs/index.d.cts',
    { '*': { more: ['./dist/commonjs/more/index.d.cts'] } },
  ])
  expect(Object.keys((exports as typeof MANIFEST.exports)['.'])).toEqual([
    'module',
    'node',
    'import',
    'require',
  ])
  expect((exports as typeof MANIFEST.exports)['./package.json']).toBe('./package.json')
})
