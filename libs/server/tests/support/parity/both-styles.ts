import { basic, type Answer, type TestService } from '../service.ts'

/** One operation, which the test runs over each interface and reads over both. */
export interface Parity {
  /** Creates the record of the operation. Returns its id. */
  prepare(): Promise<string>
  /** Both functions return the id of the record to read. */
  byRest(id: string): Promise<string>
  byGraphql(id: string): Promise<string>
  inRest(id: string): Promise<unknown>
  inGraphql(id: string): Promise<unknown>
  readonly expected: unknown
}

export const pick = (record: Readonly<Record<string, unknown>>, members: readonly string[]): object =>
  Object.fromEntries(members.map((member) => [member, record[member]]))

/** A caller of both interfaces who stops at the first refusal. */
export const bothStyles = (service: TestService, as: string | null) => {
  let made = 0
  const rest = async (method: string, path: string, body?: object): Promise<Answer['body']> => {
    const answer = await service.call(method, path, { as, ...(body && { body }) })
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const graphql = async (document: string, variables: object = {}): Promise<Answer['body']> => {
    const { body } = await service.graphql(document, variables, as)
    if (body.errors) throw new Error(`${document}: ${JSON.stringify(body.errors)}`)
    return body.data
  }
  /** Sends a request about the record with this id, and returns the id. */
  const send = async (method: string, path: string, id: string, body?: object): Promise<string> => {
    await rest(method, path, body)
    return id
  }
  /** Runs a mutation whose only argument is an id. */
  const mutate = async (operation: string, id: string, selection = ''): Promise<string> => {
    await graphql(`mutation ($id: ID!) { ${operation}(id: $id) ${selection} }`, { id })
    return id
  }
  /** Runs a mutation with an input. Returns the id of the created or changed record. */
  const put = async (operation: string, input: object): Promise<string> => {
    const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`
    const document = `mutation ($input: ${type}!) { ${operation}(input: $input) { id } }`
    return (await graphql(document, { input }))[operation].id
  }
  /** Reads some fields of one record. */
  const look = async (query: string, id: string, fields: string): Promise<Answer['body']> =>
    (await graphql(`query ($id: ID!) { ${query}(id: $id) { ${fields} } }`, { id }))[query]
  const create = async (path: string, body: object): Promise<string> =>
    String((await rest('POST', path, body)).id)
  const isThere = async (path: string): Promise<boolean> =>
    (await service.call('GET', path, { as })).status !== 404
  const unique = (word: string): string => `${word}-${(made += 1)}`
  /** Whether one interface accepts the password. */
  const signedIn = async (style: 'rest' | 'graphql', login: string, password: string): Promise<boolean> => {
    const by = basic(login, password)
    const { status, body } =
      style === 'rest'
        ? await service.call('GET', '/api/me', { as: by })
        : await service.graphql('{ currentUser { id } }', {}, by)
    return status === 200 && body.errors === undefined
  }
  return { rest, graphql, send, mutate, put, look, create, isThere, unique, signedIn }
}

export type BothStyles = ReturnType<typeof bothStyles>
