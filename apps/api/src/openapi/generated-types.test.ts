import { openApiDocument } from '@content-service/rest-handlers'
import openapiTypes, { astToString } from 'openapi-typescript'
import { format, resolveConfig } from 'prettier'
import { expect, it } from 'vitest'

const FILE = new URL('../testing/rest-api.ts', import.meta.url).pathname

const HEAD =
  '// Made of the OpenAPI document by openapi-typescript; npx vitest run -u generated-types makes it anew.\n\n'

/** What a client of the pages of users asks: the types of all would be seven thousand lines. */
const ASKED = ['/api/users', '/api/users/{id}']

const asked = () => {
  const { paths, ...document } = openApiDocument({ baseUrl: 'http://127.0.0.1:3000' })
  const kept = ASKED.map((path) => {
    const { head: _head, options: _options, ...item } = paths[path] ?? {}
    return [path, item]
  })
  return { ...document, paths: Object.fromEntries(kept) }
}

it('the types that openapi-typescript makes of the document are those that the client in the tests has', async () => {
  const types = astToString(await openapiTypes(JSON.stringify(asked())))
  const config = await resolveConfig(FILE)
  const text = await format(HEAD + types, { ...config, parser: 'typescript' })
  await expect(text).toMatchFileSnapshot(FILE)
})
