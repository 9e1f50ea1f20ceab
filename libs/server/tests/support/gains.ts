/** The accounts and records of the test, which a narrow credential tries to misuse. */
export interface Prey {
  /** The owner of the key: an administrator. */
  readonly own: string
  /** Another administrator, with a second factor. */
  readonly administrator: string
  readonly reader: string
  /** An article that is not published. */
  readonly article: string
  readonly webhook: string
  /** An OAuth client that may read the audit log. */
  readonly client: string
}

/** One request with an API key of these scopes, and the code of its refusal. */
export interface Attack {
  readonly scopes: readonly string[]
  readonly request: (prey: Prey) => Request
  readonly refusal: 'FORBIDDEN' | 'BAD_USER_INPUT'
}

type Request =
  { readonly mutation: string } | { readonly method: string; readonly path: string; readonly body: object }

interface Gain {
  /** The gain of a credential beyond its scopes. */
  readonly gain: string
  readonly protection: string
  /** Empty if the operation uses no credential of the service, so that there is no scope to exceed. */
  readonly attacks: readonly Attack[]
}

/** The credential can change or end records, and gains no further rights. */
const NONE = 'none'
/** A person who runs a command has access to the database. */
const OPERATOR = 'operator'

const attack =
  (refusal: Attack['refusal']) =>
  (scopes: readonly string[], mutation: (prey: Prey) => string): Attack => ({
    scopes,
    request: (prey) => ({ mutation: mutation(prey) }),
    refusal,
  })
const forbidden = attack('FORBIDDEN')
const refused = attack('BAD_USER_INPUT')

const restAttack = (scopes: readonly string[], request: Attack['request']): Attack => ({
  scopes,
  request,
  refusal: 'FORBIDDEN',
})

const WRITER = ['users:read', 'users:write']
const NEW_ADMIN =
  'username: "gained", email: "gained@example.org", password: "seven quiet harbours", role: ADMIN'
const PROVEN_BY_PASSWORD = 'the current password, and for a second factor its code'
const PROVEN_BY_MAIL = 'a code of 256 bits from a mail, for its own purpose, once'

const takesPassword = (mutation: string): Gain => ({
  gain: 'the account',
  protection: PROVEN_BY_PASSWORD,
  attacks: [refused(WRITER, () => mutation)],
})
const takesMail = (mutation: string): Gain => ({
  gain: 'the account',
  protection: PROVEN_BY_MAIL,
  attacks: [refused(WRITER, () => mutation)],
})
const makesAdministrator = (mutation: string): Gain => ({
  gain: 'an account with more permissions than the scopes',
  protection: 'authorizeGrant: nobody grants a role beyond the credential (C12.3)',
  attacks: [forbidden(WRITER, () => mutation)],
})

const ownEmail: Attack = restAttack(['users:write'], () => ({
  method: 'PATCH',
  path: '/api/me',
  body: { email: 'mine@example.net' },
}))

const changesAccess = (whose: (prey: Prey) => string | number, body: object): Attack =>
  restAttack(WRITER, (prey) => ({ method: 'PATCH', path: `/api/users/${whose(prey)}/access`, body }))

const updateUser: Gain = {
  gain: 'the account of the changed address; permissions of a granted role',
  protection: 'currentPassword or a fresh sign-in; authorizeTakeover; authorizeGrant (C12.3, C12.4)',
  attacks: [
    ownEmail,
    forbidden(WRITER, ({ own }) => `updateUser(input: { id: "${own}", email: "mine@example.net" }) { id }`),
    forbidden(
      WRITER,
      ({ administrator: id }) => `updateUser(input: { id: "${id}", email: "mine@example.net" }) { id }`,
    ),
    forbidden(
      WRITER,
      ({ administrator: id }) => `updateUser(input: { id: "${id}", status: INACTIVE }) { id }`,
    ),
    forbidden(WRITER, ({ reader }) => `updateUser(input: { id: "${reader}", role: ADMIN }) { id }`),
    forbidden(WRITER, ({ reader }) => `updateUser(input: { id: "${reader}", roles: ["EDITOR"] }) { id }`),
    forbidden(
      WRITER,
      ({ reader }) => `updateUser(input: { id: "${reader}", permissions: ["audit:read"] }) { id }`,
    ),
  ],
}

const publishing = (mutation: Attack['request']): Gain => ({
  gain: 'a publication, now or by the worker later',
  protection: 'the workflow asks for articles:publish when the request comes (C4.2, C4.3)',
  attacks: [{ scopes: ['articles:read', 'articles:write'], request: mutation, refusal: 'FORBIDDEN' }],
})

const WEBHOOK_PROTECTION = 'keepWithinScopes: the credential may read what the events tell'

/**
 * Every operation that writes, over GraphQL and REST, with the gain of a credential beyond its scopes. The keys are the
 * names of mutations and the operation ids of the OpenAPI document.
 */
export const OPERATION_GAINS: Readonly<Record<string, typeof NONE | Gain>> = {
  createUser: makesAdministrator(`createUser(input: { ${NEW_ADMIN} }) { id }`),
  createUserOrError: {
    gain: 'as createUser',
    protection: 'the same operation',
    attacks: [],
  },
  bulkCreateUsers: makesAdministrator(`bulkCreateUsers(users: [{ ${NEW_ADMIN} }]) { id }`),
  inviteUser: makesAdministrator('inviteUser(email: "gained@example.org", role: ADMIN) { id }'),
  updateUser,
  updateCurrentUser: { ...updateUser, attacks: [ownEmail] },
  updateUserAccess: {
    gain: 'permissions of a granted role',
    protection: 'as updateUser',
    attacks: [
      changesAccess(({ reader }) => reader, { role: 'ADMIN' }),
      changesAccess(({ reader }) => reader, { roles: ['EDITOR'] }),
      changesAccess(({ reader }) => reader, { permissions: ['audit:read'] }),
      changesAccess(({ administrator }) => administrator, { status: 'INACTIVE' }),
    ],
  },
  putUser: {
    gain: 'the account of the changed address',
    protection: 'as updateUser',
    attacks: [
      restAttack(WRITER, ({ administrator }) => ({
        method: 'PUT',
        path: `/api/users/${administrator}`,
        body: { name: 'Mine', email: 'mine@example.net' },
      })),
      restAttack(WRITER, ({ own }) => ({
        method: 'PUT',
        path: `/api/users/${own}`,
        body: { name: 'Mine', email: 'mine@example.net' },
      })),
    ],
  },
  deleteUser: NONE,
  // The single operations that need no input, with their rules.
  bulkAction: NONE,
  bulkUserAction: NONE,
  bulkArticleAction: NONE,
  bulkCommentAction: NONE,
  bulkProductAction: NONE,
  eraseUser: NONE,
  resetPassword: takesMail('resetPassword(token: "guessed", password: "seven quiet harbours")'),
  confirmEmail: takesMail('confirmEmail(token: "guessed")'),
  requestPasswordReset: NONE,
  changePassword: takesPassword('changePassword(current: "guessed", next: "seven quiet harbours")'),
  signOutEverywhere: NONE,
  endSession: NONE,
  endUserSession: NONE,
  exportMyData: {
    gain: 'all data of its owner',
    protection: 'isNarrowed: a credential with all permissions of its owner',
    attacks: [forbidden(['users:read', 'users:delete'], () => 'exportMyData { id }')],
  },
  updateSettings: NONE,
  updatePreferences: NONE,
  followUser: NONE,
  unfollowUser: NONE,
  enableSecondFactor: takesPassword('enableSecondFactor(password: "guessed") { secret }'),
  confirmSecondFactor: {
    gain: 'recovery codes',
    protection: 'the code of a secret that enableSecondFactor has shown for the password',
    attacks: [],
  },
  disableSecondFactor: takesPassword('disableSecondFactor(password: "guessed", code: "000000")'),
  renewRecoveryCodes: takesPassword('renewRecoveryCodes(password: "guessed", code: "000000")'),
  removeSecondFactor: {
    gain: 'an account without its second factor',
    protection: 'authorizeTakeover (C12.4)',
    attacks: [forbidden(WRITER, ({ administrator: id }) => `removeSecondFactor(id: "${id}")`)],
  },
  createApiKey: {
    gain: 'a key with more scopes',
    protection: 'a scope that the credential in use does not have is refused (C7.3)',
    attacks: [
      refused(
        ['api-keys:write'],
        () => 'createApiKey(input: { name: "wide", scopes: ["users:write"] }) { key }',
      ),
    ],
  },
  revokeApiKey: NONE,
  createWebhook: {
    gain: 'events with what its owner may read',
    protection: WEBHOOK_PROTECTION,
    attacks: [
      forbidden(
        ['webhooks:write'],
        () => 'createWebhook(input: { url: "https://example.org", events: ["user.created"] }) { secret }',
      ),
    ],
  },
  updateWebhook: {
    gain: 'the same, sent elsewhere',
    protection: WEBHOOK_PROTECTION,
    attacks: [
      forbidden(
        ['webhooks:read', 'webhooks:write'],
        ({ webhook }) => `updateWebhook(input: { id: "${webhook}", url: "https://example.net" }) { id }`,
      ),
    ],
  },
  deleteWebhook: NONE,
  rotateWebhookSecret: NONE,
  testWebhook: NONE,
  replayDeadLetter: NONE,
  retryHandlerEvent: NONE,
  createOAuthClient: {
    gain: 'tokens with the scopes of the client',
    protection: 'the credential holds each scope on all records (C7.5)',
    attacks: [
      refused(
        ['oauth-clients:write'],
        () =>
          'createOAuthClient(input: { name: "wide", grants: [CLIENT_CREDENTIALS], scopes: ["audit:read"] }) { secret }',
      ),
    ],
  },
  rotateOAuthClientSecret: {
    gain: 'the same with the secret of another client',
    protection: 'the credential holds each scope of the client on all records',
    attacks: [
      forbidden(
        ['oauth-clients:write'],
        ({ client }) => `rotateOAuthClientSecret(id: "${client}") { secret }`,
      ),
    ],
  },
  deleteOAuthClient: NONE,
  createArticle: publishing(({ own }) => ({
    mutation: `createArticle(input: { title: "T", content: "C", authorId: "${own}", status: PUBLISHED }) { id }`,
  })),
  updateArticle: publishing(({ article }) => ({
    mutation: `updateArticle(input: { id: "${article}", status: PUBLISHED }) { id }`,
  })),
  scheduleArticle: publishing(({ article }) => ({
    mutation: `scheduleArticle(id: "${article}", publishAt: "2999-01-01T00:00:00Z") { id }`,
  })),
  unscheduleArticle: NONE,
  deleteArticle: NONE,
  restoreRevision: NONE,
  saveArticleDraft: NONE,
  replaceArticleDraft: NONE,
  applyArticleDraft: NONE,
  discardArticleDraft: NONE,
  likeArticle: NONE,
  unlikeArticle: NONE,
  createComment: NONE,
  updateComment: NONE,
  deleteComment: NONE,
  createProduct: NONE,
  updateProduct: NONE,
  upsertProduct: NONE,
  deleteProduct: NONE,
  createCategory: NONE,
}

/** The OAuth endpoints. */
export const OAUTH_GAINS: Readonly<Record<string, string>> = {
  token:
    'the password and its code, a code for one use with PKCE, a refresh token whose scopes it never widens, or the client’s secret for its own scopes',
  authorize: 'the cookie of a person who gave the password; no API credential counts there',
  access: NONE,
  revoke: NONE,
  introspect: NONE,
  keys: NONE,
  metadata: NONE,
}

/** The commands, including the import of users. */
export const COMMAND_GAINS: Readonly<Record<string, typeof OPERATOR>> = {
  serve: OPERATOR,
  worker: OPERATOR,
  doctor: OPERATOR,
  migrate: OPERATOR,
  import: OPERATOR,
  export: OPERATOR,
  backup: OPERATOR,
  restore: OPERATOR,
  users: OPERATOR,
  keys: OPERATOR,
  clients: OPERATOR,
  check: OPERATOR,
  'dead-letters': OPERATOR,
  handlers: OPERATOR,
  policy: OPERATOR,
  types: OPERATOR,
}
