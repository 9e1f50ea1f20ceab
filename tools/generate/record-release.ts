import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Records the contracts of a release, which the next release must not break (C6.11). */

const root = resolve(import.meta.dirname, '../..')

const openApiDocument = (): string => {
  const env = { ...process.env, BASE_URL: 'https://content.example' }
  const document = execFileSync('npm', ['run', '--silent', 'openapi'], { cwd: root, env, encoding: 'utf8' })
  return `${JSON.stringify(JSON.parse(document))}\n`
}

const CONTRACTS = {
  'libs/graphql-schema/schema.released.graphql': () =>
    readFileSync(join(root, 'libs/graphql-schema/schema.graphql'), 'utf8'),
  'libs/rest-handlers/openapi.released.json': openApiDocument,
}

for (const [released, current] of Object.entries(CONTRACTS)) {
  writeFileSync(join(root, released), current())
  console.log(`${released} is recorded`)
}
