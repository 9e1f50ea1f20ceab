import { join } from 'node:path'
import { builtInModel } from '@content-service/domain'
import { writeTypeDefs } from '@content-service/graphql-schema'
import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import { buildSchema, parse } from 'graphql'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newClientProject, type ClientProject } from '../support/processes/client-project.ts'
import { AS_ADMIN, startTestService, type TestService } from '../support/service.ts'

const PAGE = `query Page($first: Int!) {
  articlesConnection(first: $first, sortBy: TITLE, direction: ASC) { edges { node { title status publishedAt owner { profile { website } } } } }
}`
const SEARCH = `query Search($text: String!) {
  searchAll(query: $text) { edges { snippet node { __typename ... on Article { title } ... on User { name } } } }
}`
const CREATE = `mutation Create($input: CreateArticleInput!) { createArticle(input: $input) { title tags } }`

/** A program that uses the generated types correctly. */
const CLIENT = `
import { GraphQLClient } from 'graphql-request'
import { graphql } from './gql/index.ts'

const PAGE = graphql(\`${PAGE}\`)
const SEARCH = graphql(\`${SEARCH}\`)
const CREATE = graphql(\`${CREATE}\`)

export const firstTitles = async (url: string): Promise<string[]> => {
  const { articlesConnection } = await new GraphQLClient(url).request(PAGE, { first: 2 })
  const published: (string | null)[] = articlesConnection.edges.map(({ node }) => node.publishedAt)
  return articlesConnection.edges.filter(({ node }, at) => node.status === 'PUBLISHED' && published[at]).map(({ node }) => node.title)
}

export const found = async (url: string, text: string): Promise<string[]> => {
  const { searchAll } = await new GraphQLClient(url).request(SEARCH, { text })
  return searchAll.edges.map(({ node }) => (node.__typename === 'User' ? node.name : node.__typename))
}

export const create = async (url: string, authorization: string): Promise<string[]> => {
  const input = { title: 'Typed', content: 'Text.', authorId: '6', tags: ['typed'] }
  const { createArticle } = await new GraphQLClient(url, { headers: { authorization } }).request(CREATE, { input })
  return [createArticle.title, ...createArticle.tags]
}
`

/** Each line except the first two has a mistake that the types must find. */
const MISTAKEN = `import { graphql } from './gql/index.ts'; import { GraphQLClient } from 'graphql-request'; const client = new GraphQLClient('')
const [PAGE, CREATE] = [graphql(\`${PAGE.replaceAll('\n', '\\n')}\`), graphql(\`${CREATE}\`)]
await client.request(PAGE, { first: 'two' })
await client.request(CREATE, { input: { title: 'No content', authorId: '6' } })
await client.request(CREATE, { input: { title: '', content: '', authorId: '6', status: 'FINISHED' } })
;(await client.request(PAGE, { first: 2 })).articlesConnection.edges[0]?.node.tags
;(await client.request(PAGE, { first: 2 })).articlesConnection.edges[0]?.node.publishedAt.length
`

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noUncheckedIndexedAccess: true,
}

/** The errors of the compiler for a file, as lines and messages. */
const typeErrors = (file: string): readonly string[] => {
  const program = ts.createProgram([file], OPTIONS)
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const line = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? -1
    return `${line + 1}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`
  })
}

/** The files that GraphQL Code Generator makes of the documents with its preset for clients. */
const generate = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const typeDefs = writeTypeDefs(builtInModel)
  const outputs = await preset.buildGeneratesSection({
    baseOutputDir: 'gql/',
    presetConfig: { fragmentMasking: false },
    schema: parse(typeDefs),
    schemaAst: buildSchema(typeDefs),
    documents: [PAGE, SEARCH, CREATE].map((rawSDL) => ({
      location: folder,
      rawSDL,
      document: parse(rawSDL),
    })),
    config: {
      strictScalars: true,
      scalars: { Date: 'string', Decimal: 'string', Email: 'string', URL: 'string', JSON: 'unknown' },
      importExtension: '.ts',
      useTypeImports: true,
    },
    plugins: [],
    pluginMap: {},
  })
  const files = outputs.map(async (output) => [output.filename, await codegen(output)] as const)
  return Object.fromEntries(await Promise.all(files))
}

describe('C5.13 the types that GraphQL Code Generator makes of the schema', () => {
  let project: ClientProject
  let service: TestService

  beforeAll(async () => {
    project = await newClientProject()
    await project.write({ 'client.ts': CLIENT, 'mistaken.ts': MISTAKEN, ...(await generate(project.folder)) })
    service = await startTestService('PostgreSQL', { SAMPLE_CONTENT: 'true' })
  }, 60_000)
  afterAll(async () => {
    await service?.stop()
    await project.remove()
  })

  it('they accept a correct client', { timeout: 60_000 }, () => {
    expect(typeErrors(join(project.folder, 'client.ts'))).toEqual([])
  })

  it('they find mistakes in variables and in the use of the response', { timeout: 60_000 }, () => {
    const lines = typeErrors(join(project.folder, 'mistaken.ts')).map((error) => Number.parseInt(error))
    expect(lines).toEqual([3, 4, 5, 6, 7])
  })

  it('the generated documents run', async () => {
    const client = await import(join(project.folder, 'client.ts'))
    const url = `${service.url}/graphql`
    expect(await client.firstTitles(url)).toEqual([
      'Bread for people who write interfaces',
      'Excerpts that follow their text',
    ])
    expect(await client.found(url, 'Jonas')).toContain('Jonas Lindqvist')
    expect(await client.create(url, AS_ADMIN)).toEqual(['Typed', 'typed'])
  })
})
