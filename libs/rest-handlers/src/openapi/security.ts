import type { ContentModel } from '@content-service/domain'
import type { Access } from '@content-service/domain/internal/operations'
import type { Endpoint } from '../endpoints/endpoint.ts'

type Requirement = Readonly<Record<string, readonly string[]>>

/** The rights that each permission gives a program as a scope. */
const describeScopes = ({ policy }: ContentModel): Readonly<Record<string, string>> =>
  Object.fromEntries(
    policy.permissions.map((permission) => {
      const [resource = '', action = ''] = permission.split(':')
      return [permission, `${action} ${resource}, as far as the user may`]
    }),
  )

const createOauthFlows = (authUrl: string, scopes: Readonly<Record<string, string>>) => ({
  authorizationCode: {
    authorizationUrl: `${authUrl}/oauth/authorize`,
    tokenUrl: `${authUrl}/oauth/token`,
    refreshUrl: `${authUrl}/oauth/token`,
    scopes,
  },
  clientCredentials: { tokenUrl: `${authUrl}/oauth/token`, scopes },
  password: { tokenUrl: `${authUrl}/oauth/token`, refreshUrl: `${authUrl}/oauth/token`, scopes },
})

/** C7. */
export const createSecuritySchemes = (model: ContentModel, authUrl: string) => ({
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key for a program. `POST /api/api-keys` creates keys.',
  },
  Bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An access token: from OAuth 2.0, or signed with the service’s own secret. The service verifies tokens according to RFC8725.',
  },
  Basic: {
    type: 'http',
    scheme: 'basic',
    description: 'Username or email address, and password. The operator can turn off this method.',
  },
  OAuth2: {
    type: 'oauth2',
    description: 'For programs that act for other people. The service verifies tokens according to RFC8725.',
    flows: createOauthFlows(authUrl, describeScopes(model)),
  },
})

const listScopes = (access: Access): readonly string[] =>
  access === 'anyone' || access === 'signed in' ? [] : [access]

/** One credential is enough, and the service refuses two (C7.1). */
export const createSecurity = ({
  access,
  isForGuests,
}: Pick<Endpoint, 'access' | 'isForGuests'>): readonly Requirement[] => [
  ...(access === 'anyone' || isForGuests ? [{}] : []),
  { ApiKey: [] },
  { Bearer: [] },
  { Basic: [] },
  { OAuth2: listScopes(access) },
]
