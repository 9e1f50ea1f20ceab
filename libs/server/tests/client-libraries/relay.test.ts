import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { builtInModel } from '@content-service/domain'
import { writeTypeDefs } from '@content-service/graphql-schema'
import {
  Environment,
  fetchQuery,
  Network,
  RecordSource,
  Store,
  type ConcreteRequest,
  type FetchFunction,
  type GraphQLResponse,
} from 'relay-runtime'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newClientProject, type ClientProject } from '../support/processes/client-project.ts'
import { startTestService, type TestService } from '../support/service.ts'

const COMPILER = createRequire(import.meta.url).resolve('relay-compiler/cli.js')
const OPTIONS = { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 }
const CONFIG = { src: './src', schema: './schema.graphql', language: 'typescript', eagerEsModules: true }

/** The compiler refuses a connection that does not follow the Relay cursor specification. */
const SOURCE = `
import { graphql } from 'relay-runtime'

graphql\`
  fragment Lists_articles on Query
  @refetchable(queryName: "ListsNextArticlesQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 4 }, after: { type: "String" }) {
    articlesConnection(first: $first, after: $after, tag: "guide") @connection(key: "Lists_articlesConnection") {
      edges { node { id title owner { name } } }
    }
  }
\`
graphql\`
  query ListsArticlesQuery($after: String) {
    list: articlesConnection(first: 4, after: $after) @connection(key: "Lists_list") {
      edges { node { title } }
      pageInfo { endCursor hasNextPage }
    }
    ...Lists_articles
  }
\`
graphql\`
  query ListsUsersQuery($after: String) {
    list: usersConnection(first: 2, after: $after) @connection(key: "Lists_list") {
      edges { node { username } }
      pageInfo { endCursor hasNextPage }
    }
  }
\`
graphql\`
  query ListsSearchQuery($after: String) {
    list: searchAll(query: "article", first: 3, after: $after) @connection(key: "Lists_list") {
      edges { snippet node { __typename } }
      pageInfo { endCursor hasNextPage }
    }
  }
\`
graphql\`
  query ListsCommentsQuery($id: ID!, $after: String) {
    article(id: $id) {
      list: commentsConnection(first: 1, after: $after) @connection(key: "Lists_list") {
        edges { node { content } }
        pageInfo { endCursor hasNextPage }
      }
    }
  }
\`
`

interface List {
  readonly edges: readonly object[]
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean }
}
interface Answer {
  readonly list?: List
  readonly article?: { readonly list: List }
}

describe('C5.4 Relay', () => {
  let project: ClientProject
  let service: TestService

  beforeAll(async () => {
    project = await newClientProject()
    await project.write({
      'relay.config.json': JSON.stringify(CONFIG),
      'schema.graphql': writeTypeDefs(builtInModel),
      'src/Lists.ts': SOURCE,
    })
    await promisify(execFile)(process.execPath, [COMPILER, 'relay.config.json'], { cwd: project.folder })
    service = await startTestService('PostgreSQL', { SAMPLE_CONTENT: 'true' })
  }, 60_000)
  afterAll(async () => {
    await service?.stop()
    await project.remove()
  })

  /** The compiler imports types as values: TypeScript removes these imports, and Node does not. */
  const compileQuery = async (name: string): Promise<ConcreteRequest> => {
    const file = join(project.folder, `src/__generated__/${name}.graphql`)
    const { outputText } = ts.transpileModule(await readFile(`${file}.ts`, 'utf8'), {
      compilerOptions: OPTIONS,
    })
    await writeFile(`${file}.mjs`, outputText)
    return (await import(`${file}.mjs`)).default
  }
  const ask: FetchFunction = async ({ text }, variables): Promise<GraphQLResponse> =>
    (await service.graphql(text ?? '', variables, null)).body
  const newEnvironment = () =>
    new Environment({ network: Network.create(ask), store: new Store(new RecordSource()) })

  /** The edges of a list in Relay's store after its last page, and the number of pages. */
  const wholeList = async (name: string, variables: object) => {
    const [environment, query] = [newEnvironment(), await compileQuery(name)]
    for (let after: string | null = null, pages = 1; ; pages += 1) {
      const answer = await fetchQuery(environment, query, { ...variables, after }).toPromise()
      const { list, article } = answer as Answer
      const { edges, pageInfo } = (list ?? article?.list) as List
      if (!pageInfo.hasNextPage) return { edges, pages }
      after = pageInfo.endCursor
    }
  }
  const findDiscussedArticle = async (): Promise<string> => {
    const { body } = await service.graphql('{ articles { id commentCount } }', {}, null)
    const articles: readonly { id: string; commentCount: number }[] = body.data.articles
    return articles.find(({ commentCount }) => commentCount === 2)?.id ?? ''
  }

  it.each([
    ['ListsArticlesQuery', { edges: 10, pages: 3 }],
    ['ListsUsersQuery', { edges: 4, pages: 2 }],
  ])('%s: the compiler accepts the connection, and the store joins its pages', async (name, expected) => {
    const { edges, pages } = await wholeList(name, {})
    expect({ edges: new Set(edges.map((edge) => JSON.stringify(edge))).size, pages }).toEqual(expected)
  })

  it('searchAll and the comments of an article are connections, too', async () => {
    const found = await wholeList('ListsSearchQuery', {})
    expect(found.edges.length).toBeGreaterThan(3)
    expect(found.pages).toBe(Math.ceil(found.edges.length / 3))
    const comments = await wholeList('ListsCommentsQuery', { id: await findDiscussedArticle() })
    expect([comments.edges.length, comments.pages]).toEqual([2, 2])
  })

  it('the service answers the query that the compiler makes of a refetched fragment', async () => {
    const { params } = await compileQuery('ListsNextArticlesQuery')
    const { body } = await service.graphql(params.text ?? '', { first: 1, after: null }, null)
    expect(body.errors).toBeUndefined()
    expect(body.data.articlesConnection.edges).toHaveLength(1)
  })
})
