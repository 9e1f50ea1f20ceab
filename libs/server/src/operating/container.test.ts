import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { afterAll, describe, expect, it } from 'vitest'
import { readDeployed, ROOT } from '../../tests/support/processes/deployed.ts'

const isShipped = (source: string): boolean =>
  !['dist', 'node_modules'].includes(basename(source)) && !source.endsWith('.test.ts')

/** Fills the folder like the image: with the copied files, our own libraries, and the installed packages. */
const fill = (folder: string, copied: readonly string[]): void => {
  const link = (from: string, to: string): void => symlinkSync(from, join(folder, to))
  for (const path of copied) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: isShipped })
  }
  mkdirSync(join(folder, 'node_modules/@content-service'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@content-service') link(join(ROOT, 'node_modules', name), `node_modules/${name}`)
  for (const name of readdirSync(join(folder, 'libs')))
    link(join(folder, 'libs', name), `node_modules/@content-service/${name}`)
  for (const name of ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(folder, kind)).map((each) => `${kind}/${each}/node_modules`),
  ))
    if (existsSync(join(ROOT, name))) link(join(ROOT, name), name)
}

// The machine of the tests may have no container engine, so that the tests check the recipe instead of an image.
describe('the container image', () => {
  const dockerfile = readDeployed('Dockerfile')
  const folder = mkdtempSync(join(tmpdir(), 'image-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has a recipe without linter errors, which ends as a user other than root', () => {
    expect(validate(dockerfile)).toEqual([])
    expect(dockerfile.lastIndexOf('\nUSER node\n')).toBeGreaterThan(dockerfile.lastIndexOf('\nFROM '))
  })

  it('runs on the Node version of the tests', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>
    }
    const versions = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)
    expect(new Set(versions)).toEqual(new Set([devDependencies['node']]))
    expect(versions).toHaveLength(dockerfile.match(/^FROM /gm)?.length ?? 0)
  })

  it('contains all files that the service reads, and starts', { timeout: 60_000 }, async () => {
    // The files that do not come from another stage.
    const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    fill(
      folder,
      copies.flatMap(([, sources = '']) => sources.split(' ')),
    )
    const [, ...args] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? '[]') as readonly string[]
    const service = spawn(process.execPath, [...args, 'serve'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PORT: '0' },
    })
    let said = ''
    for (const stream of [service.stdout, service.stderr]) stream.on('data', (text) => (said += String(text)))
    await expect.poll(() => said, { timeout: 30_000 }).toMatch(/GraphiQL +http/)
    const [, url = ''] = /GraphiQL +(http\S+)\/graphql/.exec(said) ?? []
    const paths = ['/healthz', '/api/errors/NOT_FOUND', '/api/docs', '/graphql/schema.graphql']
    // The service stops at once if no connection stays open.
    const headers = { connection: 'close' }
    const statuses = await Promise.all(
      paths.map(async (path) => {
        const response = await fetch(url + path, { headers })
        // Node's fetch throws outside of all promises if a connection ends before its body is read.
        await response.text()
        return response.status
      }),
    )
    expect(statuses).toEqual([200, 200, 200, 200])
    service.kill('SIGTERM')
    expect(await once(service, 'exit')).toEqual([0, null])
  })
})
