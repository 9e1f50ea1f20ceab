import { where } from '@content-service/authz'
import { authorizeOnAll, mayOnAll, type PolicyContext } from '../access/access.ts'
import type { Permission } from '../access/content-policy.ts'
import type { Context, StoreContext } from '../context/context.ts'
import { badValue, conflict, ContentError, notFound } from '../rules/errors.ts'
import { declareList, declareRead, createFilter } from '../operations/read-operations.ts'
import { actOnRecord, takeInput } from '../operations/run-operation.ts'
import { unconditional, type Precondition } from '../context/precondition.ts'
import {
  acceptClient,
  BUILT_IN_CLIENT_ID,
  parseClientId,
  type ClientInput,
  type OAuthClient,
  type OAuthClientRow,
} from './client.ts'

/** A client with its secret, which only this response shows; null for a public client. */
export interface RegisteredClient {
  readonly client: OAuthClient
  readonly secret: string | null
}

/** The parts of a context that the registration needs; an operator at the command line has them, too. */
type Registry = Pick<Context, 'policy' | 'secrets' | 'stores' | 'now'>

/** Registers a client for an authorized caller: an administrator, or an operator at the command line. */
export const registerClient = async (
  { policy, secrets, stores, now }: Registry,
  input: ClientInput,
): Promise<RegisteredClient> => {
  const accepted = acceptClient(input, policy.permissions)
  const secret = input.public ? null : secrets.token()
  const client = await stores.clients.add({
    ...accepted,
    id: stores.clients.nextId(),
    secretHash: secret?.digest ?? null,
    createdAt: now(),
  })
  return { client, secret: secret?.text ?? null }
}

/** Gives a client a new secret, for a caller who is authorized already. @throws NOT_FOUND, CONFLICT. */
export const renewClientSecret = async (
  { secrets, stores }: Pick<Registry, 'secrets' | 'stores'>,
  id: string,
  precondition: Precondition<OAuthClient> = unconditional,
): Promise<RegisteredClient & { readonly secret: string }> => {
  const { text, digest } = secrets.token()
  const given = parseClientId(id)
  const client =
    given &&
    (await stores.clients.change(given, (current) => {
      precondition(current)
      if (current.secretHash === null)
        throw conflict('This client is public and has no secret. Register a confidential client instead.')
      return { ...current, secretHash: digest }
    }))
  if (!client) throw notFound('OAuth client')
  return { client, secret: text }
}

/** Ends a client and all its tokens, for a caller who is authorized already. @throws NOT_FOUND. */
export const removeClient = async (
  { stores }: Pick<Registry, 'stores'>,
  id: string,
  precondition: Precondition<OAuthClient> = unconditional,
): Promise<void> => {
  const given = parseClientId(id)
  const isRemoved = given !== null && (await stores.clients.remove(given, precondition))
  if (!isRemoved) throw notFound('OAuth client')
}

/** Whether the caller may register, change and delete clients at all. @throws UNAUTHENTICATED, FORBIDDEN. */
const authorizeOAuthClients = (context: PolicyContext): void => authorizeOnAll(context, 'oauth-clients:write')

/**
 * The first scope that the caller does not have on all records. A client that calls on its own behalf has its scopes on
 * all records, so that the caller needs them on all records, too.
 */
const findWiderScope = (context: PolicyContext, scopes: readonly string[]): string | undefined =>
  scopes.find((scope) => !mayOnAll(context, scope as Permission))

/** `createOAuthClient` (C7.5, C12.2). */
export const createOAuthClient = async (context: Context, input: ClientInput): Promise<RegisteredClient> => {
  authorizeOAuthClients(context)
  acceptClient(input, context.policy.permissions)
  const beyond = findWiderScope(context, input.scopes)
  if (beyond !== undefined)
    throw badValue(
      ['scopes'],
      `must be permissions that you hold on all records; you do not hold ${beyond} on all records`,
    )
  return registerClient(context, input)
}

/** The secret gives all rights of the client. */
const keepFromStrongerClient = (context: PolicyContext, { scopes }: OAuthClient): void => {
  const beyond = findWiderScope(context, scopes)
  if (beyond !== undefined)
    throw new ContentError(
      'FORBIDDEN',
      `This client has the scope ${beyond}. You need that permission on all records.`,
    )
}

/** `rotateOAuthClientSecret` (C12.2): the old secret ends at once; issued tokens stay valid. */
export const rotateOAuthClientSecret = async (
  context: Context,
  id: string,
  precondition: Precondition<OAuthClient> = unconditional,
): Promise<RegisteredClient & { readonly secret: string }> => {
  authorizeOAuthClients(context)
  return renewClientSecret(context, id, (current) => {
    keepFromStrongerClient(context, current)
    precondition(current)
  })
}

/** `deleteOAuthClient` (C12.2): also ends the codes and tokens of the client. */
export const deleteOAuthClient = async (
  context: StoreContext,
  id: string,
  precondition: Precondition<OAuthClient> = unconditional,
): Promise<void> => {
  authorizeOAuthClients(context)
  await removeClient(context, id, precondition)
}

/** Accepts the grant types in capitals, as the interfaces write them, and as in RFC 6749. */
const createFromRequest = (
  context: Context,
  { grants, ...given }: Partial<ClientInput> & Pick<ClientInput, 'name' | 'grants'>,
): Promise<RegisteredClient> =>
  createOAuthClient(context, {
    redirectUris: [],
    scopes: [],
    public: false,
    ...given,
    grants: grants.map((grant) => grant.toLowerCase()),
  })

/** C20.2: the clients that somebody has registered. */
export const REGISTERED_CLIENTS = where<OAuthClientRow>().id.ne(BUILT_IN_CLIENT_ID)

const oauthClients = declareList({
  resource: 'clients',
  from: 'oauthClients',
  access: 'oauth-clients:read',
  filter: createFilter('oauth-clients:read', REGISTERED_CLIENTS),
})

const declared = { resource: 'clients', access: 'oauth-clients:write' } as const
const showing = { hasSecret: true, shows: { permission: 'oauth-clients:read', member: 'client' } } as const
const toInput = (id: string): string => id

export const clientOperations = {
  oauthClients,
  oauthClient: declareRead(oauthClients, { word: 'OAuth client', parseId: parseClientId }),
  createOAuthClient: takeInput(createFromRequest, {
    ...declared,
    ...showing,
    authorize: authorizeOAuthClients,
  }),
  rotateOAuthClientSecret: actOnRecord(toInput, rotateOAuthClientSecret, {
    ...declared,
    ...showing,
    isConditional: true,
  }),
  deleteOAuthClient: actOnRecord(toInput, deleteOAuthClient, { ...declared, isConditional: true }),
} as const
