import { accountOperations } from '../accounts/account-operations.ts'
import { confirmEmail } from '../accounts/email-confirmation.ts'
import { auditOperations } from '../audit/audit-reading.ts'
import { eraseOperations } from '../personal-data/erase-operations.ts'
import { exportOperations } from '../personal-data/export-operations.ts'
import { secondFactorOperations } from '../second-factor/second-factor-operations.ts'
import { sessionOperations } from '../sessions/session-operations.ts'
import { parseUserId } from '../ids.ts'
import { apiKeyOperations } from '../api-keys/api-key-operations.ts'
import { clientOperations } from '../clients/client-operations.ts'
import { deliveryOperations } from '../webhooks/delivery-operations.ts'
import { webhookOperations } from '../webhooks/webhook-operations.ts'
import { followOperations } from '../users/follow-operations.ts'
import { settingsOperations } from '../users/settings-operations.ts'
import { deleteUser } from '../users/user-operations.ts'
import { updateUser } from '../users/user-updates.ts'
import { userChangeRules } from '../users/user.ts'
import { about, contentRead, type Operation } from './operation.ts'
import type { ListOperation, ReadOperation } from './read-operations.ts'
import { actOnRecord, changeRecord, takeInput, type RunOperation } from './run-operation.ts'

/** An operation, whatever its input and its result are. */
export type AnyOperation = ListOperation | ReadOperation | RunOperation<never, unknown>

/** The declared operations, under the names that the typed interface has for them. */
export const OPERATIONS = {
  ...apiKeyOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...clientOperations,
  ...sessionOperations,
  ...secondFactorOperations,
  ...accountOperations,
  confirmEmail: takeInput(confirmEmail, { resource: 'users', access: 'anyone' }),
  ...exportOperations,
  ...eraseOperations,
  ...followOperations,
  ...settingsOperations,
  updateUser: changeRecord(parseUserId, updateUser, {
    resource: 'users',
    access: 'users:write',
    rules: ({ policy }) => userChangeRules(policy),
    shows: { permission: 'users:read' },
  }),
  deleteUser: actOnRecord(parseUserId, deleteUser, {
    resource: 'users',
    access: 'users:delete',
    isConditional: true,
  }),
  ...auditOperations,
} as const satisfies Readonly<Record<string, AnyOperation>>

export type DeclaredOperation = keyof typeof OPERATIONS

/** The input of an operation; unknown for an operation without an input. */
export type InputOf<Name extends DeclaredOperation> =
  (typeof OPERATIONS)[Name] extends RunOperation<infer Input, unknown> ? Input : unknown

const nameAll = <const Name extends string>(operation: Operation, names: readonly Name[]) =>
  // Each of the names, and no other, is a key.
  Object.fromEntries(names.map((name) => [name, operation])) as Readonly<Record<Name, Operation>>

/** The operations that no type of a model declares: the declared ones, and those that an interface runs by itself. */
export const BUILT_IN_OPERATIONS = {
  ...OPERATIONS,
  ...nameAll(contentRead('users'), ['user', 'users', 'usersConnection', 'searchUsers']),
  ...nameAll(about('users'), [
    'currentUser',
    'createUser',
    'createUserOrError',
    'bulkCreateUsers',
    'putUser',
    'openExport',
  ]),
  ...nameAll(contentRead('articles'), ['article', 'articles', 'articlesConnection', 'revisions']),
  ...nameAll(about('articles'), ['createArticle', 'updateArticle', 'deleteArticle', 'likeArticle']),
  ...nameAll(about('articles'), ['unlikeArticle', 'scheduleArticle', 'unscheduleArticle', 'restoreRevision']),
  ...nameAll(about('articles'), ['articlePublished', 'articleChanged']),
  ...nameAll(contentRead('comments'), ['comment', 'comments']),
  ...nameAll(about('comments'), ['createComment', 'updateComment', 'deleteComment', 'commentAdded']),
  ...nameAll(contentRead('search'), ['search', 'searchAll']),
  explainAccess: about('audit'),
  authenticate: about('credentials'),
  /** On the page of the OAuth server: the agreement with a client, or the sign-in there. */
  ...nameAll(about('sessions'), ['authorizeClient', 'withdrawConsent']),
  ...nameAll(about('sessions'), ['issueToken', 'revokeToken', 'introspectToken']),
  /** A private field of somebody else (C3.7), whatever the operation that asked for it. */
  privateField: about('users'),
  /** A relation to a record that the caller may not read (C12.17). */
  relatedRecord: about('relations'),
} as const satisfies Readonly<Record<string, Operation>>

export type BuiltInOperation = keyof typeof BUILT_IN_OPERATIONS
