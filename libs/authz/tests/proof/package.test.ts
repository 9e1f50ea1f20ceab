import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect, promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, it } from 'vitest'
import { attrs, definePolicy, type Subject } from '../../src/index.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, '../../node_modules')
const run = (command: string, args: readonly string[]) =>
  promisify(execFile)(command, [...args], { cwd: root })

/** A module of dist with all modules of this package that it imports, minified. */
async function bundle(entry: string): Promise<string> {
  const build = await rolldown({ input: join(root, 'dist', entry), external: ['react'] })
  const { output } = await build.generate({ format: 'esm', minify: true })
  return output[0].code.replaceAll(/\/\*.*?\*\/ ?|\/\/#.*/g, '')
}

/** The bytes of a bundle, gzipped. */
const measureBundle = async (entry: string): Promise<number> =>
  gzipSync(await bundle(entry), { level: 9 }).length

describe('the package', () => {
  it('has no dependencies', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(manifest.dependencies).toBeUndefined()
  })

  it('answers as the README says', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const policy = definePolicy<Subject & { id: number | null }>()({
      resources: { articles: ['read', 'write', 'delete'] },
      attributes: { articles: attrs<{ ownerId: number; status: 'DRAFT' | 'PUBLISHED' }>() },
      roles: {
        GUEST: { rules: (b) => b.allow('articles:read', (a) => a.status.eq('PUBLISHED')) },
        AUTHOR: { inherits: ['GUEST'], rules: (b) => b.allow('articles:*', (a, s) => a.ownerId.eq(s.id)) },
      },
    })
    const user = { id: 7, roles: ['AUTHOR'] }
    const article = { ownerId: 8, status: 'PUBLISHED' } as const
    expect([policy.can(user, 'articles:read', article), policy.permits(user, 'articles:delete')]).toEqual([
      true,
      true,
    ])
    expect(readme).toContain(inspect(policy.decide(user, 'articles:write', article)))
    expect(() => policy.authorize(user, 'articles:write', article)).toThrow(
      expect.objectContaining({ message: 'Missing permission: articles:write', code: 'FORBIDDEN' }),
    )
    expect(readme).toContain('throws AccessDenied: "Missing permission: articles:write", code FORBIDDEN')
  })
})

describe('the core', () => {
  beforeAll(
    () => run(process.execPath, [join(modules, 'typescript/bin/tsc'), '--build', 'tsconfig.lib.json']),
    120_000,
  )

  it('is at most 12 KB, minified and gzipped', async () => {
    expect(await measureBundle('index.js')).toBeLessThanOrEqual(12 * 1024)
  })

  it('the components of React add at most 1 KB to the packed permissions', async () => {
    const [components, packed] = await Promise.all(['react/index.js', 'pack/index.js'].map(measureBundle))
    expect((components ?? 0) - (packed ?? 0)).toBeLessThanOrEqual(1024)
  })

  it('folding is at most 12 KB, and no part of the core', async () => {
    expect(await measureBundle('fold/index.js')).toBeLessThanOrEqual(12 * 1024)
    expect(await bundle('index.js')).not.toContain('fold_unicode')
  })

  it('uses nothing of Node, nor does any sub-path', () => {
    const built = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.js'),
    )
    // The components of React import their peer.
    for (const path of built.filter((each) => !each.startsWith('react/'))) {
      const code = readFileSync(join(root, 'dist', path), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
      expect(code, path).not.toMatch(
        /from ['"](?!\.)|\b(process|Buffer|require|globalThis\.process|eval|Function)\s*[.(]/,
      )
    }
  })
})

describe('the API reference', () => {
  it('is in the package, with a page for each entry', { timeout: 120_000 }, async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json'])
    const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }]
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const sources = Object.values<string | Record<string, string>>(exports).flatMap((entry) =>
      typeof entry === 'string' ? [] : [entry['@content-service/source'] ?? ''],
    )
    const pages = sources.map((path) =>
      path.replace(/^\.\/src\/(.*?)(?<=.)(\/index)?\.ts$/, 'docs/api/$1.md'),
    )
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(pages))
  })
})
