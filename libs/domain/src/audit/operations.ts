/** What the service knows of an operation, whichever interface runs it. */
export interface Operation {
  /** The kind of record that the operation is about, as the audit log names it. */
  readonly resource: string
  /** It shows content and nothing else, so that a replica that lags a little may answer it. */
  readonly isReplicaSafe: boolean
  /** Its response has a secret, which the service shows once and stores nowhere (C6.9). */
  readonly hasSecret: boolean
}

export const about = (resource: string): Operation => ({ resource, isReplicaSafe: false, hasSecret: false })
export const contentRead = (resource: string): Operation => ({ ...about(resource), isReplicaSafe: true })
const secretAnswer = (resource: string): Operation => ({ ...about(resource), hasSecret: true })

/** The operations that no declaration describes, under the names that the typed interface has for them. */
export const BUILT_IN_OPERATIONS = {
  user: contentRead('users'),
  users: contentRead('users'),
  currentUser: about('users'),
  usersConnection: contentRead('users'),
  searchUsers: contentRead('users'),
  createUser: about('users'),
  createUserOrError: about('users'),
  bulkCreateUsers: about('users'),
  putUser: about('users'),
  updateUser: about('users'),
  deleteUser: about('users'),
  inviteUser: about('users'),
  requestPasswordReset: about('users'),
  resetPassword: about('users'),
  confirmEmail: about('users'),
  changePassword: about('users'),
  signOutEverywhere: about('users'),
  exportMyData: about('users'),
  dataExport: about('users'),
  openExport: about('users'),
  eraseUser: about('users'),
  updateSettings: about('users'),
  updatePreferences: about('users'),
  followUser: about('users'),
  unfollowUser: about('users'),
  article: contentRead('articles'),
  articles: contentRead('articles'),
  articlesConnection: contentRead('articles'),
  createArticle: about('articles'),
  updateArticle: about('articles'),
  deleteArticle: about('articles'),
  likeArticle: about('articles'),
  unlikeArticle: about('articles'),
  scheduleArticle: about('articles'),
  unscheduleArticle: about('articles'),
  revisions: contentRead('articles'),
  restoreRevision: about('articles'),
  articlePublished: about('articles'),
  articleChanged: about('articles'),
  comment: contentRead('comments'),
  comments: contentRead('comments'),
  createComment: about('comments'),
  updateComment: about('comments'),
  deleteComment: about('comments'),
  commentAdded: about('comments'),
  search: contentRead('search'),
  searchAll: contentRead('search'),
  apiKey: about('api-keys'),
  apiKeys: about('api-keys'),
  createApiKey: secretAnswer('api-keys'),
  revokeApiKey: about('api-keys'),
  webhook: about('webhooks'),
  webhooks: about('webhooks'),
  createWebhook: secretAnswer('webhooks'),
  updateWebhook: about('webhooks'),
  deleteWebhook: about('webhooks'),
  rotateWebhookSecret: secretAnswer('webhooks'),
  testWebhook: about('webhooks'),
  webhookDeliveries: about('webhooks'),
  deadLetters: about('webhooks'),
  replayDeadLetter: about('webhooks'),
  oauthClient: about('clients'),
  oauthClients: about('clients'),
  createOAuthClient: secretAnswer('clients'),
  rotateOAuthClientSecret: secretAnswer('clients'),
  deleteOAuthClient: about('clients'),
  sessions: about('sessions'),
  endSession: about('sessions'),
  secondFactor: about('second-factors'),
  enableSecondFactor: secretAnswer('second-factors'),
  confirmSecondFactor: secretAnswer('second-factors'),
  disableSecondFactor: about('second-factors'),
  renewRecoveryCodes: secretAnswer('second-factors'),
  removeSecondFactor: about('second-factors'),
  explainAccess: about('audit'),
  auditLog: about('audit'),
  authenticate: about('credentials'),
  authorizeClient: about('sessions'),
  issueToken: about('sessions'),
  /** On the page of the OAuth server: the agreement with a client, or the sign-in there. */
  withdrawConsent: about('sessions'),
  revokeToken: about('sessions'),
  introspectToken: about('sessions'),
  /** A private field of somebody else (C3.7), whatever the operation that asked for it. */
  privateField: about('users'),
  /** A relation to a record that the caller may not read (C12.17). */
  relatedRecord: about('relations'),
} as const satisfies Readonly<Record<string, Operation>>

export type BuiltInOperation = keyof typeof BUILT_IN_OPERATIONS

/** The name of an operation: a key of BUILT_IN_OPERATIONS, or an operation of a declared type. */
export type OperationName = BuiltInOperation | (string & {})
