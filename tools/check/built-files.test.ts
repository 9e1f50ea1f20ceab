import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findUnbuilt } from './built-files.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PACKAGE_FILES = join(ROOT, 'tools/check/package-files.ts')
const MANIFEST = {
  name: '@content-service/notes',
  exports: {
    '.': { '@content-service/source': './src/index.ts', default: './dist/index.js' },
    './package.json': './package.json',
  },
  publishConfig: { access: 'public', bin: { notes: './dist/main.js' } },
}

const createLibrary = (built: readonly string[]): string => {
  const library = mkdtempSync(join(tmpdir(), 'library-'))
  onTestFinished(() => rmSync(library, { recursive: true }))
  mkdirSync(join(library, 'dist'))
  writeFileSync(join(library, 'README.md'), '# Notes\n')
  writeFileSync(join(library, 'package.json'), JSON.stringify(MANIFEST))
  for (const file of built) writeFileSync(join(library, 'dist', file), '')
  return library
}

test('the packing of a library that is not built fails with one sentence', () => {
  const library = createLibrary([])
  const { status, stdout, stderr } = spawnSync(process.execPath, [PACKAGE_FILES, 'prepare'], {
    cwd: library,
    encoding: 'utf8',
  })
  const said = `@content-service/notes is not built: ${relative(ROOT, library)}/dist/index.js does not exist. Run \`npm run build\` at the root of the repository, and pack again.\n`
  expect([status, stdout, stderr]).toEqual([1, '', said])
  expect(JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'))).toEqual(MANIFEST)
})

test('a build has the files of all entries and commands', () => {
  expect(findUnbuilt(createLibrary(['index.js']), MANIFEST, ROOT)).toContain('dist/main.js does not exist')
  expect(findUnbuilt(createLibrary(['index.js', 'main.js']), MANIFEST, ROOT)).toBeNull()
})

test('a package without entries has its folder of built files', () => {
  const studio = { name: '@content-service/pages', files: ['dist'] }
  const library = createLibrary([])
  expect(findUnbuilt(library, studio, ROOT)).toBeNull()
  rmSync(join(library, 'dist'), { recursive: true })
  expect(findUnbuilt(library, studio, ROOT)).toContain('dist does not exist')
})
