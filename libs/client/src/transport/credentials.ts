/**
 * Gives a token. When the service refuses it, the client calls the function once more, with the refused token; if the
 * function gives another token, the client repeats the request.
 */
export type GetToken = (refused?: string) => string | Promise<string>

/** At most one of the three. Without a credential the client is anonymous. */
export interface Credentials {
  readonly apiKey?: string | undefined
  /** A Bearer token, or a function that gives one, such as `session.getToken` of `@content-service/client/oauth`. */
  readonly token?: string | GetToken | undefined
  readonly basic?: { readonly username: string; readonly password: string } | undefined
}

/** Base64 of the UTF-8 bytes (RFC 7617 §2.1). */
const encodeBasic = ({ username, password }: NonNullable<Credentials['basic']>): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))

export interface Credential {
  readonly header: 'authorization' | 'x-api-key'
  readonly value: string
  /** The token, when a function gave it. */
  readonly renewable?: string
}

/** A function that gives the credential of the next request. `refused` is a token that the service did not accept. */
export const createCredential = ({
  apiKey,
  token,
  basic,
}: Credentials): ((refused?: string) => Promise<Credential | undefined>) => {
  const given = Object.entries({ apiKey, token, basic }).filter(([, value]) => value !== undefined)
  if (given.length > 1) {
    throw new TypeError(`Give one of ${given.map(([name]) => name).join(' and ')}, not both.`)
  }
  return async (refused) => {
    if (apiKey !== undefined) return { header: 'x-api-key', value: apiKey }
    if (basic) return { header: 'authorization', value: `Basic ${encodeBasic(basic)}` }
    if (token === undefined) return undefined
    if (typeof token === 'string') return { header: 'authorization', value: `Bearer ${token}` }
    const renewable = await token(refused)
    return { header: 'authorization', value: `Bearer ${renewable}`, renewable }
  }
}
