import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client'
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import { relayStylePagination } from '@apollo/client/utilities'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AS_ADMIN, basic, startTestService, type TestService } from '../support/service.ts'

interface Page {
  readonly articlesConnection: {
    readonly edges: readonly { readonly node: { readonly id: string; readonly title: string } }[]
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string }
  }
}

const USER: TypedDocumentNode<{ user: { name: string } | null }, { id: string }> = gql`
  query User($id: ID!) {
    user(id: $id) {
      id
      name
    }
  }
`
const PAGE: TypedDocumentNode<Page, { after?: string }> = gql`
  query Articles($after: String) {
    articlesConnection(first: 4, after: $after, sortBy: TITLE, direction: ASC) {
      edges {
        node {
          id
          title
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`
const LIKE: TypedDocumentNode<{ likeArticle: { likes: number } }, { id: string }> = gql`
  mutation Like($id: ID!) {
    likeArticle(id: $id) {
      id
      likes
    }
  }
`
const ARTICLE: TypedDocumentNode<{ article: { likes: number } }, { id: string }> = gql`
  query Article($id: ID!) {
    article(id: $id) {
      id
      likes
    }
  }
`
const CREATE: TypedDocumentNode<{ createArticle: { id: string } }, { input: object }> = gql`
  mutation Create($input: CreateArticleInput!) {
    createArticle(input: $input) {
      id
    }
  }
`

describe('C5.1 Apollo Client 4', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { SAMPLE_CONTENT: 'true' })
  }, 30_000)
  afterAll(() => service.stop())

  /** A client with a separate cache. `authorization`: null for an anonymous client. */
  const clientAs = (authorization: string | null): ApolloClient => {
    const headers = authorization === null ? {} : { authorization }
    const connection = relayStylePagination(['sortBy', 'direction'])
    return new ApolloClient({
      link: new HttpLink({ uri: `${service.url}/graphql`, headers }),
      cache: new InMemoryCache({ typePolicies: { Query: { fields: { articlesConnection: connection } } } }),
    })
  }
  const awaitFailure = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error) => error,
    )

  it('sends variables', async () => {
    const { data } = await clientAs(null).query({ query: USER, variables: { id: '2' } })
    expect(data).toEqual({ user: { __typename: 'User', id: '2', name: 'Mira Okafor' } })
  })

  it('pages through a connection, which its cache joins into one list', async () => {
    const client = clientAs(null)
    const watched = client.watchQuery({ query: PAGE })
    const subscription = watched.subscribe({})
    const page = async () => (await client.query({ query: PAGE })).data?.articlesConnection
    for (let next = await page(); next?.pageInfo.hasNextPage; next = await page())
      await watched.fetchMore({ variables: { after: next.pageInfo.endCursor } })
    const titles = client.readQuery({ query: PAGE })?.articlesConnection.edges.map(({ node }) => node.title)
    subscription.unsubscribe()
    expect(titles).toHaveLength(10)
    expect(titles).toEqual([...new Set(titles)].sort((one, other) => one.localeCompare(other)))
  })

  it('a mutation updates the cache', async () => {
    const client = clientAs(AS_ADMIN)
    const [id] =
      (await client.query({ query: PAGE })).data?.articlesConnection.edges.map(({ node }) => node.id) ?? []
    const variables = { id: id as string }
    const before = await client.query({ query: ARTICLE, variables })
    await client.mutate({ mutation: LIKE, variables })
    const after = client.readQuery({ query: ARTICLE, variables })
    expect(after?.article.likes).toBe((before.data?.article.likes ?? 0) + 1)
  })

  it('gets the problems of an input with their paths', async () => {
    const input = { title: ' ', content: 'Text.', authorId: '6' }
    const failure = await awaitFailure(clientAs(AS_ADMIN).mutate({ mutation: CREATE, variables: { input } }))
    expect(CombinedGraphQLErrors.is(failure) && failure.errors[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['input', 'title'], message: 'must not be blank' }],
    })
  })

  it('C5.7 gets the code of a refusal with the status 401', async () => {
    const input = { title: 'Nobody', content: 'Text.', authorId: '6' }
    const failure = await awaitFailure(clientAs(null).mutate({ mutation: CREATE, variables: { input } }))
    expect(CombinedGraphQLErrors.is(failure) && failure.errors[0]?.extensions).toEqual({
      code: 'UNAUTHENTICATED',
    })
  })

  it('C5.7 gets the status of a credential that is refused before GraphQL', async () => {
    const client = clientAs(basic('admin', 'not the password'))
    const failure = await awaitFailure(client.query({ query: USER, variables: { id: '2' } }))
    expect(ServerError.is(failure) && [failure.statusCode, JSON.parse(failure.bodyText).code]).toEqual([
      401,
      'UNAUTHENTICATED',
    ])
  })
})
