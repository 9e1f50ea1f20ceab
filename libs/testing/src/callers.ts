import { computeIssuedAt, type User } from '@content-service/domain'
import { issueAccessToken } from '@content-service/identity'
import type { ServiceForTests } from '@content-service/server/for-tests'
import type { Seeds } from './seeds.ts'

export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON; a text if the response is no JSON. */
  readonly body: Body
}

export interface GraphqlAnswer<Data> extends Omit<Answer<unknown>, 'body'> {
  readonly data: Data | null | undefined
  readonly errors?: readonly {
    readonly message: string
    readonly path?: readonly (string | number)[]
    readonly extensions?: Readonly<Record<string, unknown>>
  }[]
}

export interface RestInput {
  /** Sent as JSON; `URLSearchParams` are sent as a form. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends requests with the credential of one caller. */
export interface ServiceCaller {
  /** The user of the caller; null without a credential. */
  user(): Promise<User | null>
  /** An access token, for a client of your own; undefined without a credential. It is valid for 15 minutes. */
  token(): Promise<string | undefined>
  graphql<Data = unknown>(query: string, variables?: object): Promise<GraphqlAnswer<Data>>
  /** `rest('POST', '/api/articles', { body: { title: 'Hello' } })`. */
  rest<Body = unknown>(method: string, path: string, input?: RestInput): Promise<Answer<Body>>
}

const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isJson = (body: unknown): boolean => body !== undefined && !(body instanceof URLSearchParams)

const JSON_TYPE = { 'content-type': 'application/json' }
/** The stop of the service waits 100 ms for further requests on an idle connection. */
const CLOSE = { connection: 'close' }

const createCaller = (url: string, { user, token }: Pick<ServiceCaller, 'user' | 'token'>): ServiceCaller => {
  const rest = async <Body>(
    method: string,
    path: string,
    { body, headers }: RestInput = {},
  ): Promise<Answer<Body>> => {
    const credential = await token()
    const response = await fetch(url + path, {
      method,
      body: isJson(body) ? JSON.stringify(body) : ((body as URLSearchParams | undefined) ?? null),
      redirect: 'manual',
      headers: {
        ...CLOSE,
        ...(isJson(body) && JSON_TYPE),
        ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
        ...headers,
      },
    })
    // The test says what it expects.
    const parsed = parseBody(await response.text()) as Body
    return { status: response.status, headers: response.headers, body: parsed }
  }
  return {
    user,
    token,
    rest,
    graphql: async <Data>(query: string, variables: object = {}) => {
      const accept = { accept: 'application/graphql-response+json' }
      const input = { body: { query, variables }, headers: accept }
      const { body, ...answer } = await rest<Pick<GraphqlAnswer<Data>, 'data' | 'errors'>>(
        'POST',
        '/graphql',
        input,
      )
      return { ...answer, ...body }
    },
  }
}

export interface Callers {
  /** A caller without a credential. */
  readonly anonymous: ServiceCaller
  /**
   * A caller with a role of the policy, such as `EDITOR`, or a user of a seed. The first request with a role creates its
   * user, whose name is the role in small letters.
   */
  as(caller: string | User): ServiceCaller
}

/** A token for each request, so that none expires when a test moves the clock. */
const createIssueToken =
  (
    { storage, tokens }: ServiceForTests,
    { now, find }: { readonly now: () => Date; readonly find: () => Promise<User> },
  ): ServiceCaller['token'] =>
  async () => {
    const { id, username } = await find()
    const user = await storage.accounts.findById(id)
    const issuedAt = computeIssuedAt(now(), user?.tokensValidFrom ?? now())
    return issueAccessToken(
      {
        subject: String(id),
        name: username,
        clientId: null,
        scopes: null,
        sessionId: null,
        signedInAt: null,
        issuedAt,
      },
      tokens,
    )
  }

export const createCallers = (service: ServiceForTests, seeds: Seeds, now: () => Date): Callers => {
  const users = new Map<string, Promise<User>>()
  const findByRole = (role: string): Promise<User> => {
    const known = users.get(role)
    if (known) return known
    const made = seeds.user(role.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), { role })
    users.set(role, made)
    return made
  }
  return {
    anonymous: createCaller(service.url, { user: async () => null, token: async () => undefined }),
    as: (caller) => {
      const find = async () => (typeof caller === 'string' ? findByRole(caller) : caller)
      return createCaller(service.url, { user: find, token: createIssueToken(service, { now, find }) })
    },
  }
}
