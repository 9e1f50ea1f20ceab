import { fetchJson, postJson, withHeaders, type BenchRequest } from './requests.ts'
import { ADMINISTRATOR_ID, signToken } from './service.ts'
import type { Caller } from './workloads.ts'

/** The users in whose names requests are sent. */
export interface People {
  readonly reader: number
  readonly author: number
}

const CREATE_KEY =
  'mutation { createApiKey(input: { name: "bench", scopes: ["articles:read", "users:read", "comments:read"] }) { key } }'

const createKey = async (url: string, userId: number): Promise<string> => {
  const request = withHeaders(postJson('/graphql', { query: CREATE_KEY }), {
    authorization: signToken(userId),
  })
  const { data } = (await fetchJson(request, url)) as { data: { createApiKey: { key: string } } }
  return data.createApiKey.key
}

/** The other servers check no credential and believe `x-user-id`. */
const signIn = (userId: number): Readonly<Record<string, string>> => ({
  authorization: signToken(userId),
  'x-user-id': String(userId),
})

/** Makes the headers of a caller at a running server. */
export const makeHeaders = async (
  caller: Caller,
  people: People,
  url: string,
): Promise<BenchRequest['headers']> => {
  switch (caller) {
    case 'nobody':
      return {}
    case 'reader':
      return signIn(people.reader)
    case 'author':
      return signIn(people.author)
    case 'administrator':
      return signIn(ADMINISTRATOR_ID)
    case 'key':
      return { 'x-api-key': await createKey(url, people.reader) }
  }
}
