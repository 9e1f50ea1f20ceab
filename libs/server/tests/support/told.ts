import { randomUUID } from 'node:crypto'

/** A client that records the secrets that it sent and got, and every response that must not contain them. */
export interface Teller {
  /** Marks a text as secret, and returns it. */
  secret(text: string): string
  /** Sends a request whose response may contain secrets. */
  ask(method: string, path: string, call?: Call): Promise<Response>
  /** Sends a request whose response must not contain secrets, and returns its status. */
  overheard(method: string, path: string, call?: Call): Promise<number>
  graphql(query: string, call?: Call): Promise<Record<string, unknown>>
  /** The secrets that a text contains. */
  found(text: string): readonly string[]
  answers(): string
}

interface Call {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
}

const CONTENT_TYPE = { 'content-type': 'application/json' }
/** C6.9: with a key, the service stores the answer if it may. */
const aKey = () => ({ 'idempotency-key': randomUUID() })

export const aTeller = (base: string): Teller => {
  const secrets = new Set<string>()
  const heard: string[] = []
  const ask = (method: string, path: string, { headers = {}, body }: Call = {}): Promise<Response> =>
    fetch(new URL(path, base), {
      method,
      redirect: 'manual',
      headers: { ...aKey(), ...(typeof body === 'string' && CONTENT_TYPE), ...headers },
      ...(body !== undefined && { body }),
    })
  const overheard: Teller['overheard'] = async (method, path, call) => {
    const response = await ask(method, path, call)
    heard.push(JSON.stringify([...response.headers]), await response.text())
    return response.status
  }
  return {
    ask,
    overheard,
    secret: (text) => {
      if (text.length < 6) throw new Error(`${JSON.stringify(text)} would be found anywhere`)
      secrets.add(text)
      return text
    },
    graphql: async (query, { headers = {} } = {}) => {
      const response = await ask('POST', '/graphql', { headers, body: JSON.stringify({ query }) })
      const { data } = (await response.json()) as { readonly data: Record<string, unknown> }
      return data
    },
    found: (text) => [...secrets].filter((secret) => text.includes(secret)),
    answers: () => heard.join('\n'),
  }
}
