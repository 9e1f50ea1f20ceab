import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, '../../node_modules')
const bin = (name: string) => join(modules, '.bin', name)
const outside = realpathSync(mkdtempSync(join(tmpdir(), 'authz-package-')))
const run = async (command: string, args: readonly string[], cwd = outside): Promise<string> => {
  try {
    return (await promisify(execFile)(command, [...args], { cwd, encoding: 'utf8' })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error })
  }
}
let tarball = ''

/** The TypeScript in a page, as one module; with the README's own example before it, which the guides go on from. */
function examplesIn(page: string, after = ''): string {
  const text = readFileSync(join(root, page), 'utf8')
  return [after, ...[...text.matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code)].join('\n')
}

// The guides talk about the policy, the user and the article of the README's first two examples.
const firstUse = examplesIn('README.md').split('policy.can(user,')[0] as string
const pages = {
  'readme.ts': examplesIn('README.md').replace(/policy\.authorize\(.*/, ''),
  'sql.ts': examplesIn('docs/sql.md', firstUse),
  'browser.ts': examplesIn('docs/browser.md', firstUse),
  'graphql.ts': examplesIn('docs/graphql.md', firstUse),
  'express.ts': examplesIn('docs/express.md', firstUse),
  'json.ts': examplesIn('docs/json.md', firstUse).replace(
    'console.error',
    '(error: Error) => console.log(error.message)',
  ),
  'from-casl.ts': examplesIn('docs/from-casl.md'),
  'from-casbin.ts': examplesIn('docs/from-casbin.md'),
}

beforeAll(async () => {
  await run(process.execPath, [join(modules, 'typescript/bin/tsc'), '--build', 'tsconfig.lib.json'], root)
  const packed = await run('npm', ['pack', '--json', '--pack-destination', outside], root)
  tarball = join(outside, JSON.parse(packed)[0].filename)
  writeFileSync(join(outside, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--no-package-lock', tarball])
  for (const name of ['express', 'graphql', '@types'])
    symlinkSync(
      dirname(realpathSync(join(modules, name, name === '@types' ? 'node' : 'package.json'))),
      join(outside, 'node_modules', name),
    )
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(outside, name), text)
}, 120_000)
afterAll(() => rmSync(outside, { recursive: true, force: true }))

describe('the packed tarball, in an empty project', () => {
  it.each([
    ['nodenext', ['--module', 'nodenext']],
    ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ])('type-checks all that the README and the guides show: %s', { timeout: 120_000 }, async (_, options) => {
    const tsc = join(modules, 'typescript/bin/tsc')
    const settings = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--types',
      'node',
      '--exactOptionalPropertyTypes',
    ]
    await run(process.execPath, [tsc, ...settings, ...options, ...Object.keys(pages)])
  })

  it.each(Object.keys(pages).filter((page) => page !== 'express.ts'))('runs %s', async (page) => {
    if (page === 'json.ts') writeFileSync(join(outside, 'policy.json'), '{}')
    await run(process.execPath, [page])
  })

  it('answers as the README says', async () => {
    writeFileSync(
      join(outside, 'says.ts'),
      `${examplesIn('README.md').split('\npolicy.can(user')[0]}
      console.log(policy.can(user, 'articles:read', article), policy.permits(user, 'articles:delete'))
      console.log(policy.decide(user, 'articles:write', article))
      try { policy.authorize(user, 'articles:write', article) } catch (error) { console.log(error.message, error.code) }`,
    )
    const said = await run(process.execPath, ['says.ts'])
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const [, decision, denied] = said.split('\n')
    expect(said).toMatch(/^true true\n/)
    expect(denied).toBe('Missing permission: articles:write FORBIDDEN')
    expect(readme).toContain('throws AccessDenied: "Missing permission: articles:write", code FORBIDDEN')
    expect(decision).toBe("{ effect: 'deny', reason: 'no-rule', determining: [], obligations: [] }")
    expect(readme).toContain(decision)
  })

  it('has no tests, no tools and no dependencies in it', async () => {
    const listed = (await run('tar', ['-tzf', tarball])).split('\n')
    expect(
      listed.filter((path) =>
        /test|bench|proof|tsbuildinfo|node_modules/.test(path.replace('docs/benchmark.svg', '')),
      ),
    ).toEqual([])
    expect(listed).toEqual(
      expect.arrayContaining(['package/README.md', 'package/policy.schema.json', 'package/dist/index.js']),
    )
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(manifest.dependencies).toBeUndefined()
  })

  it('is clean to publint and attw', { timeout: 120_000 }, async () => {
    await run(bin('publint'), ['--strict', tarball])
    await run(bin('attw'), [tarball, '--profile', 'esm-only'])
  })
})

describe('the core', () => {
  it('is at most 3 KB, minified and gzipped', async () => {
    const bundle = await rolldown({ input: join(root, 'dist/index.js') })
    const { output } = await bundle.generate({ format: 'esm', minify: true })
    const code = output[0].code.replaceAll(/\/\*.*?\*\/ ?|\/\/#.*/g, '')
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(3 * 1024)
  })

  it('uses nothing of Node, nor does any sub-path', () => {
    const built = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.js'),
    )
    for (const path of built) {
      const code = readFileSync(join(root, 'dist', path), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
      expect(code, path).not.toMatch(
        /from ['"](?!\.)|\b(process|Buffer|require|globalThis\.process|eval|Function)\s*[.(]/,
      )
    }
  })
})

describe('the API reference', () => {
  it('is what the docstrings say', { timeout: 120_000 }, async () => {
    const fresh = join(outside, 'api')
    mkdirSync(fresh)
    await run(bin('typedoc'), ['--logLevel', 'Error', '--out', fresh], root)
    cpSync(join(root, '../../.prettierrc.json'), join(outside, '.prettierrc.json'))
    await run(bin('prettier'), ['--log-level', 'warn', '--write', fresh])
    for (const page of readdirSync(fresh))
      expect(readFileSync(join(root, 'docs/api', page), 'utf8'), `npm run docs: ${page}`).toBe(
        readFileSync(join(fresh, page), 'utf8'),
      )
  })
})
