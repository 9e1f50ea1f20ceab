// Made from schema.graphql by `npm run generate`.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql'
import type { Row, Counting, Context } from '@content-service/domain'
export type Maybe<T> = T | null
export type InputMaybe<T> = Maybe<T>
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: T[P] }
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string | number }
  String: { input: string; output: string }
  Boolean: { input: boolean; output: boolean }
  Int: { input: number; output: number }
  Float: { input: number; output: number }
  Date: { input: Date; output: string }
  Email: { input: string; output: string }
  URL: { input: string; output: string }
  JSON: { input: unknown; output: unknown }
}

export type UserRole = 'ADMIN' | 'EDITOR' | 'AUTHOR' | 'READER' | 'GUEST'

export type UserStatus = 'ACTIVE' | 'INACTIVE' | 'SUSPENDED'

export type ArticleStatus = 'DRAFT' | 'REVIEW' | 'PUBLISHED' | 'ARCHIVED' | 'DELETED'

export type SortDirection = 'ASC' | 'DESC'

export type ArticleSortField = 'TITLE' | 'CREATED_AT' | 'UPDATED_AT' | 'VIEWS' | 'LIKES'

export type Theme = 'LIGHT' | 'DARK' | 'SYSTEM'

export type Searchable = {
  readonly id: Scalars['ID']['output']
  readonly title: Scalars['String']['output']
  readonly description: Maybe<Scalars['String']['output']>
  readonly createdAt: Scalars['String']['output']
}

export type Commentable = {
  readonly comments: ReadonlyArray<Comment>
  readonly commentCount: Scalars['Int']['output']
}

export type CommentableCommentsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>
  offset?: InputMaybe<Scalars['Int']['input']>
}

export type Timestamped = {
  readonly createdAt: Scalars['String']['output']
  readonly updatedAt: Maybe<Scalars['String']['output']>
}

export type Ownable = {
  readonly owner: User
}

export type User = Timestamped & {
  readonly __typename?: 'User'
  readonly id: Scalars['ID']['output']
  readonly username: Scalars['String']['output']
  readonly name: Scalars['String']['output']
  readonly email: Scalars['String']['output']
  readonly pendingEmail: Maybe<Scalars['String']['output']>
  readonly role: UserRole
  readonly roles: ReadonlyArray<Scalars['String']['output']>
  readonly permissions: Maybe<ReadonlyArray<Scalars['String']['output']>>
  readonly profile: Maybe<UserProfile>
  /** @deprecated Use profile.bio. */
  readonly bio: Maybe<Scalars['String']['output']>
  readonly age: Maybe<Scalars['Int']['output']>
  readonly status: UserStatus
  readonly settings: Maybe<UserSettings>
  readonly preferences: Preferences
  readonly articles: ReadonlyArray<Article>
  /** @deprecated Use articles. */
  readonly posts: ReadonlyArray<Post>
  readonly followers: Maybe<ReadonlyArray<User>>
  readonly following: ReadonlyArray<Maybe<User>>
  readonly version: Scalars['Int']['output']
  readonly createdAt: Scalars['String']['output']
  readonly updatedAt: Maybe<Scalars['String']['output']>
}

export type UserArticlesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>
  offset?: InputMaybe<Scalars['Int']['input']>
}

export type UserPostsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>
  offset?: InputMaybe<Scalars['Int']['input']>
}

export type UserFollowersArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>
  offset?: InputMaybe<Scalars['Int']['input']>
}

export type UserFollowingArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>
  offset?: InputMaybe<Scalars['Int']['input']>
}

export type UserProfile = {
  readonly __typename?: 'UserProfile'
  readonly bio: Maybe<Scalars['String']['output']>
  readonly avatar: Maybe<Scalars['String']['output']>
  readonly website: Maybe<Scalars['String']['output']>
  readonly location: Maybe<Scalars['String']['output']>
}

export type UserSettings = {
  readonly __typename?: 'UserSettings'
  readonly locale: Scalars['String']['output']
  readonly timezone: Scalars['String']['output']
  readonly theme: Theme
}

export type Preferences = {
  readonly __typename?: 'Preferences'
  readonly newsletter: Scalars['Boolean']['output']
  readonly commentNotifications: Scalars['Boolean']['output']
  readonly followNotifications: Scalars['Boolean']['output']
}

export type Post = {
  readonly __typename?: 'Post'
  readonly id: Scalars['ID']['output']
  readonly title: Scalars['String']['output']
  readonly content: Scalars['String']['output']
  readonly createdAt: Scalars['String']['output']
}

export type Article = Timestamped &
  Ownable &
  Searchable &
  Commentable & {
    readonly __typename?: 'Article'
    readonly id: Scalars['ID']['output']
    readonly title: Scalars['String']['output']
    readonly content: Scalars['String']['output']
    readonly excerpt: Scalars['String']['output']
    readonly description: Maybe<Scalars['String']['output']>
    readonly status: ArticleStatus
    /** @deprecated Use status. */
    readonly published: Scalars['Boolean']['output']
    readonly tags: ReadonlyArray<Scalars['String']['output']>
    readonly owner: User
    /** @deprecated Use owner. */
    readonly author: User
    readonly comments: ReadonlyArray<Comment>
    readonly commentsConnection: CommentConnection
    readonly commentCount: Scalars['Int']['output']
    readonly revisions: Maybe<ReadonlyArray<ArticleRevision>>
    readonly likes: Scalars['Int']['output']
    readonly views: Scalars['Int']['output']
    readonly version: Scalars['Int']['output']
    readonly createdAt: Scalars['String']['output']
    readonly updatedAt: Maybe<Scalars['String']['output']>
    readonly publishedAt: Maybe<Scalars['String']['output']>
    readonly scheduledFor: Maybe<Scalars['String']['output']>
  }

export type ArticleCommentsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>
  offset?: InputMaybe<Scalars['Int']['input']>
}

export type ArticleCommentsConnectionArgs = {
  first?: InputMaybe<Scalars['Int']['input']>
  after?: InputMaybe<Scalars['String']['input']>
}

export type ArticleRevisionsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>
  offset?: InputMaybe<Scalars['Int']['input']>
}

export type ArticleRevision = {
  readonly __typename?: 'ArticleRevision'
  readonly id: Scalars['ID']['output']
  readonly title: Scalars['String']['output']
  readonly content: Scalars['String']['output']
  readonly excerpt: Scalars['String']['output']
  readonly status: ArticleStatus
  readonly tags: ReadonlyArray<Scalars['String']['output']>
  readonly createdAt: Scalars['String']['output']
  readonly editor: User
}

export type Comment = Timestamped & {
  readonly __typename?: 'Comment'
  readonly id: Scalars['ID']['output']
  readonly content: Scalars['String']['output']
  readonly author: User
  readonly article: Article
  readonly version: Scalars['Int']['output']
  readonly createdAt: Scalars['String']['output']
  readonly updatedAt: Maybe<Scalars['String']['output']>
}

export type Success = {
  readonly __typename?: 'Success'
  readonly message: Scalars['String']['output']
  readonly data: Maybe<Scalars['JSON']['output']>
}

export type Error = {
  readonly __typename?: 'Error'
  readonly code: Scalars['String']['output']
  readonly message: Scalars['String']['output']
  readonly details: Maybe<Scalars['String']['output']>
}

export type SearchResult = User | Article | Comment | Product

export type OperationResult = Success | Error

export type CreateUserInput = {
  readonly username: Scalars['String']['input']
  readonly name?: InputMaybe<Scalars['String']['input']>
  readonly email: Scalars['String']['input']
  readonly password: Scalars['String']['input']
  readonly age?: InputMaybe<Scalars['Int']['input']>
  readonly role?: InputMaybe<UserRole>
}

export type UserProfileInput = {
  readonly bio?: InputMaybe<Scalars['String']['input']>
  readonly avatar?: InputMaybe<Scalars['String']['input']>
  readonly website?: InputMaybe<Scalars['String']['input']>
  readonly location?: InputMaybe<Scalars['String']['input']>
}

export type UpdateUserInput = {
  readonly id: Scalars['ID']['input']
  readonly username?: InputMaybe<Scalars['String']['input']>
  readonly name?: InputMaybe<Scalars['String']['input']>
  readonly email?: InputMaybe<Scalars['String']['input']>
  readonly currentPassword?: InputMaybe<Scalars['String']['input']>
  readonly age?: InputMaybe<Scalars['Int']['input']>
  readonly role?: InputMaybe<UserRole>
  readonly roles?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>
  readonly status?: InputMaybe<UserStatus>
  readonly permissions?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>
  readonly profile?: InputMaybe<UserProfileInput>
  readonly version?: InputMaybe<Scalars['Int']['input']>
}

export type CreateArticleInput = {
  readonly title: Scalars['String']['input']
  readonly content: Scalars['String']['input']
  readonly excerpt?: InputMaybe<Scalars['String']['input']>
  readonly authorId: Scalars['ID']['input']
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>
  readonly status?: InputMaybe<ArticleStatus>
}

export type UpdateArticleInput = {
  readonly id: Scalars['ID']['input']
  readonly title?: InputMaybe<Scalars['String']['input']>
  readonly content?: InputMaybe<Scalars['String']['input']>
  readonly excerpt?: InputMaybe<Scalars['String']['input']>
  readonly status?: InputMaybe<ArticleStatus>
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>
  readonly version?: InputMaybe<Scalars['Int']['input']>
}

export type UserFilter = {
  readonly minAge?: InputMaybe<Scalars['Int']['input']>
  readonly maxAge?: InputMaybe<Scalars['Int']['input']>
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>
  readonly role?: InputMaybe<UserRole>
}

export type PaginationInput = {
  readonly page?: InputMaybe<Scalars['Int']['input']>
  readonly limit?: InputMaybe<Scalars['Int']['input']>
  readonly sortBy?: InputMaybe<Scalars['String']['input']>
  readonly direction?: InputMaybe<SortDirection>
}

export type UpdateSettingsInput = {
  readonly locale?: InputMaybe<Scalars['String']['input']>
  readonly timezone?: InputMaybe<Scalars['String']['input']>
  readonly theme?: InputMaybe<Theme>
}

export type UpdatePreferencesInput = {
  readonly newsletter?: InputMaybe<Scalars['Boolean']['input']>
  readonly commentNotifications?: InputMaybe<Scalars['Boolean']['input']>
  readonly followNotifications?: InputMaybe<Scalars['Boolean']['input']>
}

export type CreateApiKeyInput = {
  readonly name: Scalars['String']['input']
  readonly scopes: ReadonlyArray<Scalars['String']['input']>
  readonly expiresAt?: InputMaybe<Scalars['String']['input']>
}

export type ApiKey = {
  readonly __typename?: 'ApiKey'
  readonly id: Scalars['ID']['output']
  readonly owner: User
  readonly name: Scalars['String']['output']
  readonly scopes: ReadonlyArray<Scalars['String']['output']>
  readonly expiresAt: Maybe<Scalars['String']['output']>
  readonly createdAt: Scalars['String']['output']
  readonly lastUsedAt: Maybe<Scalars['String']['output']>
}

export type AccessExplanation = {
  readonly __typename?: 'AccessExplanation'
  readonly permission: Scalars['String']['output']
  readonly decision: AuditDecision
  readonly reason: Scalars['String']['output']
  readonly rules: ReadonlyArray<AccessRule>
  readonly missing: ReadonlyArray<Scalars['String']['output']>
  readonly text: Scalars['String']['output']
}

export type AccessRule = {
  readonly __typename?: 'AccessRule'
  readonly effect: Scalars['String']['output']
  readonly path: Scalars['String']['output']
  readonly via: ReadonlyArray<Scalars['String']['output']>
  readonly outcome: Scalars['String']['output']
  readonly condition: Scalars['String']['output']
  readonly failing: ReadonlyArray<Scalars['String']['output']>
}

export type SecondFactor = {
  readonly __typename?: 'SecondFactor'
  readonly enabled: Scalars['Boolean']['output']
  readonly enabledAt: Maybe<Scalars['String']['output']>
  readonly recoveryCodesLeft: Scalars['Int']['output']
}

export type Session = {
  readonly __typename?: 'Session'
  readonly id: Scalars['ID']['output']
  readonly clientId: Scalars['String']['output']
  readonly clientName: Scalars['String']['output']
  readonly scopes: ReadonlyArray<Scalars['String']['output']>
  readonly createdAt: Scalars['String']['output']
  readonly lastUsedAt: Scalars['String']['output']
  readonly expiresAt: Scalars['String']['output']
}

export type OAuthGrantType = 'AUTHORIZATION_CODE' | 'REFRESH_TOKEN' | 'CLIENT_CREDENTIALS' | 'PASSWORD'

export type CreateOAuthClientInput = {
  readonly name: Scalars['String']['input']
  readonly redirectUris: ReadonlyArray<Scalars['String']['input']>
  readonly grants: ReadonlyArray<OAuthGrantType>
  readonly scopes: ReadonlyArray<Scalars['String']['input']>
  readonly public: Scalars['Boolean']['input']
}

export type OAuthClient = {
  readonly __typename?: 'OAuthClient'
  readonly id: Scalars['ID']['output']
  readonly name: Scalars['String']['output']
  readonly redirectUris: ReadonlyArray<Scalars['String']['output']>
  readonly grants: ReadonlyArray<OAuthGrantType>
  readonly scopes: ReadonlyArray<Scalars['String']['output']>
  readonly public: Scalars['Boolean']['output']
  readonly createdAt: Scalars['String']['output']
}

export type CreatedOAuthClient = {
  readonly __typename?: 'CreatedOAuthClient'
  readonly id: Scalars['ID']['output']
  readonly secret: Maybe<Scalars['String']['output']>
}

export type SecondFactorSecret = {
  readonly __typename?: 'SecondFactorSecret'
  readonly secret: Scalars['String']['output']
  readonly uri: Scalars['String']['output']
}

export type CreatedApiKey = {
  readonly __typename?: 'CreatedApiKey'
  readonly apiKey: ApiKey
  readonly key: Scalars['String']['output']
}

export type Webhook = {
  readonly __typename?: 'Webhook'
  readonly id: Scalars['ID']['output']
  readonly url: Scalars['URL']['output']
  readonly events: ReadonlyArray<Scalars['String']['output']>
  readonly enabled: Scalars['Boolean']['output']
  readonly createdAt: Scalars['String']['output']
  readonly version: Scalars['Int']['output']
}

export type CreatedWebhook = {
  readonly __typename?: 'CreatedWebhook'
  readonly webhook: Webhook
  readonly secret: Scalars['String']['output']
}

export type WebhookDeliveryStatus = 'PENDING' | 'DELIVERED' | 'WITHHELD' | 'DEAD'

export type WebhookDelivery = {
  readonly __typename?: 'WebhookDelivery'
  readonly id: Scalars['ID']['output']
  readonly webhookId: Scalars['ID']['output']
  readonly eventId: Scalars['ID']['output']
  readonly type: Scalars['String']['output']
  readonly status: WebhookDeliveryStatus
  readonly attempts: Scalars['Int']['output']
  readonly nextAttemptAt: Maybe<Scalars['String']['output']>
  readonly lastAttemptAt: Maybe<Scalars['String']['output']>
  readonly statusCode: Maybe<Scalars['Int']['output']>
  readonly error: Maybe<Scalars['String']['output']>
  readonly createdAt: Scalars['String']['output']
}

export type WebhookDeliveryConnection = {
  readonly __typename?: 'WebhookDeliveryConnection'
  readonly edges: ReadonlyArray<WebhookDeliveryEdge>
  readonly pageInfo: PageInfo
  readonly totalCount: Count
}

export type WebhookDeliveryEdge = {
  readonly __typename?: 'WebhookDeliveryEdge'
  readonly node: WebhookDelivery
  readonly cursor: Scalars['String']['output']
}

export type CreateWebhookInput = {
  readonly url: Scalars['URL']['input']
  readonly events: ReadonlyArray<Scalars['String']['input']>
}

export type UpdateWebhookInput = {
  readonly id: Scalars['ID']['input']
  readonly url?: InputMaybe<Scalars['URL']['input']>
  readonly events?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>
  readonly enabled?: InputMaybe<Scalars['Boolean']['input']>
  readonly version?: InputMaybe<Scalars['Int']['input']>
}

export type CountPrecision = 'EXACT' | 'AT_LEAST'

export type Count = {
  readonly __typename?: 'Count'
  readonly value: Scalars['Int']['output']
  readonly precision: CountPrecision
}

export type PageInfo = {
  readonly __typename?: 'PageInfo'
  readonly hasNextPage: Scalars['Boolean']['output']
  readonly hasPreviousPage: Scalars['Boolean']['output']
  readonly startCursor: Maybe<Scalars['String']['output']>
  readonly endCursor: Maybe<Scalars['String']['output']>
}

export type UserConnection = {
  readonly __typename?: 'UserConnection'
  readonly edges: ReadonlyArray<UserEdge>
  readonly pageInfo: PageInfo
  readonly totalCount: Count
}

export type UserEdge = {
  readonly __typename?: 'UserEdge'
  readonly node: User
  readonly cursor: Scalars['String']['output']
}

export type ArticleConnection = {
  readonly __typename?: 'ArticleConnection'
  readonly edges: ReadonlyArray<ArticleEdge>
  readonly pageInfo: PageInfo
  readonly totalCount: Count
}

export type ArticleEdge = {
  readonly __typename?: 'ArticleEdge'
  readonly node: Article
  readonly cursor: Scalars['String']['output']
}

export type CommentConnection = {
  readonly __typename?: 'CommentConnection'
  readonly edges: ReadonlyArray<CommentEdge>
  readonly pageInfo: PageInfo
  readonly totalCount: Count
}

export type CommentEdge = {
  readonly __typename?: 'CommentEdge'
  readonly node: Comment
  readonly cursor: Scalars['String']['output']
}

export type SearchType = 'ARTICLE' | 'USER' | 'COMMENT' | 'PRODUCT'

export type SearchConnection = {
  readonly __typename?: 'SearchConnection'
  readonly edges: ReadonlyArray<SearchEdge>
  readonly pageInfo: PageInfo
  readonly totalCount: Count
}

export type SearchEdge = {
  readonly __typename?: 'SearchEdge'
  readonly node: SearchResult
  readonly cursor: Scalars['String']['output']
  readonly snippet: Scalars['String']['output']
  readonly score: Scalars['Float']['output']
}

export type AuditDecision = 'ALLOW' | 'DENY'

export type AuditEntry = {
  readonly __typename?: 'AuditEntry'
  readonly id: Scalars['ID']['output']
  readonly at: Scalars['String']['output']
  readonly actor: Maybe<User>
  readonly credential: Scalars['String']['output']
  readonly action: Scalars['String']['output']
  readonly resource: Scalars['String']['output']
  readonly resourceId: Maybe<Scalars['ID']['output']>
  readonly decision: AuditDecision
  readonly address: Maybe<Scalars['String']['output']>
  readonly requestId: Scalars['ID']['output']
  readonly field: Maybe<Scalars['String']['output']>
  readonly reason: Maybe<Scalars['String']['output']>
  readonly moreRefused: Scalars['Int']['output']
}

export type AuditConnection = {
  readonly __typename?: 'AuditConnection'
  readonly edges: ReadonlyArray<AuditEdge>
  readonly pageInfo: PageInfo
  readonly totalCount: Count
}

export type AuditEdge = {
  readonly __typename?: 'AuditEdge'
  readonly node: AuditEntry
  readonly cursor: Scalars['String']['output']
}

export type Query = {
  readonly __typename?: 'Query'
  readonly user: Maybe<User>
  readonly users: ReadonlyArray<User>
  readonly searchUsers: ReadonlyArray<User>
  readonly usersConnection: UserConnection
  readonly currentUser: Maybe<User>
  readonly article: Maybe<Article>
  readonly articles: ReadonlyArray<Article>
  readonly articlesConnection: ArticleConnection
  readonly search: SearchResult
  readonly searchAll: SearchConnection
  readonly apiKeys: ReadonlyArray<ApiKey>
  readonly webhooks: ReadonlyArray<Webhook>
  readonly explainAccess: AccessExplanation
  readonly secondFactor: SecondFactor
  readonly dataExport: Maybe<DataExport>
  readonly sessions: ReadonlyArray<Session>
  readonly oauthClients: ReadonlyArray<OAuthClient>
  readonly auditLog: AuditConnection
  readonly webhookDeliveries: WebhookDeliveryConnection
  readonly deadLetters: WebhookDeliveryConnection
  readonly product: Maybe<Product>
  readonly products: ReadonlyArray<Product>
  readonly category: Maybe<Category>
  readonly categories: ReadonlyArray<Category>
}

export type QueryUserArgs = {
  id: Scalars['ID']['input']
}

export type QueryUsersArgs = {
  pagination?: InputMaybe<PaginationInput>
  limit?: InputMaybe<Scalars['Int']['input']>
  offset?: InputMaybe<Scalars['Int']['input']>
  role?: InputMaybe<UserRole>
  status?: InputMaybe<UserStatus>
  deleted?: InputMaybe<Scalars['Boolean']['input']>
}

export type QuerySearchUsersArgs = {
  keyword: Scalars['String']['input']
  filter?: InputMaybe<UserFilter>
}

export type QueryUsersConnectionArgs = {
  first?: InputMaybe<Scalars['Int']['input']>
  after?: InputMaybe<Scalars['String']['input']>
  role?: InputMaybe<UserRole>
  status?: InputMaybe<UserStatus>
  deleted?: InputMaybe<Scalars['Boolean']['input']>
}

export type QueryArticleArgs = {
  id: Scalars['ID']['input']
}

export type QueryArticlesArgs = {
  status?: InputMaybe<ArticleStatus>
  tag?: InputMaybe<Scalars['String']['input']>
  pagination?: InputMaybe<PaginationInput>
  sortBy?: InputMaybe<ArticleSortField>
  direction?: InputMaybe<SortDirection>
  publishedAfter?: InputMaybe<Scalars['Date']['input']>
  publishedBefore?: InputMaybe<Scalars['Date']['input']>
  ownerId?: InputMaybe<Scalars['ID']['input']>
}

export type QueryArticlesConnectionArgs = {
  first?: InputMaybe<Scalars['Int']['input']>
  after?: InputMaybe<Scalars['String']['input']>
  status?: InputMaybe<ArticleStatus>
  tag?: InputMaybe<Scalars['String']['input']>
  sortBy?: InputMaybe<ArticleSortField>
  direction?: InputMaybe<SortDirection>
  publishedAfter?: InputMaybe<Scalars['Date']['input']>
  publishedBefore?: InputMaybe<Scalars['Date']['input']>
  ownerId?: InputMaybe<Scalars['ID']['input']>
}

export type QuerySearchArgs = {
  query: Scalars['String']['input']
}

export type QuerySearchAllArgs = {
  query: Scalars['String']['input']
  types?: InputMaybe<ReadonlyArray<SearchType>>
  first?: InputMaybe<Scalars['Int']['input']>
  after?: InputMaybe<Scalars['String']['input']>
}

export type QueryApiKeysArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>
  offset?: InputMaybe<Scalars['Int']['input']>
}

export type QueryWebhooksArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>
  offset?: InputMaybe<Scalars['Int']['input']>
}

export type QueryExplainAccessArgs = {
  permission: Scalars['String']['input']
  id?: InputMaybe<Scalars['ID']['input']>
  userId?: InputMaybe<Scalars['ID']['input']>
}

export type QueryOauthClientsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>
  offset?: InputMaybe<Scalars['Int']['input']>
}

export type QueryAuditLogArgs = {
  first?: InputMaybe<Scalars['Int']['input']>
  after?: InputMaybe<Scalars['String']['input']>
}

export type QueryWebhookDeliveriesArgs = {
  id: Scalars['ID']['input']
  first?: InputMaybe<Scalars['Int']['input']>
  after?: InputMaybe<Scalars['String']['input']>
}

export type QueryDeadLettersArgs = {
  first?: InputMaybe<Scalars['Int']['input']>
  after?: InputMaybe<Scalars['String']['input']>
}

export type QueryProductArgs = {
  id: Scalars['ID']['input']
}

export type QueryProductsArgs = {
  pagination?: InputMaybe<PaginationInput>
  categoryId?: InputMaybe<Scalars['ID']['input']>
}

export type QueryCategoryArgs = {
  id: Scalars['ID']['input']
}

export type QueryCategoriesArgs = {
  pagination?: InputMaybe<PaginationInput>
}

export type DataExportState = 'PENDING' | 'READY' | 'EXPIRED'

export type DataExport = {
  readonly __typename?: 'DataExport'
  readonly id: Scalars['ID']['output']
  readonly state: DataExportState
  readonly requestedAt: Scalars['String']['output']
  readonly readyAt: Maybe<Scalars['String']['output']>
  readonly expiresAt: Maybe<Scalars['String']['output']>
  readonly url: Maybe<Scalars['URL']['output']>
}

export type Mutation = {
  readonly __typename?: 'Mutation'
  readonly createUser: User
  readonly createUserOrError: OperationResult
  readonly updateUser: User
  readonly deleteUser: Scalars['Boolean']['output']
  readonly bulkCreateUsers: ReadonlyArray<User>
  readonly inviteUser: User
  readonly requestPasswordReset: Scalars['Boolean']['output']
  readonly resetPassword: Scalars['Boolean']['output']
  readonly confirmEmail: Scalars['Boolean']['output']
  readonly changePassword: Scalars['Boolean']['output']
  readonly exportMyData: DataExport
  readonly eraseUser: Scalars['Boolean']['output']
  readonly signOutEverywhere: Scalars['Boolean']['output']
  readonly updateSettings: UserSettings
  readonly updatePreferences: Preferences
  readonly followUser: User
  readonly unfollowUser: User
  readonly createArticle: Article
  readonly updateArticle: Article
  readonly deleteArticle: Scalars['Boolean']['output']
  readonly likeArticle: Article
  readonly unlikeArticle: Article
  readonly scheduleArticle: Article
  readonly unscheduleArticle: Article
  readonly restoreRevision: Article
  readonly createComment: Comment
  readonly updateComment: Comment
  readonly deleteComment: Scalars['Boolean']['output']
  readonly createApiKey: CreatedApiKey
  readonly revokeApiKey: Scalars['Boolean']['output']
  readonly createWebhook: CreatedWebhook
  readonly updateWebhook: Webhook
  readonly deleteWebhook: Scalars['Boolean']['output']
  readonly rotateWebhookSecret: CreatedWebhook
  readonly testWebhook: WebhookDelivery
  readonly replayDeadLetter: WebhookDelivery
  readonly enableSecondFactor: SecondFactorSecret
  readonly confirmSecondFactor: ReadonlyArray<Scalars['String']['output']>
  readonly disableSecondFactor: Scalars['Boolean']['output']
  readonly renewRecoveryCodes: ReadonlyArray<Scalars['String']['output']>
  readonly removeSecondFactor: Scalars['Boolean']['output']
  readonly endSession: Scalars['Boolean']['output']
  readonly createOAuthClient: CreatedOAuthClient
  readonly rotateOAuthClientSecret: CreatedOAuthClient
  readonly deleteOAuthClient: Scalars['Boolean']['output']
  readonly createProduct: Product
  readonly updateProduct: Product
  readonly deleteProduct: Scalars['Boolean']['output']
  readonly createCategory: Category
}

export type MutationCreateUserArgs = {
  input: CreateUserInput
}

export type MutationCreateUserOrErrorArgs = {
  input: CreateUserInput
}

export type MutationUpdateUserArgs = {
  id?: InputMaybe<Scalars['ID']['input']>
  input: UpdateUserInput
}

export type MutationDeleteUserArgs = {
  id: Scalars['ID']['input']
}

export type MutationBulkCreateUsersArgs = {
  users: ReadonlyArray<CreateUserInput>
}

export type MutationInviteUserArgs = {
  email: Scalars['Email']['input']
  name?: InputMaybe<Scalars['String']['input']>
  role?: InputMaybe<UserRole>
}

export type MutationRequestPasswordResetArgs = {
  email: Scalars['Email']['input']
}

export type MutationResetPasswordArgs = {
  token: Scalars['String']['input']
  password: Scalars['String']['input']
}

export type MutationConfirmEmailArgs = {
  token: Scalars['String']['input']
}

export type MutationChangePasswordArgs = {
  current: Scalars['String']['input']
  next: Scalars['String']['input']
}

export type MutationEraseUserArgs = {
  id: Scalars['ID']['input']
  password?: InputMaybe<Scalars['String']['input']>
}

export type MutationUpdateSettingsArgs = {
  input: UpdateSettingsInput
}

export type MutationUpdatePreferencesArgs = {
  input: UpdatePreferencesInput
}

export type MutationFollowUserArgs = {
  id: Scalars['ID']['input']
}

export type MutationUnfollowUserArgs = {
  id: Scalars['ID']['input']
}

export type MutationCreateArticleArgs = {
  input: CreateArticleInput
}

export type MutationUpdateArticleArgs = {
  input: UpdateArticleInput
}

export type MutationDeleteArticleArgs = {
  id: Scalars['ID']['input']
}

export type MutationLikeArticleArgs = {
  id: Scalars['ID']['input']
}

export type MutationUnlikeArticleArgs = {
  id: Scalars['ID']['input']
}

export type MutationScheduleArticleArgs = {
  id: Scalars['ID']['input']
  publishAt: Scalars['String']['input']
}

export type MutationUnscheduleArticleArgs = {
  id: Scalars['ID']['input']
}

export type MutationRestoreRevisionArgs = {
  id: Scalars['ID']['input']
}

export type MutationCreateCommentArgs = {
  articleId: Scalars['ID']['input']
  content: Scalars['String']['input']
}

export type MutationUpdateCommentArgs = {
  id: Scalars['ID']['input']
  content: Scalars['String']['input']
  version?: InputMaybe<Scalars['Int']['input']>
}

export type MutationDeleteCommentArgs = {
  id: Scalars['ID']['input']
}

export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput
}

export type MutationRevokeApiKeyArgs = {
  id: Scalars['ID']['input']
}

export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput
}

export type MutationUpdateWebhookArgs = {
  input: UpdateWebhookInput
}

export type MutationDeleteWebhookArgs = {
  id: Scalars['ID']['input']
}

export type MutationRotateWebhookSecretArgs = {
  id: Scalars['ID']['input']
  version?: InputMaybe<Scalars['Int']['input']>
}

export type MutationTestWebhookArgs = {
  id: Scalars['ID']['input']
}

export type MutationReplayDeadLetterArgs = {
  id: Scalars['ID']['input']
}

export type MutationEnableSecondFactorArgs = {
  password: Scalars['String']['input']
}

export type MutationConfirmSecondFactorArgs = {
  code: Scalars['String']['input']
}

export type MutationDisableSecondFactorArgs = {
  password: Scalars['String']['input']
  code: Scalars['String']['input']
}

export type MutationRenewRecoveryCodesArgs = {
  password: Scalars['String']['input']
  code: Scalars['String']['input']
}

export type MutationRemoveSecondFactorArgs = {
  id: Scalars['ID']['input']
}

export type MutationEndSessionArgs = {
  id: Scalars['ID']['input']
}

export type MutationCreateOAuthClientArgs = {
  input: CreateOAuthClientInput
}

export type MutationRotateOAuthClientSecretArgs = {
  id: Scalars['ID']['input']
}

export type MutationDeleteOAuthClientArgs = {
  id: Scalars['ID']['input']
}

export type MutationCreateProductArgs = {
  input: CreateProductInput
}

export type MutationUpdateProductArgs = {
  input: UpdateProductInput
}

export type MutationDeleteProductArgs = {
  id: Scalars['ID']['input']
}

export type MutationCreateCategoryArgs = {
  input: CreateCategoryInput
}

export type Subscription = {
  readonly __typename?: 'Subscription'
  readonly articlePublished: Article
  readonly commentAdded: Comment
  readonly articleChanged: Article
}

export type SubscriptionCommentAddedArgs = {
  articleId: Scalars['ID']['input']
}

export type SubscriptionArticleChangedArgs = {
  id: Scalars['ID']['input']
}

export type Product = Searchable & {
  readonly __typename?: 'Product'
  readonly id: Scalars['ID']['output']
  readonly title: Scalars['String']['output']
  readonly description: Maybe<Scalars['String']['output']>
  readonly price: Scalars['Float']['output']
  readonly stock: Scalars['Int']['output']
  readonly category: Category
  readonly version: Scalars['Int']['output']
  readonly createdAt: Scalars['String']['output']
}

export type CreateProductInput = {
  readonly title: Scalars['String']['input']
  readonly description?: InputMaybe<Scalars['String']['input']>
  readonly price: Scalars['Float']['input']
  readonly stock: Scalars['Int']['input']
  readonly categoryId: Scalars['ID']['input']
}

export type UpdateProductInput = {
  readonly id: Scalars['ID']['input']
  readonly title?: InputMaybe<Scalars['String']['input']>
  readonly description?: InputMaybe<Scalars['String']['input']>
  readonly price?: InputMaybe<Scalars['Float']['input']>
  readonly stock?: InputMaybe<Scalars['Int']['input']>
  readonly categoryId?: InputMaybe<Scalars['ID']['input']>
  readonly version?: InputMaybe<Scalars['Int']['input']>
}

export type Category = {
  readonly __typename?: 'Category'
  readonly id: Scalars['ID']['output']
  readonly name: Scalars['String']['output']
  readonly products: ReadonlyArray<Product>
}

export type CategoryProductsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>
  offset?: InputMaybe<Scalars['Int']['input']>
}

export type CreateCategoryInput = {
  readonly name: Scalars['String']['input']
}

export type ResolverTypeWrapper<T> = Promise<T> | T

export type Resolver<
  TResult,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
  TArgs = Record<PropertyKey, never>,
> = ResolverFn<TResult, TParent, TContext, TArgs>

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => Promise<TResult> | TResult

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => TResult | Promise<TResult>

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>

export type SubscriptionResolver<
  TResult,
  TKey extends string,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
  TArgs = Record<PropertyKey, never>,
> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>

export type TypeResolveFn<
  TTypes,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
> = (parent: TParent, context: TContext, info: GraphQLResolveInfo) => Maybe<TTypes> | Promise<Maybe<TTypes>>

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  obj: T,
  context: TContext,
  info: GraphQLResolveInfo,
) => boolean | Promise<boolean>

export type NextResolverFn<T> = () => Promise<T>

export type DirectiveResolverFn<
  TResult = Record<PropertyKey, never>,
  TParent = Record<PropertyKey, never>,
  TContext = Record<PropertyKey, never>,
  TArgs = Record<PropertyKey, never>,
> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => TResult | Promise<TResult>

/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  SearchResult: Row | Row | Row | Row
  OperationResult: Success | Error
}

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Searchable: Row | Row
  Commentable: Row
  Timestamped: Row | Row | Row
  Ownable: Row
}

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Date: ResolverTypeWrapper<Scalars['Date']['output']>
  Email: ResolverTypeWrapper<Scalars['Email']['output']>
  URL: ResolverTypeWrapper<Scalars['URL']['output']>
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>
  UserRole: UserRole
  UserStatus: UserStatus
  ArticleStatus: ArticleStatus
  SortDirection: SortDirection
  ArticleSortField: ArticleSortField
  Theme: Theme
  Searchable: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Searchable']>
  ID: ResolverTypeWrapper<Scalars['ID']['output']>
  String: ResolverTypeWrapper<Scalars['String']['output']>
  Commentable: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Commentable']>
  Int: ResolverTypeWrapper<Scalars['Int']['output']>
  Timestamped: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Timestamped']>
  Ownable: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Ownable']>
  User: ResolverTypeWrapper<Row>
  UserProfile: ResolverTypeWrapper<UserProfile>
  UserSettings: ResolverTypeWrapper<UserSettings>
  Preferences: ResolverTypeWrapper<Preferences>
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>
  Post: ResolverTypeWrapper<Row>
  Article: ResolverTypeWrapper<Row>
  ArticleRevision: ResolverTypeWrapper<Row>
  Comment: ResolverTypeWrapper<Row>
  Success: ResolverTypeWrapper<Success>
  Error: ResolverTypeWrapper<Error>
  SearchResult: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['SearchResult']>
  OperationResult: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['OperationResult']>
  CreateUserInput: CreateUserInput
  UserProfileInput: UserProfileInput
  UpdateUserInput: UpdateUserInput
  CreateArticleInput: CreateArticleInput
  UpdateArticleInput: UpdateArticleInput
  UserFilter: UserFilter
  PaginationInput: PaginationInput
  UpdateSettingsInput: UpdateSettingsInput
  UpdatePreferencesInput: UpdatePreferencesInput
  CreateApiKeyInput: CreateApiKeyInput
  ApiKey: ResolverTypeWrapper<Row>
  AccessExplanation: ResolverTypeWrapper<AccessExplanation>
  AccessRule: ResolverTypeWrapper<AccessRule>
  SecondFactor: ResolverTypeWrapper<SecondFactor>
  Session: ResolverTypeWrapper<Session>
  OAuthGrantType: OAuthGrantType
  CreateOAuthClientInput: CreateOAuthClientInput
  OAuthClient: ResolverTypeWrapper<Row>
  CreatedOAuthClient: ResolverTypeWrapper<CreatedOAuthClient>
  SecondFactorSecret: ResolverTypeWrapper<SecondFactorSecret>
  CreatedApiKey: ResolverTypeWrapper<Omit<CreatedApiKey, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>
  Webhook: ResolverTypeWrapper<Row>
  CreatedWebhook: ResolverTypeWrapper<
    Omit<CreatedWebhook, 'webhook'> & { webhook: ResolversTypes['Webhook'] }
  >
  WebhookDeliveryStatus: WebhookDeliveryStatus
  WebhookDelivery: ResolverTypeWrapper<Row>
  WebhookDeliveryConnection: ResolverTypeWrapper<
    Omit<WebhookDeliveryConnection, 'edges' | 'totalCount'> & {
      edges: ReadonlyArray<ResolversTypes['WebhookDeliveryEdge']>
      totalCount: ResolversTypes['Count']
    }
  >
  WebhookDeliveryEdge: ResolverTypeWrapper<
    Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversTypes['WebhookDelivery'] }
  >
  CreateWebhookInput: CreateWebhookInput
  UpdateWebhookInput: UpdateWebhookInput
  CountPrecision: CountPrecision
  Count: ResolverTypeWrapper<Counting>
  PageInfo: ResolverTypeWrapper<PageInfo>
  UserConnection: ResolverTypeWrapper<
    Omit<UserConnection, 'edges' | 'totalCount'> & {
      edges: ReadonlyArray<ResolversTypes['UserEdge']>
      totalCount: ResolversTypes['Count']
    }
  >
  UserEdge: ResolverTypeWrapper<Omit<UserEdge, 'node'> & { node: ResolversTypes['User'] }>
  ArticleConnection: ResolverTypeWrapper<
    Omit<ArticleConnection, 'edges' | 'totalCount'> & {
      edges: ReadonlyArray<ResolversTypes['ArticleEdge']>
      totalCount: ResolversTypes['Count']
    }
  >
  ArticleEdge: ResolverTypeWrapper<Omit<ArticleEdge, 'node'> & { node: ResolversTypes['Article'] }>
  CommentConnection: ResolverTypeWrapper<
    Omit<CommentConnection, 'edges' | 'totalCount'> & {
      edges: ReadonlyArray<ResolversTypes['CommentEdge']>
      totalCount: ResolversTypes['Count']
    }
  >
  CommentEdge: ResolverTypeWrapper<Omit<CommentEdge, 'node'> & { node: ResolversTypes['Comment'] }>
  SearchType: SearchType
  SearchConnection: ResolverTypeWrapper<
    Omit<SearchConnection, 'edges' | 'totalCount'> & {
      edges: ReadonlyArray<ResolversTypes['SearchEdge']>
      totalCount: ResolversTypes['Count']
    }
  >
  SearchEdge: ResolverTypeWrapper<Omit<SearchEdge, 'node'> & { node: ResolversTypes['SearchResult'] }>
  Float: ResolverTypeWrapper<Scalars['Float']['output']>
  AuditDecision: AuditDecision
  AuditEntry: ResolverTypeWrapper<Row>
  AuditConnection: ResolverTypeWrapper<
    Omit<AuditConnection, 'edges' | 'totalCount'> & {
      edges: ReadonlyArray<ResolversTypes['AuditEdge']>
      totalCount: ResolversTypes['Count']
    }
  >
  AuditEdge: ResolverTypeWrapper<Omit<AuditEdge, 'node'> & { node: ResolversTypes['AuditEntry'] }>
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>
  DataExportState: DataExportState
  DataExport: ResolverTypeWrapper<DataExport>
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>
  Product: ResolverTypeWrapper<Row>
  CreateProductInput: CreateProductInput
  UpdateProductInput: UpdateProductInput
  Category: ResolverTypeWrapper<Row>
  CreateCategoryInput: CreateCategoryInput
}

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Date: Scalars['Date']['output']
  Email: Scalars['Email']['output']
  URL: Scalars['URL']['output']
  JSON: Scalars['JSON']['output']
  Searchable: ResolversInterfaceTypes<ResolversParentTypes>['Searchable']
  ID: Scalars['ID']['output']
  String: Scalars['String']['output']
  Commentable: ResolversInterfaceTypes<ResolversParentTypes>['Commentable']
  Int: Scalars['Int']['output']
  Timestamped: ResolversInterfaceTypes<ResolversParentTypes>['Timestamped']
  Ownable: ResolversInterfaceTypes<ResolversParentTypes>['Ownable']
  User: Row
  UserProfile: UserProfile
  UserSettings: UserSettings
  Preferences: Preferences
  Boolean: Scalars['Boolean']['output']
  Post: Row
  Article: Row
  ArticleRevision: Row
  Comment: Row
  Success: Success
  Error: Error
  SearchResult: ResolversUnionTypes<ResolversParentTypes>['SearchResult']
  OperationResult: ResolversUnionTypes<ResolversParentTypes>['OperationResult']
  CreateUserInput: CreateUserInput
  UserProfileInput: UserProfileInput
  UpdateUserInput: UpdateUserInput
  CreateArticleInput: CreateArticleInput
  UpdateArticleInput: UpdateArticleInput
  UserFilter: UserFilter
  PaginationInput: PaginationInput
  UpdateSettingsInput: UpdateSettingsInput
  UpdatePreferencesInput: UpdatePreferencesInput
  CreateApiKeyInput: CreateApiKeyInput
  ApiKey: Row
  AccessExplanation: AccessExplanation
  AccessRule: AccessRule
  SecondFactor: SecondFactor
  Session: Session
  CreateOAuthClientInput: CreateOAuthClientInput
  OAuthClient: Row
  CreatedOAuthClient: CreatedOAuthClient
  SecondFactorSecret: SecondFactorSecret
  CreatedApiKey: Omit<CreatedApiKey, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] }
  Webhook: Row
  CreatedWebhook: Omit<CreatedWebhook, 'webhook'> & { webhook: ResolversParentTypes['Webhook'] }
  WebhookDelivery: Row
  WebhookDeliveryConnection: Omit<WebhookDeliveryConnection, 'edges' | 'totalCount'> & {
    edges: ReadonlyArray<ResolversParentTypes['WebhookDeliveryEdge']>
    totalCount: ResolversParentTypes['Count']
  }
  WebhookDeliveryEdge: Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversParentTypes['WebhookDelivery'] }
  CreateWebhookInput: CreateWebhookInput
  UpdateWebhookInput: UpdateWebhookInput
  Count: Counting
  PageInfo: PageInfo
  UserConnection: Omit<UserConnection, 'edges' | 'totalCount'> & {
    edges: ReadonlyArray<ResolversParentTypes['UserEdge']>
    totalCount: ResolversParentTypes['Count']
  }
  UserEdge: Omit<UserEdge, 'node'> & { node: ResolversParentTypes['User'] }
  ArticleConnection: Omit<ArticleConnection, 'edges' | 'totalCount'> & {
    edges: ReadonlyArray<ResolversParentTypes['ArticleEdge']>
    totalCount: ResolversParentTypes['Count']
  }
  ArticleEdge: Omit<ArticleEdge, 'node'> & { node: ResolversParentTypes['Article'] }
  CommentConnection: Omit<CommentConnection, 'edges' | 'totalCount'> & {
    edges: ReadonlyArray<ResolversParentTypes['CommentEdge']>
    totalCount: ResolversParentTypes['Count']
  }
  CommentEdge: Omit<CommentEdge, 'node'> & { node: ResolversParentTypes['Comment'] }
  SearchConnection: Omit<SearchConnection, 'edges' | 'totalCount'> & {
    edges: ReadonlyArray<ResolversParentTypes['SearchEdge']>
    totalCount: ResolversParentTypes['Count']
  }
  SearchEdge: Omit<SearchEdge, 'node'> & { node: ResolversParentTypes['SearchResult'] }
  Float: Scalars['Float']['output']
  AuditEntry: Row
  AuditConnection: Omit<AuditConnection, 'edges' | 'totalCount'> & {
    edges: ReadonlyArray<ResolversParentTypes['AuditEdge']>
    totalCount: ResolversParentTypes['Count']
  }
  AuditEdge: Omit<AuditEdge, 'node'> & { node: ResolversParentTypes['AuditEntry'] }
  Query: Record<PropertyKey, never>
  DataExport: DataExport
  Mutation: Record<PropertyKey, never>
  Subscription: Record<PropertyKey, never>
  Product: Row
  CreateProductInput: CreateProductInput
  UpdateProductInput: UpdateProductInput
  Category: Row
  CreateCategoryInput: CreateCategoryInput
}

export type AuthDirectiveArgs = {
  role: UserRole
}

export type AuthDirectiveResolver<
  Result,
  Parent,
  ContextType = Context,
  Args = AuthDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>

export type HiddenDirectiveArgs = {}

export type HiddenDirectiveResolver<
  Result,
  Parent,
  ContextType = Context,
  Args = HiddenDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>

export type MaskedDirectiveArgs = {}

export type MaskedDirectiveResolver<
  Result,
  Parent,
  ContextType = Context,
  Args = MaskedDirectiveArgs,
> = DirectiveResolverFn<Result, Parent, ContextType, Args>

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date'
}

export interface EmailScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Email'], any> {
  name: 'Email'
}

export interface UrlScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['URL'], any> {
  name: 'URL'
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON'
}

export type SearchableResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Searchable'] = ResolversParentTypes['Searchable'],
> = {
  __resolveType: TypeResolveFn<'Article' | 'Product', ParentType, ContextType>
}

export type CommentableResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Commentable'] = ResolversParentTypes['Commentable'],
> = {
  __resolveType: TypeResolveFn<'Article', ParentType, ContextType>
}

export type TimestampedResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Timestamped'] = ResolversParentTypes['Timestamped'],
> = {
  __resolveType: TypeResolveFn<'User' | 'Article' | 'Comment', ParentType, ContextType>
}

export type OwnableResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Ownable'] = ResolversParentTypes['Ownable'],
> = {
  __resolveType: TypeResolveFn<'Article', ParentType, ContextType>
}

export type UserResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  username: Resolver<ResolversTypes['String'], ParentType, ContextType>
  name: Resolver<ResolversTypes['String'], ParentType, ContextType>
  email: Resolver<ResolversTypes['String'], ParentType, ContextType>
  pendingEmail: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  role: Resolver<ResolversTypes['UserRole'], ParentType, ContextType>
  roles: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>
  permissions: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>
  profile: Resolver<Maybe<ResolversTypes['UserProfile']>, ParentType, ContextType>
  bio: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  age: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>
  status: Resolver<ResolversTypes['UserStatus'], ParentType, ContextType>
  settings: Resolver<Maybe<ResolversTypes['UserSettings']>, ParentType, ContextType>
  preferences: Resolver<ResolversTypes['Preferences'], ParentType, ContextType>
  articles: Resolver<
    ReadonlyArray<ResolversTypes['Article']>,
    ParentType,
    ContextType,
    RequireFields<UserArticlesArgs, 'limit' | 'offset'>
  >
  posts: Resolver<
    ReadonlyArray<ResolversTypes['Post']>,
    ParentType,
    ContextType,
    RequireFields<UserPostsArgs, 'limit' | 'offset'>
  >
  followers: Resolver<
    Maybe<ReadonlyArray<ResolversTypes['User']>>,
    ParentType,
    ContextType,
    RequireFields<UserFollowersArgs, 'limit' | 'offset'>
  >
  following: Resolver<
    ReadonlyArray<Maybe<ResolversTypes['User']>>,
    ParentType,
    ContextType,
    RequireFields<UserFollowingArgs, 'limit' | 'offset'>
  >
  version: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  createdAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
  updatedAt: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>
}

export type UserProfileResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['UserProfile'] = ResolversParentTypes['UserProfile'],
> = {
  bio: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  avatar: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  website: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  location: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type UserSettingsResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['UserSettings'] = ResolversParentTypes['UserSettings'],
> = {
  locale: Resolver<ResolversTypes['String'], ParentType, ContextType>
  timezone: Resolver<ResolversTypes['String'], ParentType, ContextType>
  theme: Resolver<ResolversTypes['Theme'], ParentType, ContextType>
}

export type PreferencesResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Preferences'] = ResolversParentTypes['Preferences'],
> = {
  newsletter: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  commentNotifications: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  followNotifications: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
}

export type PostResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Post'] = ResolversParentTypes['Post'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  title: Resolver<ResolversTypes['String'], ParentType, ContextType>
  content: Resolver<ResolversTypes['String'], ParentType, ContextType>
  createdAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type ArticleResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Article'] = ResolversParentTypes['Article'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  title: Resolver<ResolversTypes['String'], ParentType, ContextType>
  content: Resolver<ResolversTypes['String'], ParentType, ContextType>
  excerpt: Resolver<ResolversTypes['String'], ParentType, ContextType>
  description: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  status: Resolver<ResolversTypes['ArticleStatus'], ParentType, ContextType>
  published: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  tags: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>
  owner: Resolver<ResolversTypes['User'], ParentType, ContextType>
  author: Resolver<ResolversTypes['User'], ParentType, ContextType>
  comments: Resolver<
    ReadonlyArray<ResolversTypes['Comment']>,
    ParentType,
    ContextType,
    RequireFields<ArticleCommentsArgs, 'limit' | 'offset'>
  >
  commentsConnection: Resolver<
    ResolversTypes['CommentConnection'],
    ParentType,
    ContextType,
    RequireFields<ArticleCommentsConnectionArgs, 'first'>
  >
  commentCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  revisions: Resolver<
    Maybe<ReadonlyArray<ResolversTypes['ArticleRevision']>>,
    ParentType,
    ContextType,
    RequireFields<ArticleRevisionsArgs, 'limit' | 'offset'>
  >
  likes: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  views: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  version: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  createdAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
  updatedAt: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  publishedAt: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  scheduledFor: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>
}

export type ArticleRevisionResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['ArticleRevision'] = ResolversParentTypes['ArticleRevision'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  title: Resolver<ResolversTypes['String'], ParentType, ContextType>
  content: Resolver<ResolversTypes['String'], ParentType, ContextType>
  excerpt: Resolver<ResolversTypes['String'], ParentType, ContextType>
  status: Resolver<ResolversTypes['ArticleStatus'], ParentType, ContextType>
  tags: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>
  createdAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
  editor: Resolver<ResolversTypes['User'], ParentType, ContextType>
}

export type CommentResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Comment'] = ResolversParentTypes['Comment'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  content: Resolver<ResolversTypes['String'], ParentType, ContextType>
  author: Resolver<ResolversTypes['User'], ParentType, ContextType>
  article: Resolver<ResolversTypes['Article'], ParentType, ContextType>
  version: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  createdAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
  updatedAt: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>
}

export type SuccessResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Success'] = ResolversParentTypes['Success'],
> = {
  message: Resolver<ResolversTypes['String'], ParentType, ContextType>
  data: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>
}

export type ErrorResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Error'] = ResolversParentTypes['Error'],
> = {
  code: Resolver<ResolversTypes['String'], ParentType, ContextType>
  message: Resolver<ResolversTypes['String'], ParentType, ContextType>
  details: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>
}

export type SearchResultResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['SearchResult'] = ResolversParentTypes['SearchResult'],
> = {
  __resolveType: TypeResolveFn<'User' | 'Article' | 'Comment' | 'Product', ParentType, ContextType>
}

export type OperationResultResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['OperationResult'] = ResolversParentTypes['OperationResult'],
> = {
  __resolveType: TypeResolveFn<'Success' | 'Error', ParentType, ContextType>
}

export type ApiKeyResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  owner: Resolver<ResolversTypes['User'], ParentType, ContextType>
  name: Resolver<ResolversTypes['String'], ParentType, ContextType>
  scopes: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>
  expiresAt: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  createdAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
  lastUsedAt: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type AccessExplanationResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['AccessExplanation'] = ResolversParentTypes['AccessExplanation'],
> = {
  permission: Resolver<ResolversTypes['String'], ParentType, ContextType>
  decision: Resolver<ResolversTypes['AuditDecision'], ParentType, ContextType>
  reason: Resolver<ResolversTypes['String'], ParentType, ContextType>
  rules: Resolver<ReadonlyArray<ResolversTypes['AccessRule']>, ParentType, ContextType>
  missing: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>
  text: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type AccessRuleResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['AccessRule'] = ResolversParentTypes['AccessRule'],
> = {
  effect: Resolver<ResolversTypes['String'], ParentType, ContextType>
  path: Resolver<ResolversTypes['String'], ParentType, ContextType>
  via: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>
  outcome: Resolver<ResolversTypes['String'], ParentType, ContextType>
  condition: Resolver<ResolversTypes['String'], ParentType, ContextType>
  failing: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>
}

export type SecondFactorResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['SecondFactor'] = ResolversParentTypes['SecondFactor'],
> = {
  enabled: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  enabledAt: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  recoveryCodesLeft: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type SessionResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Session'] = ResolversParentTypes['Session'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  clientId: Resolver<ResolversTypes['String'], ParentType, ContextType>
  clientName: Resolver<ResolversTypes['String'], ParentType, ContextType>
  scopes: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>
  createdAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
  lastUsedAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
  expiresAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type OAuthClientResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['OAuthClient'] = ResolversParentTypes['OAuthClient'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  name: Resolver<ResolversTypes['String'], ParentType, ContextType>
  redirectUris: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>
  grants: Resolver<ReadonlyArray<ResolversTypes['OAuthGrantType']>, ParentType, ContextType>
  scopes: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>
  public: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  createdAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type CreatedOAuthClientResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['CreatedOAuthClient'] = ResolversParentTypes['CreatedOAuthClient'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  secret: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type SecondFactorSecretResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['SecondFactorSecret'] = ResolversParentTypes['SecondFactorSecret'],
> = {
  secret: Resolver<ResolversTypes['String'], ParentType, ContextType>
  uri: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type CreatedApiKeyResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['CreatedApiKey'] = ResolversParentTypes['CreatedApiKey'],
> = {
  apiKey: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>
  key: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type WebhookResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  url: Resolver<ResolversTypes['URL'], ParentType, ContextType>
  events: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>
  enabled: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  createdAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
  version: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type CreatedWebhookResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['CreatedWebhook'] = ResolversParentTypes['CreatedWebhook'],
> = {
  webhook: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>
  secret: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type WebhookDeliveryResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  webhookId: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  eventId: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  type: Resolver<ResolversTypes['String'], ParentType, ContextType>
  status: Resolver<ResolversTypes['WebhookDeliveryStatus'], ParentType, ContextType>
  attempts: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  nextAttemptAt: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  lastAttemptAt: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  statusCode: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>
  error: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  createdAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type WebhookDeliveryConnectionResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['WebhookDeliveryConnection'] =
    ResolversParentTypes['WebhookDeliveryConnection'],
> = {
  edges: Resolver<ReadonlyArray<ResolversTypes['WebhookDeliveryEdge']>, ParentType, ContextType>
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
  totalCount: Resolver<ResolversTypes['Count'], ParentType, ContextType>
}

export type WebhookDeliveryEdgeResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['WebhookDeliveryEdge'] =
    ResolversParentTypes['WebhookDeliveryEdge'],
> = {
  node: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type CountResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Count'] = ResolversParentTypes['Count'],
> = {
  value: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  precision: Resolver<ResolversTypes['CountPrecision'], ParentType, ContextType>
}

export type PageInfoResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo'],
> = {
  hasNextPage: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  hasPreviousPage: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  startCursor: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  endCursor: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
}

export type UserConnectionResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['UserConnection'] = ResolversParentTypes['UserConnection'],
> = {
  edges: Resolver<ReadonlyArray<ResolversTypes['UserEdge']>, ParentType, ContextType>
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
  totalCount: Resolver<ResolversTypes['Count'], ParentType, ContextType>
}

export type UserEdgeResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['UserEdge'] = ResolversParentTypes['UserEdge'],
> = {
  node: Resolver<ResolversTypes['User'], ParentType, ContextType>
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type ArticleConnectionResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['ArticleConnection'] = ResolversParentTypes['ArticleConnection'],
> = {
  edges: Resolver<ReadonlyArray<ResolversTypes['ArticleEdge']>, ParentType, ContextType>
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
  totalCount: Resolver<ResolversTypes['Count'], ParentType, ContextType>
}

export type ArticleEdgeResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['ArticleEdge'] = ResolversParentTypes['ArticleEdge'],
> = {
  node: Resolver<ResolversTypes['Article'], ParentType, ContextType>
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type CommentConnectionResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['CommentConnection'] = ResolversParentTypes['CommentConnection'],
> = {
  edges: Resolver<ReadonlyArray<ResolversTypes['CommentEdge']>, ParentType, ContextType>
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
  totalCount: Resolver<ResolversTypes['Count'], ParentType, ContextType>
}

export type CommentEdgeResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['CommentEdge'] = ResolversParentTypes['CommentEdge'],
> = {
  node: Resolver<ResolversTypes['Comment'], ParentType, ContextType>
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type SearchConnectionResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['SearchConnection'] = ResolversParentTypes['SearchConnection'],
> = {
  edges: Resolver<ReadonlyArray<ResolversTypes['SearchEdge']>, ParentType, ContextType>
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
  totalCount: Resolver<ResolversTypes['Count'], ParentType, ContextType>
}

export type SearchEdgeResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['SearchEdge'] = ResolversParentTypes['SearchEdge'],
> = {
  node: Resolver<ResolversTypes['SearchResult'], ParentType, ContextType>
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>
  snippet: Resolver<ResolversTypes['String'], ParentType, ContextType>
  score: Resolver<ResolversTypes['Float'], ParentType, ContextType>
}

export type AuditEntryResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['AuditEntry'] = ResolversParentTypes['AuditEntry'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  at: Resolver<ResolversTypes['String'], ParentType, ContextType>
  actor: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>
  credential: Resolver<ResolversTypes['String'], ParentType, ContextType>
  action: Resolver<ResolversTypes['String'], ParentType, ContextType>
  resource: Resolver<ResolversTypes['String'], ParentType, ContextType>
  resourceId: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>
  decision: Resolver<ResolversTypes['AuditDecision'], ParentType, ContextType>
  address: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  requestId: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  field: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  reason: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  moreRefused: Resolver<ResolversTypes['Int'], ParentType, ContextType>
}

export type AuditConnectionResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['AuditConnection'] = ResolversParentTypes['AuditConnection'],
> = {
  edges: Resolver<ReadonlyArray<ResolversTypes['AuditEdge']>, ParentType, ContextType>
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>
  totalCount: Resolver<ResolversTypes['Count'], ParentType, ContextType>
}

export type AuditEdgeResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['AuditEdge'] = ResolversParentTypes['AuditEdge'],
> = {
  node: Resolver<ResolversTypes['AuditEntry'], ParentType, ContextType>
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>
}

export type QueryResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query'],
> = {
  user: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryUserArgs, 'id'>>
  users: Resolver<
    ReadonlyArray<ResolversTypes['User']>,
    ParentType,
    ContextType,
    RequireFields<QueryUsersArgs, 'limit' | 'offset'>
  >
  searchUsers: Resolver<
    ReadonlyArray<ResolversTypes['User']>,
    ParentType,
    ContextType,
    RequireFields<QuerySearchUsersArgs, 'keyword'>
  >
  usersConnection: Resolver<
    ResolversTypes['UserConnection'],
    ParentType,
    ContextType,
    RequireFields<QueryUsersConnectionArgs, 'first'>
  >
  currentUser: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>
  article: Resolver<
    Maybe<ResolversTypes['Article']>,
    ParentType,
    ContextType,
    RequireFields<QueryArticleArgs, 'id'>
  >
  articles: Resolver<
    ReadonlyArray<ResolversTypes['Article']>,
    ParentType,
    ContextType,
    RequireFields<QueryArticlesArgs, 'sortBy' | 'direction'>
  >
  articlesConnection: Resolver<
    ResolversTypes['ArticleConnection'],
    ParentType,
    ContextType,
    RequireFields<QueryArticlesConnectionArgs, 'first' | 'sortBy' | 'direction'>
  >
  search: Resolver<
    ResolversTypes['SearchResult'],
    ParentType,
    ContextType,
    RequireFields<QuerySearchArgs, 'query'>
  >
  searchAll: Resolver<
    ResolversTypes['SearchConnection'],
    ParentType,
    ContextType,
    RequireFields<QuerySearchAllArgs, 'query' | 'first'>
  >
  apiKeys: Resolver<
    ReadonlyArray<ResolversTypes['ApiKey']>,
    ParentType,
    ContextType,
    RequireFields<QueryApiKeysArgs, 'limit' | 'offset'>
  >
  webhooks: Resolver<
    ReadonlyArray<ResolversTypes['Webhook']>,
    ParentType,
    ContextType,
    RequireFields<QueryWebhooksArgs, 'limit' | 'offset'>
  >
  explainAccess: Resolver<
    ResolversTypes['AccessExplanation'],
    ParentType,
    ContextType,
    RequireFields<QueryExplainAccessArgs, 'permission'>
  >
  secondFactor: Resolver<ResolversTypes['SecondFactor'], ParentType, ContextType>
  dataExport: Resolver<Maybe<ResolversTypes['DataExport']>, ParentType, ContextType>
  sessions: Resolver<ReadonlyArray<ResolversTypes['Session']>, ParentType, ContextType>
  oauthClients: Resolver<
    ReadonlyArray<ResolversTypes['OAuthClient']>,
    ParentType,
    ContextType,
    RequireFields<QueryOauthClientsArgs, 'limit' | 'offset'>
  >
  auditLog: Resolver<
    ResolversTypes['AuditConnection'],
    ParentType,
    ContextType,
    RequireFields<QueryAuditLogArgs, 'first'>
  >
  webhookDeliveries: Resolver<
    ResolversTypes['WebhookDeliveryConnection'],
    ParentType,
    ContextType,
    RequireFields<QueryWebhookDeliveriesArgs, 'id' | 'first'>
  >
  deadLetters: Resolver<
    ResolversTypes['WebhookDeliveryConnection'],
    ParentType,
    ContextType,
    RequireFields<QueryDeadLettersArgs, 'first'>
  >
  product: Resolver<
    Maybe<ResolversTypes['Product']>,
    ParentType,
    ContextType,
    RequireFields<QueryProductArgs, 'id'>
  >
  products: Resolver<
    ReadonlyArray<ResolversTypes['Product']>,
    ParentType,
    ContextType,
    Partial<QueryProductsArgs>
  >
  category: Resolver<
    Maybe<ResolversTypes['Category']>,
    ParentType,
    ContextType,
    RequireFields<QueryCategoryArgs, 'id'>
  >
  categories: Resolver<
    ReadonlyArray<ResolversTypes['Category']>,
    ParentType,
    ContextType,
    Partial<QueryCategoriesArgs>
  >
}

export type DataExportResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['DataExport'] = ResolversParentTypes['DataExport'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  state: Resolver<ResolversTypes['DataExportState'], ParentType, ContextType>
  requestedAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
  readyAt: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  expiresAt: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  url: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>
}

export type MutationResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation'],
> = {
  createUser: Resolver<
    ResolversTypes['User'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateUserArgs, 'input'>
  >
  createUserOrError: Resolver<
    ResolversTypes['OperationResult'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateUserOrErrorArgs, 'input'>
  >
  updateUser: Resolver<
    ResolversTypes['User'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateUserArgs, 'input'>
  >
  deleteUser: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteUserArgs, 'id'>
  >
  bulkCreateUsers: Resolver<
    ReadonlyArray<ResolversTypes['User']>,
    ParentType,
    ContextType,
    RequireFields<MutationBulkCreateUsersArgs, 'users'>
  >
  inviteUser: Resolver<
    ResolversTypes['User'],
    ParentType,
    ContextType,
    RequireFields<MutationInviteUserArgs, 'email' | 'role'>
  >
  requestPasswordReset: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationRequestPasswordResetArgs, 'email'>
  >
  resetPassword: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationResetPasswordArgs, 'token' | 'password'>
  >
  confirmEmail: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationConfirmEmailArgs, 'token'>
  >
  changePassword: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationChangePasswordArgs, 'current' | 'next'>
  >
  exportMyData: Resolver<ResolversTypes['DataExport'], ParentType, ContextType>
  eraseUser: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationEraseUserArgs, 'id'>
  >
  signOutEverywhere: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>
  updateSettings: Resolver<
    ResolversTypes['UserSettings'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateSettingsArgs, 'input'>
  >
  updatePreferences: Resolver<
    ResolversTypes['Preferences'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdatePreferencesArgs, 'input'>
  >
  followUser: Resolver<
    ResolversTypes['User'],
    ParentType,
    ContextType,
    RequireFields<MutationFollowUserArgs, 'id'>
  >
  unfollowUser: Resolver<
    ResolversTypes['User'],
    ParentType,
    ContextType,
    RequireFields<MutationUnfollowUserArgs, 'id'>
  >
  createArticle: Resolver<
    ResolversTypes['Article'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateArticleArgs, 'input'>
  >
  updateArticle: Resolver<
    ResolversTypes['Article'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateArticleArgs, 'input'>
  >
  deleteArticle: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteArticleArgs, 'id'>
  >
  likeArticle: Resolver<
    ResolversTypes['Article'],
    ParentType,
    ContextType,
    RequireFields<MutationLikeArticleArgs, 'id'>
  >
  unlikeArticle: Resolver<
    ResolversTypes['Article'],
    ParentType,
    ContextType,
    RequireFields<MutationUnlikeArticleArgs, 'id'>
  >
  scheduleArticle: Resolver<
    ResolversTypes['Article'],
    ParentType,
    ContextType,
    RequireFields<MutationScheduleArticleArgs, 'id' | 'publishAt'>
  >
  unscheduleArticle: Resolver<
    ResolversTypes['Article'],
    ParentType,
    ContextType,
    RequireFields<MutationUnscheduleArticleArgs, 'id'>
  >
  restoreRevision: Resolver<
    ResolversTypes['Article'],
    ParentType,
    ContextType,
    RequireFields<MutationRestoreRevisionArgs, 'id'>
  >
  createComment: Resolver<
    ResolversTypes['Comment'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateCommentArgs, 'articleId' | 'content'>
  >
  updateComment: Resolver<
    ResolversTypes['Comment'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateCommentArgs, 'id' | 'content'>
  >
  deleteComment: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteCommentArgs, 'id'>
  >
  createApiKey: Resolver<
    ResolversTypes['CreatedApiKey'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateApiKeyArgs, 'input'>
  >
  revokeApiKey: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationRevokeApiKeyArgs, 'id'>
  >
  createWebhook: Resolver<
    ResolversTypes['CreatedWebhook'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateWebhookArgs, 'input'>
  >
  updateWebhook: Resolver<
    ResolversTypes['Webhook'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateWebhookArgs, 'input'>
  >
  deleteWebhook: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteWebhookArgs, 'id'>
  >
  rotateWebhookSecret: Resolver<
    ResolversTypes['CreatedWebhook'],
    ParentType,
    ContextType,
    RequireFields<MutationRotateWebhookSecretArgs, 'id'>
  >
  testWebhook: Resolver<
    ResolversTypes['WebhookDelivery'],
    ParentType,
    ContextType,
    RequireFields<MutationTestWebhookArgs, 'id'>
  >
  replayDeadLetter: Resolver<
    ResolversTypes['WebhookDelivery'],
    ParentType,
    ContextType,
    RequireFields<MutationReplayDeadLetterArgs, 'id'>
  >
  enableSecondFactor: Resolver<
    ResolversTypes['SecondFactorSecret'],
    ParentType,
    ContextType,
    RequireFields<MutationEnableSecondFactorArgs, 'password'>
  >
  confirmSecondFactor: Resolver<
    ReadonlyArray<ResolversTypes['String']>,
    ParentType,
    ContextType,
    RequireFields<MutationConfirmSecondFactorArgs, 'code'>
  >
  disableSecondFactor: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationDisableSecondFactorArgs, 'password' | 'code'>
  >
  renewRecoveryCodes: Resolver<
    ReadonlyArray<ResolversTypes['String']>,
    ParentType,
    ContextType,
    RequireFields<MutationRenewRecoveryCodesArgs, 'password' | 'code'>
  >
  removeSecondFactor: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationRemoveSecondFactorArgs, 'id'>
  >
  endSession: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationEndSessionArgs, 'id'>
  >
  createOAuthClient: Resolver<
    ResolversTypes['CreatedOAuthClient'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateOAuthClientArgs, 'input'>
  >
  rotateOAuthClientSecret: Resolver<
    ResolversTypes['CreatedOAuthClient'],
    ParentType,
    ContextType,
    RequireFields<MutationRotateOAuthClientSecretArgs, 'id'>
  >
  deleteOAuthClient: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteOAuthClientArgs, 'id'>
  >
  createProduct: Resolver<
    ResolversTypes['Product'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateProductArgs, 'input'>
  >
  updateProduct: Resolver<
    ResolversTypes['Product'],
    ParentType,
    ContextType,
    RequireFields<MutationUpdateProductArgs, 'input'>
  >
  deleteProduct: Resolver<
    ResolversTypes['Boolean'],
    ParentType,
    ContextType,
    RequireFields<MutationDeleteProductArgs, 'id'>
  >
  createCategory: Resolver<
    ResolversTypes['Category'],
    ParentType,
    ContextType,
    RequireFields<MutationCreateCategoryArgs, 'input'>
  >
}

export type SubscriptionResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription'],
> = {
  articlePublished?: SubscriptionResolver<
    ResolversTypes['Article'],
    'articlePublished',
    ParentType,
    ContextType
  >
  commentAdded?: SubscriptionResolver<
    ResolversTypes['Comment'],
    'commentAdded',
    ParentType,
    ContextType,
    RequireFields<SubscriptionCommentAddedArgs, 'articleId'>
  >
  articleChanged?: SubscriptionResolver<
    ResolversTypes['Article'],
    'articleChanged',
    ParentType,
    ContextType,
    RequireFields<SubscriptionArticleChangedArgs, 'id'>
  >
}

export type ProductResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Product'] = ResolversParentTypes['Product'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  title: Resolver<ResolversTypes['String'], ParentType, ContextType>
  description: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>
  price: Resolver<ResolversTypes['Float'], ParentType, ContextType>
  stock: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  category: Resolver<ResolversTypes['Category'], ParentType, ContextType>
  version: Resolver<ResolversTypes['Int'], ParentType, ContextType>
  createdAt: Resolver<ResolversTypes['String'], ParentType, ContextType>
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>
}

export type CategoryResolvers<
  ContextType = Context,
  ParentType extends ResolversParentTypes['Category'] = ResolversParentTypes['Category'],
> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>
  name: Resolver<ResolversTypes['String'], ParentType, ContextType>
  products: Resolver<
    ReadonlyArray<ResolversTypes['Product']>,
    ParentType,
    ContextType,
    RequireFields<CategoryProductsArgs, 'limit' | 'offset'>
  >
}

export type Resolvers<ContextType = Context> = {
  Date: GraphQLScalarType
  Email: GraphQLScalarType
  URL: GraphQLScalarType
  JSON: GraphQLScalarType
  Searchable: SearchableResolvers<ContextType>
  Commentable: CommentableResolvers<ContextType>
  Timestamped: TimestampedResolvers<ContextType>
  Ownable: OwnableResolvers<ContextType>
  User: UserResolvers<ContextType>
  UserProfile: UserProfileResolvers<ContextType>
  UserSettings: UserSettingsResolvers<ContextType>
  Preferences: PreferencesResolvers<ContextType>
  Post: PostResolvers<ContextType>
  Article: ArticleResolvers<ContextType>
  ArticleRevision: ArticleRevisionResolvers<ContextType>
  Comment: CommentResolvers<ContextType>
  Success: SuccessResolvers<ContextType>
  Error: ErrorResolvers<ContextType>
  SearchResult: SearchResultResolvers<ContextType>
  OperationResult: OperationResultResolvers<ContextType>
  ApiKey: ApiKeyResolvers<ContextType>
  AccessExplanation: AccessExplanationResolvers<ContextType>
  AccessRule: AccessRuleResolvers<ContextType>
  SecondFactor: SecondFactorResolvers<ContextType>
  Session: SessionResolvers<ContextType>
  OAuthClient: OAuthClientResolvers<ContextType>
  CreatedOAuthClient: CreatedOAuthClientResolvers<ContextType>
  SecondFactorSecret: SecondFactorSecretResolvers<ContextType>
  CreatedApiKey: CreatedApiKeyResolvers<ContextType>
  Webhook: WebhookResolvers<ContextType>
  CreatedWebhook: CreatedWebhookResolvers<ContextType>
  WebhookDelivery: WebhookDeliveryResolvers<ContextType>
  WebhookDeliveryConnection: WebhookDeliveryConnectionResolvers<ContextType>
  WebhookDeliveryEdge: WebhookDeliveryEdgeResolvers<ContextType>
  Count: CountResolvers<ContextType>
  PageInfo: PageInfoResolvers<ContextType>
  UserConnection: UserConnectionResolvers<ContextType>
  UserEdge: UserEdgeResolvers<ContextType>
  ArticleConnection: ArticleConnectionResolvers<ContextType>
  ArticleEdge: ArticleEdgeResolvers<ContextType>
  CommentConnection: CommentConnectionResolvers<ContextType>
  CommentEdge: CommentEdgeResolvers<ContextType>
  SearchConnection: SearchConnectionResolvers<ContextType>
  SearchEdge: SearchEdgeResolvers<ContextType>
  AuditEntry: AuditEntryResolvers<ContextType>
  AuditConnection: AuditConnectionResolvers<ContextType>
  AuditEdge: AuditEdgeResolvers<ContextType>
  Query: QueryResolvers<ContextType>
  DataExport: DataExportResolvers<ContextType>
  Mutation: MutationResolvers<ContextType>
  Subscription: SubscriptionResolvers<ContextType>
  Product: ProductResolvers<ContextType>
  Category: CategoryResolvers<ContextType>
}

export type DirectiveResolvers<ContextType = Context> = {
  auth: AuthDirectiveResolver<any, any, ContextType>
  hidden: HiddenDirectiveResolver<any, any, ContextType>
  masked: MaskedDirectiveResolver<any, any, ContextType>
}
