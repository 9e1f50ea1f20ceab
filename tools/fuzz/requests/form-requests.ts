import { ADMIN_PASSWORD } from '../../../libs/server/tests/support/service.ts'
import type { Draw } from './draw.ts'
import type { FuzzWorld, GeneratedRequest } from './generated-request.ts'
import { hostileText } from './hostile-values.ts'

type Fields = Readonly<Record<string, readonly string[]>>

const CLIENT = {
  client_id: [],
  client_secret: [],
  scope: ['articles:read', 'articles:read users:write'],
} as const satisfies Fields

/** The fields of each form, with values that are right or nearly right. The database has the fields of clients. */
export const FORMS: Readonly<Record<string, Fields>> = {
  '/oauth/token': {
    ...CLIENT,
    grant_type: ['client_credentials', 'authorization_code', 'refresh_token', 'password', 'implicit'],
    code: ['code'],
    code_verifier: ['a-verifier-of-forty-three-characters-or-more'],
    redirect_uri: ['https://client.example/callback'],
    refresh_token: ['token'],
    username: ['admin', 'nobody'],
    password: [ADMIN_PASSWORD, 'wrong'],
  },
  '/oauth/revoke': { ...CLIENT, token: ['token'], token_type_hint: ['access_token', 'x'] },
  '/oauth/introspect': { ...CLIENT, token: ['token'] },
  '/oauth/authorize': {
    ...CLIENT,
    response_type: ['code', 'token'],
    redirect_uri: ['https://client.example/callback', 'https://other.example'],
    state: ['state'],
    code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    code_challenge_method: ['S256', 'plain'],
    choice: ['sign-in', 'allow', 'deny', 'code'],
    username: ['admin', 'nobody'],
    password: [ADMIN_PASSWORD, 'wrong'],
    code: ['123456'],
    proof: ['x'],
  },
  '/account/password': { token: ['token'], password: ['tangled otter velvet 9'], proof: ['x'] },
  '/account/password-reset': { email: ['admin@example.org', 'nobody@example.org'], proof: ['x'] },
}

const drawValue = (draw: Draw, name: string, values: readonly string[], { client }: FuzzWorld): string => {
  if (draw.isLucky(12))
    return hostileText(draw)
      .toWellFormed()
      .slice(0, draw.pick([100, 5_000, 70_000]))
  if (name === 'client_id') return client.id
  if (name === 'client_secret') return client.secret
  return draw.pick(values)
}

/** A form of OAuth or of an account: right, doubled, long, or in the address. */
export const form = (draw: Draw, world: FuzzWorld): Omit<GeneratedRequest, 'kind'> => {
  const path = draw.inTurn(Object.keys(FORMS))
  const fields = draw.subset(Object.entries(FORMS[path] ?? {}), 75)
  const search = new URLSearchParams()
  for (const [name, values] of fields) {
    const value = drawValue(draw, name, values, world)
    const count = draw.isLucky(3) ? draw.size(Math.ceil(100_000 / (value.length + 1))) : 1
    for (let at = 0; at < count; at += 1) search.append(name, value)
  }
  if (draw.isLucky(25))
    return {
      variant: path,
      method: 'GET',
      path: `${path}?${search}`.slice(0, 60_000),
      headers: [],
      body: undefined,
    }
  const type = draw.isLucky(95) ? 'application/x-www-form-urlencoded' : 'application/json'
  return { variant: path, method: 'POST', path, headers: [['content-type', type]], body: String(search) }
}
