import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requirePrograms } from '../programs/required-programs.ts'
import {
  importProblems,
  install,
  pack,
  packagingProblems,
  strayFiles,
  typeProblems,
  writeConsumer,
} from './packed.ts'

requirePrograms('npm')

const nodenext = ['--module', 'nodenext']

/** A library without dependencies, packed and installed in a project beside it. */
async function installed(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'packed-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const library = join(folder, 'library')
  for (const [path, text] of Object.entries({ 'package.json': manifest, ...files })) {
    mkdirSync(dirname(join(library, path)), { recursive: true })
    writeFileSync(join(library, path), text)
  }
  const packed = await pack(library, folder)
  const project = join(folder, 'project')
  await install(project, [packed], {})
  return { packed, project }
}

const manifest = JSON.stringify({
  name: '@content-service/sample',
  version: '1.0.0',
  type: 'module',
  license: 'MIT',
  files: ['dist'],
  exports: {
    '.': {
      '@content-service/source': './src/index.ts',
      types: './dist/index.d.ts',
      default: './dist/index.js',
    },
    './more': { types: './dist/more.d.ts', default: './dist/more.js' },
    './package.json': './package.json',
  },
})

const sound = {
  'dist/index.js': 'export const one = 1',
  'dist/index.d.ts': 'export declare const one: 1',
  'dist/more.js': 'export const two = 2',
  'dist/more.d.ts': 'export declare const two: 2',
}

test('reports nothing about a correct library', async () => {
  const { packed, project } = await installed({ ...sound, 'src/index.ts': '', 'src/more.ts': '' })
  expect(packed.entries).toEqual(['@content-service/sample', '@content-service/sample/more'])
  expect(strayFiles(packed, ['index.ts', 'more.ts'])).toEqual([])
  expect(await packagingProblems(packed)).toEqual([])
  expect(await importProblems(project, packed.entries)).toEqual([])
  expect(await typeProblems(project, [await writeConsumer(project, packed.entries)], nodenext)).toEqual([])
})

test('reports an entry that does not load, or whose types are missing', async () => {
  const broken = {
    'dist/index.js': `import './gone.js'`,
    'dist/index.d.ts': 'export declare const one: Gone',
  }
  const { 'dist/more.d.ts': _untyped, ...rest } = { ...sound, ...broken }
  const { packed, project } = await installed(rest)
  expect(await importProblems(project, packed.entries)).toEqual([
    expect.stringMatching(/sample': .*gone\.js/),
  ])
  expect(await typeProblems(project, [await writeConsumer(project, packed.entries)], nodenext)).toEqual([
    expect.stringMatching(/consumer\.ts.*sample\/more/),
    expect.stringMatching(/sample\/dist\/index\.d\.ts.*Gone/),
  ])
  expect(await packagingProblems(packed)).toEqual([
    expect.stringMatching(/^publint: .*more\.d\.ts/s),
    expect.stringMatching(/^attw: .*sample\/more/s),
  ])
})

test('reports internal files, and files of a removed source', async () => {
  const files = {
    'dist/one.test.js': '',
    'dist/tsconfig.lib.tsbuildinfo': '',
    'dist/index.d.ts.map': '{}',
    'dist/old.js': '',
  }
  const { packed } = await installed({ ...sound, ...files })
  expect(strayFiles(packed, ['index.ts', 'more.ts', 'one.test.ts']).sort()).toEqual([
    'dist/index.d.ts.map must not be packed',
    'dist/old.js has no source any more: remove dist and build again',
    'dist/one.test.js must not be packed',
    'dist/tsconfig.lib.tsbuildinfo must not be packed',
  ])
})
