export interface Schemas {
  AccessExplanation: { permission: "articles:read" | "articles:write" | "articles:publish" | "articles:delete" | "comments:read" | "comments:write" | "comments:delete" | "users:read" | "users:write" | "users:delete" | "products:read" | "products:write" | "api-keys:read" | "api-keys:write" | "webhooks:read" | "webhooks:write" | "oauth-clients:read" | "oauth-clients:write" | "audit:read"; decision: "ALLOW" | "DENY"; reason: string; rules: Schemas["ExplainedRule"][]; missing: string[]; text: string }
  Account: { id: string; name: string; username: string; email: string; pendingEmail: string | null; roles: string[]; status: "ACTIVE" | "INACTIVE" | "SUSPENDED"; age: number | null; permissions: string[]; profile: Schemas["Profile"]; settings: Schemas["Settings"]; preferences: Schemas["Preferences"]; role: "GUEST" | "READER" | "AUTHOR" | "EDITOR" | "ADMIN"; createdAt: string; updatedAt: string | null }
  AccountPatch: { name?: string; username?: string; email?: string; age?: number | null; currentPassword?: string; profile?: { bio?: string | null; avatar?: string | null; website?: string | null; location?: string | null } }
  ApiKey: { id: string; name: string; scopes: string[]; expiresAt: string | null; createdAt: string; lastUsedAt: string | null }
  Article: { id: string; title: string; slug: string | null; content: string; excerpt: string; status: "DRAFT" | "REVIEW" | "PUBLISHED" | "ARCHIVED" | "DELETED"; tags: string[]; owner: Schemas["Person"]; publishedAt: string | null; scheduledFor: string | null; version: number; createdAt: string; updatedAt: string | null; actions?: string[] }
  ArticleDraft: { baseVersion: number; changedAt: string; isStale: boolean; changes: ("title" | "slug" | "content" | "excerpt" | "tags")[]; title: string | null; slug: string | null; content: string | null; excerpt: string | null; tags: string[] | null }
  ArticleDraftBody: { title?: string; slug?: string | null; content?: string; excerpt?: string; tags?: string[]; baseVersion?: number }
  ArticleHit: { type: "ARTICLE"; snippet: string; score: number; id: string; title: string; excerpt: string }
  ArticlePatch: { title?: string; slug?: string | null; content?: string; excerpt?: string | null; status?: "DRAFT" | "REVIEW" | "PUBLISHED" | "ARCHIVED" | "DELETED"; tags?: string[] }
  ArticleStats: { views: number; likes: number; commentCount: number }
  AuditEntry: { id: string; at: string; actor: Schemas["Person"] | null; credential: string; action: string; resource: string; resourceId: string | null; decision: "ALLOW" | "DENY"; address: string | null; requestId: string; field: string | null; reason: string | null; moreRefused: number }
  Category: { id: string; name: string; actions?: string[] }
  Comment: { id: string; content: string; author: Schemas["Person"]; article: { id: string; title: string } | null; version: number; createdAt: string; updatedAt: string | null; actions?: string[] }
  CommentHit: { type: "COMMENT"; snippet: string; score: number; id: string; content: string; articleId: string | null }
  CommentPatch: { content?: string }
  ContentModel: { version: number; name: string; about: string; types: Schemas["ModelType"][]; operations: Schemas["ModelServiceOperation"][] }
  CreatedApiKey: { id: string; name: string; scopes: string[]; expiresAt: string | null; createdAt: string; lastUsedAt: string | null; key: string }
  CreatedOAuthClient: { id: string; name: string; redirectUris: string[]; grants: ("AUTHORIZATION_CODE" | "REFRESH_TOKEN" | "CLIENT_CREDENTIALS" | "PASSWORD")[]; scopes: string[]; public: boolean; createdAt: string; secret: string | null }
  CreatedWebhook: { id: string; url: string; events: ("article.created" | "article.updated" | "article.published" | "article.unpublished" | "article.deleted" | "article.restored" | "user.created" | "user.updated" | "user.deleted" | "user.restored" | "comment.created" | "comment.updated" | "comment.deleted" | "product.created" | "product.updated" | "product.deleted" | "category.created")[]; enabled: boolean; createdAt: string; version: number; secret: string }
  DataExport: { id: string; state: "PENDING" | "READY" | "EXPIRED"; requestedAt: string; readyAt: string | null; expiresAt: string | null; url: string | null }
  EmailConfirmation: { token: string }
  Erasure: { password?: string }
  ExplainedRule: { effect: "allow" | "deny"; path: string; via: string[]; outcome: "applies" | "does not apply" | "needs a resource" | "untestable"; condition: string; failing: string[] }
  HandlerDeadLetter: { id: string; handler: string; eventId: string; type: string; attempts: number; error: string; createdAt: string }
  Invitation: { email: string; name?: string; role?: "GUEST" | "READER" | "AUTHOR" | "EDITOR" | "ADMIN" }
  ListedArticle: { id: string; title: string; slug: string | null; excerpt: string; status: "DRAFT" | "REVIEW" | "PUBLISHED" | "ARCHIVED" | "DELETED"; tags: string[]; owner: Schemas["Person"]; publishedAt: string | null; scheduledFor: string | null; version: number; createdAt: string; updatedAt: string | null; actions?: string[] }
  ListedRevision: { title: string; excerpt: string; status: "DRAFT" | "REVIEW" | "PUBLISHED" | "ARCHIVED" | "DELETED"; tags: string[]; id: string; editor: Schemas["Person"]; createdAt: string }
  ModelBlock: { type: string; label: string; fields: Schemas["ModelField"][] }
  ModelChoice: { value: string; label: string }
  ModelField: { name: string; kind: "line" | "text" | "markdown" | "email" | "url" | "slug" | "number" | "integer" | "decimal" | "counter" | "flag" | "time" | "date" | "tags" | "state" | "choice" | "json" | "owner" | "one" | "many" | "group" | "list" | "blocks"; label: string; help: string; placeholder: string | null; section: string | null; required: boolean; nullable: boolean; readOnly: boolean; computed: boolean; initial: unknown; limits: Record<string, unknown>; unique: boolean; searched: boolean; choices: Schemas["ModelChoice"][] | null; link: Schemas["ModelLink"] | null; from: string | null; seenWith: string | null; changedWith: string | null; fields: Schemas["ModelField"][] | null; item: Schemas["ModelField"] | null; blocks: Schemas["ModelBlock"][] | null }
  ModelInitialState: { to: string; permission: string }
  ModelLink: { to: string; attribute: string; many: boolean; ordered: boolean; inverse: string | null }
  ModelOperation: { name: string; label: string; about: string; permission: string; input: Schemas["ModelField"][]; from: string[] | null; to: string | null }
  ModelPermissions: { read: string; create: string; write: string; delete: string }
  ModelRelationFilter: { kind: "link" | "list"; name: string; label: string; to: string }
  ModelSchedule: { from: string[] }
  ModelServiceOperation: { name: string; path: string; kind: "read" | "write"; label: string; about: string; permission: string; input: Schemas["ModelField"][]; returns: Schemas["ModelField"][] }
  ModelTransition: { from: string; to: string; permission: string }
  ModelType: { name: string; plural: string; list: string; path: string; label: string; labels: string; about: string; titleField: string | null; section: string | null; single: boolean; fixed: boolean; live: boolean; revisions: boolean; drafts: boolean; likes: boolean; views: boolean; searched: boolean; permissions: Schemas["ModelPermissions"]; fields: Schemas["ModelField"][]; filters: (Schemas["ModelValueFilter"] | Schemas["ModelRelationFilter"])[]; orders: string[]; defaultOrder: string[] | null; unique: string[][]; trash: string | true | null; schedule: Schemas["ModelSchedule"] | null; operations: Schemas["ModelOperation"][]; workflow: Schemas["ModelWorkflow"] | null; actions: string[] }
  ModelValueFilter: { kind: "value"; name: string; label: string; values: "id" | "text" | "integer" | "number" | "time" | "date" | "decimal" | "flag" | "choice" | "json" | "texts" | "list" | "parts"; operators: string[]; choices: Schemas["ModelChoice"][] | null; permission: string | null }
  ModelWorkflow: { field: string; initial: Schemas["ModelInitialState"][]; transitions: Schemas["ModelTransition"][]; published: string | null }
  NewApiKey: { name: string; scopes: string[]; expiresAt?: string | null }
  NewArticle: { title: string; slug?: string | null; content: string; excerpt?: string | null; status?: "DRAFT" | "REVIEW" | "PUBLISHED" | "ARCHIVED" | "DELETED"; tags?: string[]; authorId?: number | string }
  NewCategory: { name: string }
  NewComment: { content: string }
  NewOAuthClient: { name: string; redirectUris?: string[]; grants: ("AUTHORIZATION_CODE" | "REFRESH_TOKEN" | "CLIENT_CREDENTIALS" | "PASSWORD" | "authorization_code" | "refresh_token" | "client_credentials" | "password")[]; scopes?: string[]; public?: boolean }
  NewPassword: { token: string; password: string }
  NewProduct: { title: string; description?: string | null; price: number; stock: number; categoryId: string }
  NewSecondFactor: { secret: string; uri: string }
  NewUser: { username?: string; name?: string; email: string; age?: number | null }
  NewWebhook: { url: string; events: ("article.created" | "article.updated" | "article.published" | "article.unpublished" | "article.deleted" | "article.restored" | "user.created" | "user.updated" | "user.deleted" | "user.restored" | "comment.created" | "comment.updated" | "comment.deleted" | "product.created" | "product.updated" | "product.deleted" | "category.created")[] }
  OAuthClient: { id: string; name: string; redirectUris: string[]; grants: ("AUTHORIZATION_CODE" | "REFRESH_TOKEN" | "CLIENT_CREDENTIALS" | "PASSWORD")[]; scopes: string[]; public: boolean; createdAt: string }
  PasswordChange: { current: string; next: string }
  PasswordResetRequest: { email: string }
  Person: { id: string; username: string; name: string }
  Preferences: { newsletter: boolean; commentNotifications: boolean; followNotifications: boolean }
  PreferencesPatch: { newsletter?: boolean; commentNotifications?: boolean; followNotifications?: boolean }
  Problem: { type: string; title: string; status: number; detail: string; instance: string; code: "GRAPHQL_PARSE_FAILED" | "GRAPHQL_VALIDATION_FAILED" | "BAD_REQUEST" | "BAD_USER_INPUT" | "UNAUTHENTICATED" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "INVALID_TRANSITION" | "IDEMPOTENCY_CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "QUERY_TOO_COMPLEX" | "PERSISTED_QUERY_NOT_FOUND" | "RATE_LIMITED" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "UNSUPPORTED_MEDIA_TYPE" | "PRECONDITION_REQUIRED" | "INVALID_TOKEN" | "TIMEOUT" | "UNAVAILABLE" | "INTERNAL_SERVER_ERROR"; error: string; errors: { pointer: string; message: string }[] }
  Product: { id: string; title: string; description: string | null; price: number; stock: number; category: Schemas["Category"]; categoryId: string; version: number; createdAt: string; actions?: string[] }
  ProductHit: { type: "PRODUCT"; snippet: string; score: number; id: string; title: string; description: string | null }
  ProductPatch: { title?: string; description?: string | null; price?: number; stock?: number; categoryId?: string }
  Profile: { bio: string | null; avatar: string | null; website: string | null; location: string | null }
  RecoveryCodes: { recoveryCodes: string[] }
  ReplacedUser: { id?: number; name: string; email: string; age?: number | null; currentPassword?: string }
  Revision: { title: string; excerpt: string; status: "DRAFT" | "REVIEW" | "PUBLISHED" | "ARCHIVED" | "DELETED"; tags: string[]; id: string; editor: Schemas["Person"]; createdAt: string; content: string }
  Schedule: { publishAt: string }
  SearchHit: Schemas["ArticleHit"] | Schemas["UserHit"] | Schemas["CommentHit"] | Schemas["ProductHit"]
  SecondFactor: { enabled: boolean; enabledAt: string | null; recoveryCodesLeft: number }
  SecondFactorConfirmation: { code: string }
  SecondFactorEnabling: { password: string }
  SecondFactorProof: { password: string; code: string }
  ServiceStatus: { status: "ready" | "not ready"; checks: Record<string, unknown>; settings: Record<string, unknown> }
  Session: { id: string; clientId: string; clientName: string; scopes: string[]; createdAt: string; lastUsedAt: string; expiresAt: string }
  Settings: { locale: string; timezone: string; theme: "LIGHT" | "DARK" | "SYSTEM" }
  SettingsPatch: { locale?: string; timezone?: string; theme?: "LIGHT" | "DARK" | "SYSTEM" }
  User: { id: number; name: string; email: string; age: number | null; deleted?: true; actions?: string[] }
  UserAccess: { username: string; role: "GUEST" | "READER" | "AUTHOR" | "EDITOR" | "ADMIN"; roles: string[]; status: "ACTIVE" | "INACTIVE" | "SUSPENDED"; permissions: string[] }
  UserAccessPatch: { username?: string; role?: "GUEST" | "READER" | "AUTHOR" | "EDITOR" | "ADMIN"; roles?: string[]; status?: "ACTIVE" | "INACTIVE" | "SUSPENDED"; permissions?: string[] }
  UserHit: { type: "USER"; snippet: string; score: number; id: string; name: string; username: string }
  UserPatch: { name?: string; email?: string; age?: number | null; currentPassword?: string; deleted?: boolean }
  ValueCount: { value: string | null; count: { value: number; precision: "EXACT" | "AT_LEAST" } }
  Webhook: { id: string; url: string; events: ("article.created" | "article.updated" | "article.published" | "article.unpublished" | "article.deleted" | "article.restored" | "user.created" | "user.updated" | "user.deleted" | "user.restored" | "comment.created" | "comment.updated" | "comment.deleted" | "product.created" | "product.updated" | "product.deleted" | "category.created")[]; enabled: boolean; createdAt: string; version: number }
  WebhookDelivery: { id: string; webhookId: string; eventId: string; type: string; status: "PENDING" | "DELIVERED" | "WITHHELD" | "DEAD"; attempts: number; nextAttemptAt: string | null; lastAttemptAt: string | null; statusCode: number | null; error: string | null; createdAt: string }
  WebhookPatch: { url?: string; events?: ("article.created" | "article.updated" | "article.published" | "article.unpublished" | "article.deleted" | "article.restored" | "user.created" | "user.updated" | "user.deleted" | "user.restored" | "comment.created" | "comment.updated" | "comment.deleted" | "product.created" | "product.updated" | "product.deleted" | "category.created")[]; enabled?: boolean }
}

export interface RestPaths {
  "/api/access-explanations": {
    get: { query: { permission: "articles:read" | "articles:write" | "articles:publish" | "articles:delete" | "comments:read" | "comments:write" | "comments:delete" | "users:read" | "users:write" | "users:delete" | "products:read" | "products:write" | "api-keys:read" | "api-keys:write" | "webhooks:read" | "webhooks:write" | "oauth-clients:read" | "oauth-clients:write" | "audit:read"; id?: string; userId?: string }; response: Schemas["AccessExplanation"] }
  }
  "/api/api-keys": {
    get: { query?: { page?: number; limit?: number }; response: Schemas["ApiKey"][] }
    post: { body: Schemas["NewApiKey"]; response: Schemas["CreatedApiKey"] }
  }
  "/api/api-keys/{id}": {
    get: { params: { id: string }; response: Schemas["ApiKey"] }
    delete: { params: { id: string }; response: undefined }
  }
  "/api/articles": {
    get: { query?: { where?: string; query?: string; sort?: string; id?: string; "id[ne]"?: string; "id[in]"?: string; "id[notIn]"?: string; "id[isNull]"?: boolean; title?: string; "title[ne]"?: string; "title[in]"?: string; "title[notIn]"?: string; "title[contains]"?: string; "title[startsWith]"?: string; "title[isNull]"?: boolean; slug?: string; "slug[ne]"?: string; "slug[in]"?: string; "slug[notIn]"?: string; "slug[contains]"?: string; "slug[startsWith]"?: string; "slug[isNull]"?: boolean; status?: "DRAFT" | "REVIEW" | "PUBLISHED" | "ARCHIVED" | "DELETED"; "status[ne]"?: "DRAFT" | "REVIEW" | "PUBLISHED" | "ARCHIVED" | "DELETED"; "status[in]"?: string; "status[notIn]"?: string; "status[isNull]"?: boolean; tags?: string; "tags[hasAny]"?: string; "tags[hasAll]"?: string; "tags[isEmpty]"?: boolean; ownerId?: string; "ownerId[ne]"?: string; "ownerId[in]"?: string; "ownerId[notIn]"?: string; "ownerId[isNull]"?: boolean; likes?: number; "likes[ne]"?: number; "likes[lt]"?: number; "likes[lte]"?: number; "likes[gt]"?: number; "likes[gte]"?: number; "likes[in]"?: string; "likes[notIn]"?: string; "likes[isNull]"?: boolean; views?: number; "views[ne]"?: number; "views[lt]"?: number; "views[lte]"?: number; "views[gt]"?: number; "views[gte]"?: number; "views[in]"?: string; "views[notIn]"?: string; "views[isNull]"?: boolean; publishedAt?: string; "publishedAt[ne]"?: string; "publishedAt[lt]"?: string; "publishedAt[lte]"?: string; "publishedAt[gt]"?: string; "publishedAt[gte]"?: string; "publishedAt[in]"?: string; "publishedAt[notIn]"?: string; "publishedAt[isNull]"?: boolean; createdAt?: string; "createdAt[ne]"?: string; "createdAt[lt]"?: string; "createdAt[lte]"?: string; "createdAt[gt]"?: string; "createdAt[gte]"?: string; "createdAt[in]"?: string; "createdAt[notIn]"?: string; "createdAt[isNull]"?: boolean; updatedAt?: string; "updatedAt[ne]"?: string; "updatedAt[lt]"?: string; "updatedAt[lte]"?: string; "updatedAt[gt]"?: string; "updatedAt[gte]"?: string; "updatedAt[in]"?: string; "updatedAt[notIn]"?: string; "updatedAt[isNull]"?: boolean; changedAt?: string; "changedAt[ne]"?: string; "changedAt[lt]"?: string; "changedAt[lte]"?: string; "changedAt[gt]"?: string; "changedAt[gte]"?: string; "changedAt[in]"?: string; "changedAt[notIn]"?: string; "changedAt[isNull]"?: boolean; after?: string; before?: string; page?: number; limit?: number; tag?: string; owner?: string; sortBy?: "createdAt" | "updatedAt" | "title" | "views" | "likes"; direction?: "ASC" | "DESC"; publishedAfter?: string; publishedBefore?: string; include?: string; fields?: string; actions?: boolean }; response: Schemas["ListedArticle"][] }
    post: { body: Schemas["NewArticle"]; response: Schemas["Article"] }
  }
  "/api/articles/actions": {
    get: { response: string[] }
    post: { body: { ids: string[]; action: string }; response: ({ id: string; status: number; code: string | null })[] }
  }
  "/api/articles/by-slug/{slug}": {
    get: { params: { slug: string }; query?: { include?: string; fields?: string; actions?: boolean }; response: Schemas["Article"] }
  }
  "/api/articles/counts": {
    get: { query: { by: "status"; where?: string; query?: string; id?: string; "id[ne]"?: string; "id[in]"?: string; "id[notIn]"?: string; "id[isNull]"?: boolean; title?: string; "title[ne]"?: string; "title[in]"?: string; "title[notIn]"?: string; "title[contains]"?: string; "title[startsWith]"?: string; "title[isNull]"?: boolean; slug?: string; "slug[ne]"?: string; "slug[in]"?: string; "slug[notIn]"?: string; "slug[contains]"?: string; "slug[startsWith]"?: string; "slug[isNull]"?: boolean; status?: "DRAFT" | "REVIEW" | "PUBLISHED" | "ARCHIVED" | "DELETED"; "status[ne]"?: "DRAFT" | "REVIEW" | "PUBLISHED" | "ARCHIVED" | "DELETED"; "status[in]"?: string; "status[notIn]"?: string; "status[isNull]"?: boolean; tags?: string; "tags[hasAny]"?: string; "tags[hasAll]"?: string; "tags[isEmpty]"?: boolean; ownerId?: string; "ownerId[ne]"?: string; "ownerId[in]"?: string; "ownerId[notIn]"?: string; "ownerId[isNull]"?: boolean; likes?: number; "likes[ne]"?: number; "likes[lt]"?: number; "likes[lte]"?: number; "likes[gt]"?: number; "likes[gte]"?: number; "likes[in]"?: string; "likes[notIn]"?: string; "likes[isNull]"?: boolean; views?: number; "views[ne]"?: number; "views[lt]"?: number; "views[lte]"?: number; "views[gt]"?: number; "views[gte]"?: number; "views[in]"?: string; "views[notIn]"?: string; "views[isNull]"?: boolean; publishedAt?: string; "publishedAt[ne]"?: string; "publishedAt[lt]"?: string; "publishedAt[lte]"?: string; "publishedAt[gt]"?: string; "publishedAt[gte]"?: string; "publishedAt[in]"?: string; "publishedAt[notIn]"?: string; "publishedAt[isNull]"?: boolean; createdAt?: string; "createdAt[ne]"?: string; "createdAt[lt]"?: string; "createdAt[lte]"?: string; "createdAt[gt]"?: string; "createdAt[gte]"?: string; "createdAt[in]"?: string; "createdAt[notIn]"?: string; "createdAt[isNull]"?: boolean; updatedAt?: string; "updatedAt[ne]"?: string; "updatedAt[lt]"?: string; "updatedAt[lte]"?: string; "updatedAt[gt]"?: string; "updatedAt[gte]"?: string; "updatedAt[in]"?: string; "updatedAt[notIn]"?: string; "updatedAt[isNull]"?: boolean; changedAt?: string; "changedAt[ne]"?: string; "changedAt[lt]"?: string; "changedAt[lte]"?: string; "changedAt[gt]"?: string; "changedAt[gte]"?: string; "changedAt[in]"?: string; "changedAt[notIn]"?: string; "changedAt[isNull]"?: boolean; tag?: string; owner?: string; publishedAfter?: string; publishedBefore?: string }; response: Schemas["ValueCount"][] }
  }
  "/api/articles/{id}": {
    get: { params: { id: string }; query?: { include?: string; fields?: string; actions?: boolean }; response: Schemas["Article"] }
    patch: { params: { id: string }; body: Schemas["ArticlePatch"]; response: Schemas["Article"] | undefined }
    delete: { params: { id: string }; response: undefined }
  }
  "/api/articles/{id}/actions": {
    get: { params: { id: string }; response: string[] }
  }
  "/api/articles/{id}/comments": {
    get: { params: { id: string }; query?: { where?: string; query?: string; sort?: string; id?: string; "id[ne]"?: string; "id[in]"?: string; "id[notIn]"?: string; "id[isNull]"?: boolean; authorId?: string; "authorId[ne]"?: string; "authorId[in]"?: string; "authorId[notIn]"?: string; "authorId[isNull]"?: boolean; articleId?: string; "articleId[ne]"?: string; "articleId[in]"?: string; "articleId[notIn]"?: string; "articleId[isNull]"?: boolean; createdAt?: string; "createdAt[ne]"?: string; "createdAt[lt]"?: string; "createdAt[lte]"?: string; "createdAt[gt]"?: string; "createdAt[gte]"?: string; "createdAt[in]"?: string; "createdAt[notIn]"?: string; "createdAt[isNull]"?: boolean; updatedAt?: string; "updatedAt[ne]"?: string; "updatedAt[lt]"?: string; "updatedAt[lte]"?: string; "updatedAt[gt]"?: string; "updatedAt[gte]"?: string; "updatedAt[in]"?: string; "updatedAt[notIn]"?: string; "updatedAt[isNull]"?: boolean; changedAt?: string; "changedAt[ne]"?: string; "changedAt[lt]"?: string; "changedAt[lte]"?: string; "changedAt[gt]"?: string; "changedAt[gte]"?: string; "changedAt[in]"?: string; "changedAt[notIn]"?: string; "changedAt[isNull]"?: boolean; after?: string; before?: string; page?: number; limit?: number; include?: string; fields?: string; actions?: boolean }; response: Schemas["Comment"][] }
    post: { params: { id: string }; body: Schemas["NewComment"]; response: Schemas["Comment"] }
  }
  "/api/articles/{id}/draft": {
    get: { params: { id: string }; response: Schemas["ArticleDraft"] }
    put: { params: { id: string }; body: Schemas["ArticleDraftBody"]; response: Schemas["ArticleDraft"] | undefined }
    patch: { params: { id: string }; body: Schemas["ArticleDraftBody"]; response: Schemas["ArticleDraft"] | undefined }
    delete: { params: { id: string }; response: undefined }
  }
  "/api/articles/{id}/draft/application": {
    post: { params: { id: string }; response: Schemas["Article"] | undefined }
  }
  "/api/articles/{id}/like": {
    put: { params: { id: string }; response: undefined }
    delete: { params: { id: string }; response: undefined }
  }
  "/api/articles/{id}/revisions": {
    get: { params: { id: string }; query?: { page?: number; limit?: number }; response: Schemas["ListedRevision"][] }
  }
  "/api/articles/{id}/revisions/{revision}": {
    get: { params: { id: string; revision: string }; response: Schemas["Revision"] }
  }
  "/api/articles/{id}/revisions/{revision}/restoration": {
    post: { params: { id: string; revision: string }; response: Schemas["Article"] | undefined }
  }
  "/api/articles/{id}/schedule": {
    put: { params: { id: string }; body: Schemas["Schedule"]; response: Schemas["Article"] | undefined }
    delete: { params: { id: string }; response: undefined }
  }
  "/api/articles/{id}/stats": {
    get: { params: { id: string }; response: Schemas["ArticleStats"] }
  }
  "/api/audit-log": {
    get: { query?: { page?: number; limit?: number; after?: string; before?: string; actorId?: string; resource?: string; resourceId?: string; action?: string; from?: string; to?: string }; response: Schemas["AuditEntry"][] }
  }
  "/api/categories": {
    get: { query?: { where?: string; sort?: string; id?: string; "id[ne]"?: string; "id[in]"?: string; "id[notIn]"?: string; "id[isNull]"?: boolean; name?: string; "name[ne]"?: string; "name[in]"?: string; "name[notIn]"?: string; "name[contains]"?: string; "name[startsWith]"?: string; "name[isNull]"?: boolean; after?: string; before?: string; page?: number; limit?: number; sortBy?: "createdAt"; direction?: "ASC" | "DESC"; fields?: string; actions?: boolean }; response: Schemas["Category"][] }
    post: { body: Schemas["NewCategory"]; response: Schemas["Category"] }
  }
  "/api/categories/actions": {
    get: { response: string[] }
  }
  "/api/categories/{id}": {
    get: { params: { id: string }; query?: { fields?: string; actions?: boolean }; response: Schemas["Category"] }
  }
  "/api/categories/{id}/actions": {
    get: { params: { id: string }; response: string[] }
  }
  "/api/comments": {
    get: { query?: { where?: string; query?: string; sort?: string; id?: string; "id[ne]"?: string; "id[in]"?: string; "id[notIn]"?: string; "id[isNull]"?: boolean; authorId?: string; "authorId[ne]"?: string; "authorId[in]"?: string; "authorId[notIn]"?: string; "authorId[isNull]"?: boolean; articleId?: string; "articleId[ne]"?: string; "articleId[in]"?: string; "articleId[notIn]"?: string; "articleId[isNull]"?: boolean; createdAt?: string; "createdAt[ne]"?: string; "createdAt[lt]"?: string; "createdAt[lte]"?: string; "createdAt[gt]"?: string; "createdAt[gte]"?: string; "createdAt[in]"?: string; "createdAt[notIn]"?: string; "createdAt[isNull]"?: boolean; updatedAt?: string; "updatedAt[ne]"?: string; "updatedAt[lt]"?: string; "updatedAt[lte]"?: string; "updatedAt[gt]"?: string; "updatedAt[gte]"?: string; "updatedAt[in]"?: string; "updatedAt[notIn]"?: string; "updatedAt[isNull]"?: boolean; changedAt?: string; "changedAt[ne]"?: string; "changedAt[lt]"?: string; "changedAt[lte]"?: string; "changedAt[gt]"?: string; "changedAt[gte]"?: string; "changedAt[in]"?: string; "changedAt[notIn]"?: string; "changedAt[isNull]"?: boolean; after?: string; before?: string; page?: number; limit?: number; include?: string; fields?: string; actions?: boolean }; response: Schemas["Comment"][] }
  }
  "/api/comments/actions": {
    get: { response: string[] }
    post: { body: { ids: string[]; action: string }; response: ({ id: string; status: number; code: string | null })[] }
  }
  "/api/comments/{id}": {
    get: { params: { id: string }; query?: { include?: string; fields?: string; actions?: boolean }; response: Schemas["Comment"] }
    patch: { params: { id: string }; body: Schemas["CommentPatch"]; response: Schemas["Comment"] | undefined }
    delete: { params: { id: string }; response: undefined }
  }
  "/api/comments/{id}/actions": {
    get: { params: { id: string }; response: string[] }
  }
  "/api/dead-letters": {
    get: { query?: { page?: number; limit?: number }; response: Schemas["WebhookDelivery"][] }
  }
  "/api/dead-letters/{id}/replay": {
    post: { params: { id: string }; response: Schemas["WebhookDelivery"] | undefined }
  }
  "/api/handler-dead-letters": {
    get: { query?: { page?: number; limit?: number }; response: Schemas["HandlerDeadLetter"][] }
  }
  "/api/handler-dead-letters/{id}/retry": {
    post: { params: { id: string }; response: undefined }
  }
  "/api/me": {
    get: { response: Schemas["Account"] }
    patch: { body: Schemas["AccountPatch"]; response: Schemas["Account"] | undefined }
  }
  "/api/me/email-confirmation": {
    post: { body: Schemas["EmailConfirmation"]; response: undefined }
  }
  "/api/me/export": {
    get: { response: Schemas["DataExport"] }
    post: { response: Schemas["DataExport"] }
  }
  "/api/me/following/{id}": {
    put: { params: { id: number }; response: undefined }
    delete: { params: { id: number }; response: undefined }
  }
  "/api/me/password": {
    post: { body: Schemas["PasswordChange"]; response: undefined }
  }
  "/api/me/permissions": {
    get: { response: string[] }
  }
  "/api/me/preferences": {
    get: { response: Schemas["Preferences"] }
    patch: { body: Schemas["PreferencesPatch"]; response: Schemas["Preferences"] | undefined }
  }
  "/api/me/second-factor": {
    get: { response: Schemas["SecondFactor"] }
    post: { body: Schemas["SecondFactorEnabling"]; response: Schemas["NewSecondFactor"] }
  }
  "/api/me/second-factor/confirmation": {
    post: { body: Schemas["SecondFactorConfirmation"]; response: Schemas["RecoveryCodes"] }
  }
  "/api/me/second-factor/recovery-codes": {
    post: { body: Schemas["SecondFactorProof"]; response: Schemas["RecoveryCodes"] }
  }
  "/api/me/second-factor/removal": {
    post: { body: Schemas["SecondFactorProof"]; response: undefined }
  }
  "/api/me/sessions": {
    get: { response: Schemas["Session"][] }
    delete: { response: undefined }
  }
  "/api/me/sessions/{id}": {
    delete: { params: { id: string }; response: undefined }
  }
  "/api/me/settings": {
    get: { response: Schemas["Settings"] }
    patch: { body: Schemas["SettingsPatch"]; response: Schemas["Settings"] | undefined }
  }
  "/api/model": {
    get: { response: Schemas["ContentModel"] }
  }
  "/api/model/schema.json": {
    get: { response: Record<string, unknown> }
  }
  "/api/oauth-clients": {
    get: { query?: { page?: number; limit?: number }; response: Schemas["OAuthClient"][] }
    post: { body: Schemas["NewOAuthClient"]; response: Schemas["CreatedOAuthClient"] }
  }
  "/api/oauth-clients/{id}": {
    get: { params: { id: string }; response: Schemas["OAuthClient"] }
    delete: { params: { id: string }; response: undefined }
  }
  "/api/oauth-clients/{id}/secret": {
    post: { params: { id: string }; response: Schemas["CreatedOAuthClient"] | undefined }
  }
  "/api/products": {
    get: { query?: { where?: string; query?: string; sort?: string; id?: string; "id[ne]"?: string; "id[in]"?: string; "id[notIn]"?: string; "id[isNull]"?: boolean; title?: string; "title[ne]"?: string; "title[in]"?: string; "title[notIn]"?: string; "title[contains]"?: string; "title[startsWith]"?: string; "title[isNull]"?: boolean; price?: number; "price[ne]"?: number; "price[lt]"?: number; "price[lte]"?: number; "price[gt]"?: number; "price[gte]"?: number; "price[in]"?: string; "price[notIn]"?: string; "price[isNull]"?: boolean; stock?: number; "stock[ne]"?: number; "stock[lt]"?: number; "stock[lte]"?: number; "stock[gt]"?: number; "stock[gte]"?: number; "stock[in]"?: string; "stock[notIn]"?: string; "stock[isNull]"?: boolean; categoryId?: string; "categoryId[ne]"?: string; "categoryId[in]"?: string; "categoryId[notIn]"?: string; "categoryId[isNull]"?: boolean; createdAt?: string; "createdAt[ne]"?: string; "createdAt[lt]"?: string; "createdAt[lte]"?: string; "createdAt[gt]"?: string; "createdAt[gte]"?: string; "createdAt[in]"?: string; "createdAt[notIn]"?: string; "createdAt[isNull]"?: boolean; after?: string; before?: string; page?: number; limit?: number; category?: string; sortBy?: "createdAt"; direction?: "ASC" | "DESC"; include?: string; fields?: string; actions?: boolean }; response: Schemas["Product"][] }
    post: { body: Schemas["NewProduct"]; response: Schemas["Product"] }
  }
  "/api/products/actions": {
    get: { response: string[] }
    post: { body: { ids: string[]; action: string }; response: ({ id: string; status: number; code: string | null })[] }
  }
  "/api/products/by-ref/{ref}": {
    put: { params: { ref: string }; body: { title?: string; description?: string | null; price?: number; stock?: number; categoryId?: string }; response: Schemas["Product"] | undefined }
  }
  "/api/products/{id}": {
    get: { params: { id: string }; query?: { include?: string; fields?: string; actions?: boolean }; response: Schemas["Product"] }
    patch: { params: { id: string }; body: Schemas["ProductPatch"]; response: Schemas["Product"] | undefined }
    delete: { params: { id: string }; response: undefined }
  }
  "/api/products/{id}/actions": {
    get: { params: { id: string }; response: string[] }
  }
  "/api/search": {
    get: { query: { query: string; types?: string; where?: string; page?: number; limit?: number }; response: Schemas["SearchHit"][] }
  }
  "/api/search/counts": {
    get: { query: { query: string; types?: string; where?: string }; response: Schemas["ValueCount"][] }
  }
  "/api/status": {
    get: { response: Schemas["ServiceStatus"] }
  }
  "/api/users": {
    get: { query?: { where?: string; query?: string; sort?: string; id?: string; "id[ne]"?: string; "id[in]"?: string; "id[notIn]"?: string; "id[isNull]"?: boolean; name?: string; "name[ne]"?: string; "name[in]"?: string; "name[notIn]"?: string; "name[contains]"?: string; "name[startsWith]"?: string; "name[isNull]"?: boolean; username?: string; "username[ne]"?: string; "username[in]"?: string; "username[notIn]"?: string; "username[contains]"?: string; "username[startsWith]"?: string; "username[isNull]"?: boolean; email?: string; "email[ne]"?: string; "email[in]"?: string; "email[notIn]"?: string; "email[contains]"?: string; "email[startsWith]"?: string; "email[isNull]"?: boolean; status?: "ACTIVE" | "INACTIVE" | "SUSPENDED"; "status[ne]"?: "ACTIVE" | "INACTIVE" | "SUSPENDED"; "status[in]"?: string; "status[notIn]"?: string; "status[isNull]"?: boolean; age?: number; "age[ne]"?: number; "age[lt]"?: number; "age[lte]"?: number; "age[gt]"?: number; "age[gte]"?: number; "age[in]"?: string; "age[notIn]"?: string; "age[isNull]"?: boolean; role?: "GUEST" | "READER" | "AUTHOR" | "EDITOR" | "ADMIN"; "role[ne]"?: "GUEST" | "READER" | "AUTHOR" | "EDITOR" | "ADMIN"; "role[in]"?: string; "role[notIn]"?: string; "role[isNull]"?: boolean; createdAt?: string; "createdAt[ne]"?: string; "createdAt[lt]"?: string; "createdAt[lte]"?: string; "createdAt[gt]"?: string; "createdAt[gte]"?: string; "createdAt[in]"?: string; "createdAt[notIn]"?: string; "createdAt[isNull]"?: boolean; updatedAt?: string; "updatedAt[ne]"?: string; "updatedAt[lt]"?: string; "updatedAt[lte]"?: string; "updatedAt[gt]"?: string; "updatedAt[gte]"?: string; "updatedAt[in]"?: string; "updatedAt[notIn]"?: string; "updatedAt[isNull]"?: boolean; changedAt?: string; "changedAt[ne]"?: string; "changedAt[lt]"?: string; "changedAt[lte]"?: string; "changedAt[gt]"?: string; "changedAt[gte]"?: string; "changedAt[in]"?: string; "changedAt[notIn]"?: string; "changedAt[isNull]"?: boolean; after?: string; before?: string; page?: number; limit?: number; deleted?: "true" | "false"; fields?: string; actions?: boolean }; response: Schemas["User"][] }
    post: { body: Schemas["NewUser"]; response: Schemas["User"] }
  }
  "/api/users/actions": {
    get: { response: string[] }
    post: { body: { ids: (number | string)[]; action: string }; response: ({ id: number | string; status: number; code: string | null })[] }
  }
  "/api/users/counts": {
    get: { query: { by: "status" | "role"; where?: string; query?: string; id?: string; "id[ne]"?: string; "id[in]"?: string; "id[notIn]"?: string; "id[isNull]"?: boolean; name?: string; "name[ne]"?: string; "name[in]"?: string; "name[notIn]"?: string; "name[contains]"?: string; "name[startsWith]"?: string; "name[isNull]"?: boolean; username?: string; "username[ne]"?: string; "username[in]"?: string; "username[notIn]"?: string; "username[contains]"?: string; "username[startsWith]"?: string; "username[isNull]"?: boolean; email?: string; "email[ne]"?: string; "email[in]"?: string; "email[notIn]"?: string; "email[contains]"?: string; "email[startsWith]"?: string; "email[isNull]"?: boolean; status?: "ACTIVE" | "INACTIVE" | "SUSPENDED"; "status[ne]"?: "ACTIVE" | "INACTIVE" | "SUSPENDED"; "status[in]"?: string; "status[notIn]"?: string; "status[isNull]"?: boolean; age?: number; "age[ne]"?: number; "age[lt]"?: number; "age[lte]"?: number; "age[gt]"?: number; "age[gte]"?: number; "age[in]"?: string; "age[notIn]"?: string; "age[isNull]"?: boolean; role?: "GUEST" | "READER" | "AUTHOR" | "EDITOR" | "ADMIN"; "role[ne]"?: "GUEST" | "READER" | "AUTHOR" | "EDITOR" | "ADMIN"; "role[in]"?: string; "role[notIn]"?: string; "role[isNull]"?: boolean; createdAt?: string; "createdAt[ne]"?: string; "createdAt[lt]"?: string; "createdAt[lte]"?: string; "createdAt[gt]"?: string; "createdAt[gte]"?: string; "createdAt[in]"?: string; "createdAt[notIn]"?: string; "createdAt[isNull]"?: boolean; updatedAt?: string; "updatedAt[ne]"?: string; "updatedAt[lt]"?: string; "updatedAt[lte]"?: string; "updatedAt[gt]"?: string; "updatedAt[gte]"?: string; "updatedAt[in]"?: string; "updatedAt[notIn]"?: string; "updatedAt[isNull]"?: boolean; changedAt?: string; "changedAt[ne]"?: string; "changedAt[lt]"?: string; "changedAt[lte]"?: string; "changedAt[gt]"?: string; "changedAt[gte]"?: string; "changedAt[in]"?: string; "changedAt[notIn]"?: string; "changedAt[isNull]"?: boolean; deleted?: "true" | "false" }; response: Schemas["ValueCount"][] }
  }
  "/api/users/invitations": {
    post: { body: Schemas["Invitation"]; response: Schemas["User"] }
  }
  "/api/users/password-resets": {
    post: { body: Schemas["PasswordResetRequest"]; response: undefined }
  }
  "/api/users/passwords": {
    post: { body: Schemas["NewPassword"]; response: undefined }
  }
  "/api/users/{id}": {
    get: { params: { id: number }; query?: { fields?: string; actions?: boolean }; response: Schemas["User"] }
    put: { params: { id: number }; body: Schemas["ReplacedUser"]; response: Schemas["User"] | undefined }
    patch: { params: { id: number }; body: Schemas["UserPatch"]; response: Schemas["User"] | undefined }
    delete: { params: { id: number }; response: undefined }
  }
  "/api/users/{id}/access": {
    get: { params: { id: number }; response: Schemas["UserAccess"] }
    patch: { params: { id: number }; body: Schemas["UserAccessPatch"]; response: Schemas["UserAccess"] | undefined }
  }
  "/api/users/{id}/actions": {
    get: { params: { id: number }; response: string[] }
  }
  "/api/users/{id}/erasure": {
    post: { params: { id: number }; body: Schemas["Erasure"]; response: undefined }
  }
  "/api/users/{id}/second-factor": {
    delete: { params: { id: number }; response: undefined }
  }
  "/api/users/{id}/sessions": {
    get: { params: { id: number }; response: Schemas["Session"][] }
  }
  "/api/users/{id}/sessions/{session}": {
    delete: { params: { id: number; session: string }; response: undefined }
  }
  "/api/webhooks": {
    get: { query?: { page?: number; limit?: number }; response: Schemas["Webhook"][] }
    post: { body: Schemas["NewWebhook"]; response: Schemas["CreatedWebhook"] }
  }
  "/api/webhooks/{id}": {
    get: { params: { id: string }; response: Schemas["Webhook"] }
    patch: { params: { id: string }; body: Schemas["WebhookPatch"]; response: Schemas["Webhook"] | undefined }
    delete: { params: { id: string }; response: undefined }
  }
  "/api/webhooks/{id}/deliveries": {
    get: { params: { id: string }; query?: { page?: number; limit?: number }; response: Schemas["WebhookDelivery"][] }
  }
  "/api/webhooks/{id}/secret": {
    post: { params: { id: string }; response: Schemas["CreatedWebhook"] | undefined }
  }
  "/api/webhooks/{id}/test": {
    post: { params: { id: string }; response: Schemas["WebhookDelivery"] | undefined }
  }
}
