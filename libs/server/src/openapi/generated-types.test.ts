import { openApiDocument } from '@content-service/rest-handlers'
import openapiTypes, { astToString } from 'openapi-typescript'
import { format, resolveConfig } from 'prettier'
import { expect, it } from 'vitest'

const FILE = new URL('../../tests/support/rest-api.ts', import.meta.url).pathname

const HEAD =
  '// Made of the OpenAPI document by openapi-typescript; npx vitest run generated-types -u makes it anew.\n\n'

/** The paths of users: the types of all paths would be seven thousand lines. */
const PATHS = ['/api/users', '/api/users/{id}']
const SCHEMAS = ['User', 'NewUser', 'ReplacedUser', 'UserPatch', 'Problem']

const only = <Value>(all: Readonly<Record<string, Value>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))

const documentOfUsers = () => {
  const { paths, components, ...document } = openApiDocument({ baseUrl: 'http://127.0.0.1:3000' })
  const kept = Object.entries(only(paths, PATHS)).map(
    ([path, { head: _head, options: _options, ...item }]) => [path, item],
  )
  const schemas = only(components.schemas, SCHEMAS)
  return { ...document, paths: Object.fromEntries(kept), components: { ...components, schemas } }
}

it('the client in the tests has the types that openapi-typescript makes of the document', async () => {
  const types = astToString(await openapiTypes(JSON.stringify(documentOfUsers())))
  const config = await resolveConfig(FILE)
  const text = await format(HEAD + types, { ...config, parser: 'typescript' })
  await expect(text).toMatchFileSnapshot(FILE)
})
