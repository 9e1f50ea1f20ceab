import { declareServiceOperations } from '../service-operations/declare-service-operations.ts'
import { authorizeOnAll } from '../access/access.ts'
import { Article } from '../articles/article.ts'
import { declareArticleOperations } from '../articles/declare-article-operations.ts'
import { Comment } from '../comments/comment.ts'
import { declareCommentOperations } from '../comments/comment-operations.ts'
import type { ContentModel } from '../model/content-model.ts'
import { perModel } from '../model/per-model.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { declareTypeOperations, type Operations } from '../records/type-operations.ts'
import { accountOperations } from '../accounts/account-operations.ts'
import { confirmEmail } from '../accounts/email-confirmation.ts'
import { auditOperations } from '../audit/audit-reading.ts'
import { statusOperations } from '../audit/service-status.ts'
import { eraseOperations } from '../personal-data/erase-operations.ts'
import { exportOperations } from '../personal-data/export-operations.ts'
import { secondFactorOperations } from '../second-factor/second-factor-operations.ts'
import { sessionOperations } from '../sessions/session-operations.ts'
import { userSessionOperations } from '../sessions/user-sessions.ts'
import { parseUserId } from '../rules/ids.ts'
import { apiKeyOperations } from '../api-keys/api-key-operations.ts'
import { clientOperations } from '../clients/client-operations.ts'
import { deliveryOperations } from '../webhooks/delivery-operations.ts'
import { handlerOperations } from '../handlers/dead-letter-operations.ts'
import { webhookOperations } from '../webhooks/webhook-operations.ts'
import { followOperations } from '../users/follow-operations.ts'
import { settingsOperations } from '../users/settings/settings-operations.ts'
import { deleteUser } from '../users/user-operations.ts'
import { updateUser } from '../users/user-updates.ts'
import { userChangeRules } from '../users/user.ts'
import { about, contentRead, type Operation, type OperationName } from '../model/operation.ts'
import { currentPermissions } from '../operations/current-permissions.ts'
import {
  actOnRecord,
  changeRecord,
  takeInput,
  type AnyOperation,
  type RunOperation,
} from '../operations/run-operation.ts'
import { declareTypeActions } from '../operations/type-actions.ts'

/** The operations of the built-in model, under the names that the typed interface has for them. */
export const OPERATIONS = {
  ...apiKeyOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...handlerOperations,
  ...clientOperations,
  ...sessionOperations,
  ...userSessionOperations,
  ...secondFactorOperations,
  ...accountOperations,
  confirmEmail: takeInput(confirmEmail, { resource: 'users', access: 'anyone' }),
  ...exportOperations,
  ...eraseOperations,
  ...followOperations,
  ...settingsOperations,
  currentPermissions,
  userActions: declareTypeActions('users', (context) => authorizeOnAll(context, 'users:write')),
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
  ...statusOperations,
  ...declareArticleOperations(Article),
  ...declareCommentOperations(Comment),
} as const satisfies Readonly<Record<string, AnyOperation>>

export type DeclaredOperation = keyof typeof OPERATIONS

/** The input of an operation; unknown for an operation without an input. */
export type InputOf<Name extends DeclaredOperation> =
  (typeof OPERATIONS)[Name] extends RunOperation<infer Input, unknown> ? Input : unknown

const nameAll = <const Name extends string>(operation: Operation, names: readonly Name[]) =>
  // The entries have exactly these names as keys.
  Object.fromEntries(names.map((name) => [name, operation])) as Readonly<Record<Name, Operation>>

/**
 * The operations that no type of a model declares: the table above, and operations that one interface implements
 * itself.
 */
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
  articlesConnection: contentRead('articles'),
  articleBy: contentRead('articles'),
  ...nameAll(about('articles'), ['articlePublished', 'articleChanged']),
  commentsConnection: contentRead('comments'),
  commentAdded: about('comments'),
  ...nameAll(contentRead('search'), ['search', 'searchAll']),
  bulkAction: about('records'),
  explainAccess: about('audit'),
  contentModel: about('model'),
  authenticate: about('credentials'),
  /** On the pages of the OAuth server: the agreement with a client, and its end. */
  ...nameAll(about('sessions'), ['authorizeClient', 'withdrawConsent']),
  ...nameAll(about('sessions'), ['issueToken', 'revokeToken', 'introspectToken']),
  /** A private field of another user (C3.7), in any operation that selects it. */
  privateField: about('users'),
  /** A relation to a record that the caller may not read (C12.17). */
  relatedRecord: about('relations'),
} as const satisfies Readonly<Record<string, Operation>>

export type BuiltInOperation = keyof typeof BUILT_IN_OPERATIONS

const OWN_OPERATIONS: Readonly<Record<string, (type: never) => Operations>> = {
  Article: declareArticleOperations,
  Comment: declareCommentOperations,
  // The table has those of users. The derived ones would know neither roles nor the last administrator.
  User: () => ({}),
}

/** The operations of a type. */
export const declareOperations = (type: RecordType): Operations =>
  (OWN_OPERATIONS[type.name] ?? declareTypeOperations)(type as never)

/** All operations of a model that the interfaces run. */
export const listOperations = perModel((model): Operations => {
  const own = Object.entries(OPERATIONS).filter(([name]) => model.hasOperation(name))
  return Object.assign(
    Object.fromEntries(own),
    ...model.types.map(declareOperations),
    declareServiceOperations(model),
  )
})

/** An address in the response of these operations gives access without a credential. */
const GIVES_ACCESS: ReadonlySet<OperationName> = new Set(['exportMyData', 'dataExport'])

/** C15.2: whether the response of one of the operations shows a secret. */
export const showsSecret = (model: ContentModel, names: readonly OperationName[]): boolean =>
  names.some(
    (name) => GIVES_ACCESS.has(name) || (model.hasOperation(name) && model.operation(name).hasSecret),
  )

/** @throws Error if the interfaces run no operation with this name. */
export const findOperation = (model: ContentModel, name: string): AnyOperation => {
  const operation = listOperations(model)[name]
  if (operation === undefined) throw new Error(`The model has no operation ${name}.`)
  return operation
}
