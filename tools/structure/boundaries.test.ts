import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ESLint } from 'eslint'
import { beforeAll, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const eslint = new ESLint({ cwd: root })

/**
 * The arrows in the picture of ARCHITECTURE.md. A new arrow needs the same arrow there, and its reason in
 * docs/decisions.
 */
const picture = {
  authz: [],
  'authz-authzen': ['authz'],
  'authz-casl': ['authz'],
  'authz-cli': ['authz'],
  domain: ['authz'],
  identity: ['authz', 'domain'],
  'graphql-schema': ['authz', 'domain'],
  'rest-handlers': ['authz', 'domain'],
  persistence: ['authz', 'domain', 'identity'],
  server: ['authz', 'authz-authzen', 'domain', 'graphql-schema', 'identity', 'persistence', 'rest-handlers'],
  testing: ['domain', 'identity', 'server'],
  client: ['domain', 'testing'],
  create: [],
  api: ['rest-handlers', 'server'],
  worker: ['server'],
  // Only its tests use server and testing.
  studio: ['client', 'server', 'testing'],
  // The project of `npx nx bench import`.
  import: [],
}

interface Graph {
  readonly graph: { readonly dependencies: Readonly<Record<string, readonly { readonly target: string }[]>> }
}

let drawing: Graph
/** Without a cached project graph, the boundary rule accepts every import. `nx graph` writes the graph to the cache. */
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'graph-'))
  const file = join(folder, 'graph.json')
  const env = { ...process.env, NX_DAEMON: 'false' }
  execFileSync(join(root, 'node_modules/.bin/nx'), ['graph', `--file=${file}`], {
    cwd: root,
    env,
    stdio: 'pipe',
  })
  drawing = JSON.parse(readFileSync(file, 'utf8')) as Graph
  rmSync(folder, { recursive: true })
}, 60_000)

const shorten = (name: string): string => name.replace('@content-service/', '')

test('nx graph shows the picture of the architecture, and nothing else', () => {
  const drawn = Object.entries(drawing.graph.dependencies).map(([source, arrows]) => {
    return [shorten(source), [...new Set(arrows.map(({ target }) => shorten(target)))].sort()]
  })
  expect(Object.fromEntries(drawn)).toEqual(picture)
})

/** The messages of lint about a file that does not exist. */
async function lint(path: string, imported: string): Promise<string[]> {
  const [result] = await eslint.lintText(`import '${imported}'\n`, { filePath: join(root, path) })
  return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

const boundary = '@nx/enforce-module-boundaries'
const privacy = 'no-restricted-imports'

describe('lint refuses', () => {
  test.each([
    ['a layer above', 'libs/authz/src/new.ts', '@content-service/domain', boundary],
    ['a library of the service', 'apps/studio/src/new.ts', '@content-service/server', boundary],
    ['a reader of policies', 'libs/authz/src/new.ts', '@content-service/authz-casl', boundary],
    ['another reader', 'libs/authz-cli/src/new.ts', '@content-service/authz-casl', boundary],
    ['a layer above', 'libs/domain/src/new.ts', '@content-service/persistence', boundary],
    ['a neighbour', 'libs/rest-handlers/src/new.ts', '@content-service/graphql-schema', boundary],
    [
      'the stores under an adapter',
      'libs/graphql-schema/src/new.ts',
      '@content-service/persistence',
      boundary,
    ],
    [
      'the stores in a test of an adapter',
      'libs/graphql-schema/src/new.test.ts',
      '@content-service/persistence',
      boundary,
    ],
    [
      'an adapter under the stores',
      'libs/persistence/src/new.ts',
      '@content-service/rest-handlers',
      boundary,
    ],
    ['the server under the stores', 'libs/persistence/src/new.ts', '@content-service/server', boundary],
    ['an undeclared library', 'apps/worker/src/new.ts', '@content-service/graphql-schema', boundary],
    ['a neighbour by its path', 'libs/domain/src/new.ts', '../../authz/src/index.ts', boundary],
    ['an app by its path', 'libs/domain/src/new.ts', '../../../apps/api/src/index.ts', boundary],
    ['an app', 'libs/domain/src/new.ts', '@content-service/api', privacy],
    ['a file of an app', 'apps/worker/src/new.ts', '@content-service/api/src/index.ts', privacy],
    [
      'what a library does not export',
      'libs/domain/src/new.ts',
      '@content-service/authz/src/index.ts',
      privacy,
    ],
  ])('%s: %s imports %s', async (_what, path, imported, rule) => {
    expect(await lint(path, imported)).toContainEqual(expect.stringContaining(rule))
  })

  test.each([
    ['libs/authz/src/new.ts', 'express'],
    ['libs/authz/src/new.ts', 'graphql'],
    ['libs/authz/src/new.ts', 'uuid'],
    ['libs/domain/src/new.ts', '@mikro-orm/core'],
    ['libs/domain/src/articles/new.test.ts', '@mikro-orm/core'],
    ['libs/domain/src/new.ts', 'kysely/helpers/postgres'],
    ['libs/domain/src/testing/new.ts', 'fast-check'],
    ['libs/identity/src/new.ts', 'express'],
    ['libs/identity/src/new.ts', 'pg'],
    ['libs/graphql-schema/src/new.ts', 'kysely'],
    ['libs/rest-handlers/src/new.ts', 'graphql-http'],
    ['libs/persistence/src/new.ts', 'express'],
    ['libs/server/src/new.ts', 'kysely'],
    ['apps/api/src/new.ts', 'express'],
    ['apps/worker/src/new.ts', 'express'],
  ])('a package: %s imports %s', async (path, imported) => {
    expect(await lint(path, imported)).toEqual([
      expect.stringMatching(`^${boundary}: .*not allowed to import`),
    ])
  })

  test.each([
    ['libs/authz/src/new.ts', 'node:fs'],
    ['libs/authz-casl/src/new.ts', 'node:fs'],
    ['libs/authz-authzen/src/new.ts', 'node:fs'],
    ['libs/rest-handlers/src/users/new.ts', 'express'],
  ])('what only one file translates: %s imports %s', async (path, imported) => {
    expect(await lint(path, imported)).toEqual([expect.stringContaining(privacy)])
  })
})

test.each([
  ['libs/authz-casl/src/migrate/new.ts', 'node:fs'],
  ['libs/authz-cli/src/new.ts', '@content-service/authz/json'],
  ['libs/domain/src/new.ts', '@content-service/authz'],
  ['libs/domain/src/new.test.ts', 'fast-check'],
  ['libs/identity/src/new.ts', 'jsonwebtoken'],
  ['libs/persistence/src/new.ts', '@content-service/domain'],
  ['libs/persistence/src/new.ts', '@electric-sql/pglite/contrib/pg_trgm'],
  ['libs/persistence/src/new.test.ts', '@content-service/domain/testing'],
  ['libs/persistence/src/testing/new.ts', 'vitest'],
  ['libs/persistence/src/new.test.ts', '../../../tools/postgres/postgres-database.ts'],
  ['libs/rest-handlers/src/use/express.ts', 'express'],
  ['libs/server/src/new.ts', '@content-service/persistence'],
  ['libs/server/src/new.ts', 'express'],
  ['apps/api/src/new.ts', '@content-service/server'],
])('lint lets pass: %s imports %s', async (path, imported) => {
  expect(await lint(path, imported)).toEqual([])
})

describe('lint refuses to guess the kind of a field', () => {
  test.each([
    'const guess = (field) => field.schema.type',
    'const guess = (field) => field.schema.format',
    'const guess = ({ schema: { type } }) => type',
  ])('%s', async (code) => {
    const [result] = await eslint.lintText(`export ${code}\n`, {
      filePath: join(root, 'libs/domain/src/model/new.ts'),
    })
    expect(result?.messages.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('FieldKind'),
    )
  })
})
