import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProject } from './create-project.ts'
import { listFolders, TEMPLATES, type Template } from './templates.ts'

const LIBRARIES = ['authz', 'domain', 'persistence', 'server', 'testing']
const root = fileURLToPath(new URL('../../..', import.meta.url))
const readJson = (...path: readonly string[]) => JSON.parse(readFileSync(join(...path), 'utf8'))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const create = (name: string, template: Template = 'service', packages?: string) =>
  createProject({ folder: join(folder, name), template, packages })
const writeTarballs = (names: readonly string[]): string => {
  const packages = join(folder, 'packages')
  mkdirSync(packages)
  for (const name of names) writeFileSync(join(packages, `content-service-${name}.tgz`), '')
  return packages
}

describe('a project', () => {
  it.each(Object.keys(TEMPLATES) as Template[])('of the template %s has all its files', (template) => {
    create('Kitchen & Co', template)
    const files = readdirSync(join(folder, 'Kitchen & Co'), { recursive: true })
    for (const file of [
      '.gitignore',
      '.dockerignore',
      'Dockerfile',
      'README.md',
      'src/main.ts',
      'src/recipe.test.ts',
    ])
      expect(files).toContain(file)
    expect(files).not.toContain('_gitignore')
    expect(readJson(folder, 'Kitchen & Co/package.json').name).toBe('kitchen-co')
  })

  it('C15.23 of the template bare has a model without articles, and otherwise the files of a service', () => {
    create('bare', 'bare')
    create('whole', 'service')
    const list = (name: string) => readdirSync(join(folder, name), { recursive: true }).map(String)
    expect(list('bare').filter((file) => !list('whole').includes(file))).toEqual([
      join('src', 'bare.test.ts'),
    ])
    expect(readFileSync(join(folder, 'bare/src/content.ts'), 'utf8')).toContain(
      "without: ['Article', 'Comment'",
    )
    expect(readFileSync(join(folder, 'whole/src/content.ts'), 'utf8')).not.toContain('without')
  })

  it('can be created in an empty folder, and in a folder below a new folder', () => {
    mkdirSync(join(folder, 'empty'))
    create('empty')
    create('new/deep')
    expect(readdirSync(join(folder, 'new'))).toEqual(['deep'])
  })

  it('does not replace a folder with files, or a file', () => {
    mkdirSync(join(folder, 'full'))
    writeFileSync(join(folder, 'full/notes.txt'), 'mine')
    expect(() => create('full')).toThrow('is not an empty folder')
    expect(() => create('full/notes.txt')).toThrow('is not an empty folder')
    expect(readdirSync(folder, { recursive: true })).toEqual(['full', join('full', 'notes.txt')])
  })
})

describe('--packages', () => {
  it('takes all libraries of a folder', () => {
    const packages = writeTarballs([...LIBRARIES, 'identity', 'create'].map((name) => `${name}-0.1.0`))
    create('app', 'express', packages)
    const { dependencies } = readJson(folder, 'app/package.json')
    expect(dependencies).toMatchObject({
      express: '5.3.0',
      '@content-service/domain': `file:${join(packages, 'content-service-domain-0.1.0.tgz')}`,
      '@content-service/identity': `file:${join(packages, 'content-service-identity-0.1.0.tgz')}`,
    })
    expect(dependencies).not.toHaveProperty('@content-service/create')
  })

  it('keeps the library for tests out of the image', () => {
    create('app', 'service', writeTarballs(LIBRARIES.map((name) => `${name}-0.1.0`)))
    const { dependencies, devDependencies } = readJson(folder, 'app/package.json')
    expect(dependencies).not.toHaveProperty('@content-service/testing')
    expect(devDependencies['@content-service/testing']).toMatch(/^file:.*testing-0\.1\.0\.tgz$/)
  })

  it.each([
    [
      ['authz-0.1.0'],
      'has no tarball of @content-service/domain, @content-service/persistence, @content-service/server, @content-service/testing',
    ],
    [['authz-0.1.0', 'authz-0.2.0'], 'has two tarballs of @content-service/authz. Remove one.'],
  ])('refuses a folder with %j, and writes nothing', (names, message) => {
    const packages = writeTarballs(names)
    expect(() => create('app', 'service', packages)).toThrow(message)
    expect(readdirSync(folder)).toEqual(['packages'])
  })

  it('refuses a folder that does not exist', () => {
    expect(() => create('app', 'service', join(folder, 'none'))).toThrow('does not exist')
  })
})

describe('the versions of the templates', () => {
  it.each(Object.keys(TEMPLATES) as Template[])('of %s are those of this workspace', (template) => {
    const last = listFolders(template).at(-1) ?? ''
    const { dependencies, devDependencies } = readJson(last, 'package.json')
    const wanted = Object.fromEntries(
      Object.keys({ ...dependencies, ...devDependencies }).map((name) => [
        name,
        readJson(root, 'node_modules', name, 'package.json').version,
      ]),
    )
    expect({ ...dependencies, ...devDependencies }).toEqual(wanted)
  })
})

describe('the command', () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [main, ...args], { cwd: folder }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stderr }) => ({ code, output: String(stderr) }),
    )

  it('creates a project, and tells the next steps', async () => {
    expect(await run('shop', '--template', 'hono')).toEqual({
      code: 0,
      output: expect.stringContaining('cd shop'),
    })
    expect(readdirSync(folder)).toEqual(['shop'])
  })

  it.each([
    [[], 'Give the folder of the new project'],
    [['a', 'b'], 'Give one folder. If its name is "a b", write the name in quotes.'],
    [
      ['a', '--template', '__proto__'],
      'There is no template "__proto__". Choose one of service, bare, express, hono.',
    ],
    [['a', '--colour'], "Unknown option '--colour'"],
  ])('refuses %j with the exit code 2', async (args, message) => {
    expect(await run(...args)).toEqual({ code: 2, output: expect.stringContaining(message) })
    expect(readdirSync(folder)).toEqual([])
  })

  it('has a help with the name of each template', async () => {
    const { output } = await run('--help')
    for (const name of Object.keys(TEMPLATES)) expect(output).toContain(`  ${name} `)
  })
})
