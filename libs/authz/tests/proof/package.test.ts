import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
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

/** The code that exports all names of modules of dist. */
const exportAll = (entries: readonly string[]): string =>
  entries
    .map((entry, i) => `export * as entry${i} from ${JSON.stringify(join(root, 'dist', entry))}`)
    .join('\n')

/** Modules of dist with all modules of this package that they import, minified. */
async function bundle(...entries: readonly string[]): Promise<string> {
  const together = {
    name: 'together',
    load: (id: string) => (id === '\0together' ? exportAll(entries) : null),
  }
  const resolve = { name: 'resolve', resolveId: (id: string) => (id === '\0together' ? id : null) }
  const build = await rolldown({
    input: '\0together',
    plugins: [resolve, together],
    external: ['react', 'vue'],
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  return output[0].code.replaceAll(/\/\*.*?\*\/ ?|\/\/#.*/g, '')
}

/** The bytes of a bundle, gzipped. */
const measureBundle = async (...entries: readonly string[]): Promise<number> =>
  gzipSync(await bundle(...entries), { level: 9 }).length

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

  it('is at most 14.7 KB, minified and gzipped', async () => {
    expect(await measureBundle('index.js')).toBeLessThanOrEqual(14_700)
  })

  it('and the checks in a browser are at most 4.0 KB', async () => {
    expect(await measureBundle('pack/unpack.js')).toBeLessThanOrEqual(4_049)
  })

  it.each(['react', 'vue'])('the components of %s add at most 1 KB to these checks', async (name) => {
    const [components, packed] = await Promise.all([
      measureBundle(`${name}/index.js`),
      measureBundle('pack/unpack.js'),
    ])
    expect(components - packed).toBeLessThanOrEqual(1024)
  })

  it.each(['express', 'fastify', 'hono', 'fetch', 'nest', 'trpc'])(
    'the guard for %s adds at most 1 KB',
    async (name) => {
      const [core, both] = await Promise.all([
        measureBundle('index.js'),
        measureBundle('index.js', `guards/${name}.js`),
      ])
      expect(both - core).toBeLessThanOrEqual(1000)
    },
  )

  it('folding is at most 12 KB, and no part of the core', async () => {
    expect(await measureBundle('fold/index.js')).toBeLessThanOrEqual(12 * 1024)
    expect(await bundle('index.js')).not.toContain('fold_unicode')
  })

  it('uses nothing of Node, nor does any sub-path', () => {
    const built = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.js'),
    )
    // The components import their peers.
    for (const path of built.filter((each) => !/^(react|vue)\//.test(each))) {
      const code = readFileSync(join(root, 'dist', path), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
      expect(code, path).not.toMatch(
        /from ['"](?!\.)|\b(process|Buffer|require|globalThis\.process|eval|Function)\s*[.(]/,
      )
    }
  })
})

interface Packed {
  readonly files: readonly { readonly path: string }[]
}

/** The paths of the files that npm would publish. */
async function listPacked(): Promise<readonly string[]> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'])
  const [{ files }] = JSON.parse(stdout) as [Packed]
  return files.map(({ path }) => path)
}

/** The sources of the entries that have not moved. */
function listSources(): readonly string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.values<string | Record<string, string>>(exports)
    .flatMap((entry) => (typeof entry === 'string' ? [] : [entry['@content-service/source'] ?? '']))
    .map((path) => path.replace('./src/', ''))
}

/** The modules of dist that an entry imports. */
async function listImported(): Promise<readonly string[]> {
  const input = listSources().map((path) => join(root, 'dist', path.replace(/\.ts$/, '.js')))
  const build = await rolldown({ input, external: ['react'], treeshake: false })
  const { output } = await build.generate({ format: 'esm' })
  const modules = output.flatMap((chunk) => ('modules' in chunk ? Object.keys(chunk.modules) : []))
  return modules.map((path) => relative(root, path)).filter((path) => path.startsWith('dist/'))
}

describe('the tarball', () => {
  let packed: readonly string[]
  beforeAll(async () => {
    packed = await listPacked()
  }, 240_000)

  it('has a page of the reference for each entry', () => {
    const pages = listSources()
      .filter((path) => !path.startsWith('moved/'))
      .map((path) => `docs/api/${path.replace(/(\/index)?\.ts$/, '')}.md`)
    expect(packed).toEqual(expect.arrayContaining(pages))
  })

  it('has no module that no entry imports, and both forms of each entry', async () => {
    const modules = packed.filter((path) => /^dist\/(?!commonjs\/|node\/).*\.js$/.test(path))
    // A module of types alone is empty, and no other module imports it when the program runs.
    const isEmpty = (path: string) =>
      /^export \{\};\s*(\/\/.*)?$/.test(readFileSync(join(root, path), 'utf8').trim())
    const imported = await listImported()
    expect(modules.filter((path) => !imported.includes(path) && !isEmpty(path))).toEqual([])
    const forms = listSources().flatMap((path) => {
      const name = path.replace(/\.ts$/, '')
      return [
        `dist/${name}.js`,
        `dist/commonjs/${name}.cjs`,
        `dist/commonjs/${name}.d.cts`,
        `dist/node/${name}.mjs`,
      ]
    })
    expect(packed).toEqual(expect.arrayContaining(forms))
  })

  it('has no test, and nothing that only tests use', () => {
    expect(packed.filter((path) => /(^|\/)(src|tests|proof|support|bench)\/|\.test\./.test(path))).toEqual([])
  })
})
