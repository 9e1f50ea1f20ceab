import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Tada from 'gql.tada/internal'

/** gql.tada writes a declaration for its own `graphql` after the types, which this client does not use. */
const END = "\nimport * as gqlTada from 'gql.tada'"

/**
 * TypeScript: the type `introspection` of a schema, as gql.tada reads it. Throws an Error that says what to do when gql.tada
 * is not installed.
 */
export async function writeGraphqlTypes(sdl: string): Promise<string> {
  const { loadFromSDL, minifyIntrospection, outputIntrospectionFile } = await importTada()
  const folder = await mkdtemp(join(tmpdir(), 'content-service-types-'))
  try {
    const file = join(folder, 'schema.graphql')
    await writeFile(file, sdl)
    const { introspection } = await loadFromSDL({ file }).load()
    const options = { fileType: '.d.ts', shouldPreprocess: true } as const
    const [types = ''] = outputIntrospectionFile(minifyIntrospection(introspection), options).split(END)
    return `${types.trimEnd()}\n`
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function importTada(): Promise<typeof Tada> {
  try {
    return await import('gql.tada/internal')
  } catch (cause) {
    throw new Error('Install gql.tada, which writes the types of GraphQL: npm install --save-dev gql.tada', {
      cause,
    })
  }
}
