import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/**
 * The arrows in the picture of ARCHITECTURE.md. A new arrow needs the same arrow there, and its reason in
 * docs/decisions.
 */
const picture = {
  authz: [],
  domain: ['authz'],
  identity: ['authz', 'domain'],
  'graphql-schema': ['authz', 'domain'],
  'rest-handlers': ['authz', 'domain'],
  persistence: ['authz', 'domain', 'identity'],
  server: ['authz', 'domain', 'graphql-schema', 'identity', 'persistence', 'rest-handlers'],
  testing: ['domain', 'identity', 'server'],
  client: ['domain', 'testing'],
  create: [],
  api: ['rest-handlers', 'server'],
  worker: ['server'],
  // The project of `npx nx bench import`.
  import: [],
}

interface Graph {
  graph: { dependencies: Record<string, { target: string }[]> }
}

test('nx graph shows the picture of the architecture, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'graph-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'graph.json')
  const env = { ...process.env, NX_DAEMON: 'false' }
  execFileSync(join(root, 'node_modules/.bin/nx'), ['graph', `--file=${file}`], {
    cwd: root,
    env,
    stdio: 'pipe',
  })
  const { graph } = JSON.parse(readFileSync(file, 'utf8')) as Graph
  const drawn = Object.entries(graph.dependencies).map(([source, arrows]) => {
    return [short(source), [...new Set(arrows.map(({ target }) => short(target)))].sort()]
  })
  expect(Object.fromEntries(drawn)).toEqual(picture)
})

function short(name: string): string {
  return name.replace('@content-service/', '')
}
