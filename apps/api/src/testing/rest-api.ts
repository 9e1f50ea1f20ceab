// Made of the OpenAPI document by openapi-typescript; npx vitest run -u generated-types makes it anew.

export interface paths {
  '/api/users': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List users
     * @description Newest first. Without `users:read` on others it holds oneself alone.
     */
    get: operations['users']
    put?: never
    /**
     * Create a user
     * @description Without a password: they can sign in once an invitation or a reset has set one.
     */
    post: operations['createUser']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/users/{id}': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Given by the service. */
        id: number
      }
      cookie?: never
    }
    /** Get a user */
    get: operations['user']
    /**
     * Replace a user, or create one of this id
     * @description With `If-None-Match: *` it only creates, with `If-Match` it only replaces.
     */
    put: operations['putUser']
    post?: never
    /**
     * Delete a user for good
     * @description The account goes; what the user wrote stays, and belongs to `ghost`.
     */
    delete: operations['deleteUser']
    options?: never
    head?: never
    /**
     * Change parts of a user
     * @description `deleted: true` hides the user and ends what they have signed in to; `false` restores.
     */
    patch: operations['updateUser']
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    /** @description How the policy decides, and why. */
    AccessExplanation: {
      /**
       * @description What was asked about.
       * @enum {string}
       */
      permission:
        | 'articles:read'
        | 'articles:write'
        | 'articles:publish'
        | 'articles:delete'
        | 'comments:read'
        | 'comments:write'
        | 'comments:delete'
        | 'users:read'
        | 'users:write'
        | 'users:delete'
        | 'products:read'
        | 'products:write'
        | 'api-keys:read'
        | 'api-keys:write'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'audit:read'
      /**
       * @description What the policy decides.
       * @enum {string}
       */
      decision: 'ALLOW' | 'DENY'
      /** @description Why, in a word. */
      reason: string
      /** @description What it looked at. */
      rules: components['schemas']['ExplainedRule'][]
      /** @description What would have to be different for an ALLOW. */
      missing: string[]
      /** @description All of it, a line per rule. */
      text: string
    }
    /** @description One’s own account. */
    Account: {
      /**
       * @description The id of a user, in decimal.
       * @example 7
       */
      id: string
      /**
       * @description 2 to 64 of `A-Z a-z 0-9 . _ -`, unique without regard to case.
       * @example ada
       */
      username: string
      /**
       * @description 1 to 200 characters, no control characters.
       * @example Ada Lovelace
       */
      name: string
      /**
       * Format: email
       * @description Unique without regard to case.
       * @example ada@example.org
       */
      email: string
      /**
       * Format: int32
       * @description Null where it is not known.
       */
      age: number | null
      /**
       * @description What they may do.
       * @enum {string}
       */
      role: 'GUEST' | 'READER' | 'AUTHOR' | 'EDITOR' | 'ADMIN'
      /**
       * @description Only who is ACTIVE can sign in.
       * @enum {string}
       */
      status: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED'
      /** @description What they may do beside what their role allows. */
      permissions: string[]
      profile: components['schemas']['Profile']
      settings: components['schemas']['Settings']
      preferences: components['schemas']['Preferences']
      /**
       * Format: date-time
       * @description Since when they have it. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
      /**
       * Format: date-time
       * @description When it was last changed; null until then. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      updatedAt: string | null
    }
    /**
     * @description What is absent stays as it is.
     * @example {
     *       "profile": {
     *         "location": "Lisbon"
     *       }
     *     }
     */
    AccountPatch: {
      /**
       * @description 2 to 64 of `A-Z a-z 0-9 . _ -`, unique without regard to case.
       * @example ada
       */
      username?: string
      /**
       * @description 1 to 200 characters, no control characters.
       * @example Ada Lovelace
       */
      name?: string
      /**
       * Format: email
       * @description Unique without regard to case.
       * @example ada@example.org
       */
      email?: string
      /**
       * Format: int32
       * @description Null where it is not known.
       */
      age?: number | null
      /** @description What is absent stays as it is; null clears it. */
      profile?: {
        /** @description About oneself. */
        bio?: string | null
        /**
         * Format: uri
         * @description A picture: an http or https address.
         */
        avatar?: string | null
        /**
         * Format: uri
         * @description A site: an http or https address.
         */
        website?: string | null
        /** @description Where one is. */
        location?: string | null
      }
    }
    /** @description What is told of a key: never the key itself. */
    ApiKey: {
      /**
       * Format: uuid
       * @description The id of the key, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /**
       * @description 1 to 100 characters, no control characters.
       * @example my script
       */
      name: string
      /**
       * @description Permissions that the caller holds: what the key may do at most.
       * @example [
       *       "articles:read",
       *       "users:read"
       *     ]
       */
      scopes: string[]
      /**
       * Format: date-time
       * @description Until when it works; null: for ever. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      expiresAt: string | null
      /**
       * Format: date-time
       * @description When it was made. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
      /**
       * Format: date-time
       * @description When it was last used, to the minute. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      lastUsedAt: string | null
    }
    /** @description An article. Its counters are at `/api/articles/{id}/stats`. */
    Article: {
      /**
       * Format: uuid
       * @description The id of the article, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /**
       * @description 1 to 300 characters, no control characters.
       * @example Letters from the print shop
       */
      title: string
      /** @description Follows the content unless it was given. */
      excerpt: string
      /**
       * @description Where in the publish workflow it is.
       * @enum {string}
       */
      status: 'DRAFT' | 'REVIEW' | 'PUBLISHED' | 'ARCHIVED' | 'DELETED'
      /**
       * @description At most 20, of 1 to 50 characters each.
       * @example [
       *       "printing",
       *       "history"
       *     ]
       */
      tags: string[]
      owner: components['schemas']['Person']
      /**
       * Format: int32
       * @description Moves with every change.
       */
      version: number
      /**
       * Format: date-time
       * @description When it was made. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
      /**
       * Format: date-time
       * @description When it was last changed; null until then. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      updatedAt: string | null
      /**
       * Format: date-time
       * @description When it was first published. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      publishedAt: string | null
      /**
       * Format: date-time
       * @description When it is going to be published. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      scheduledFor: string | null
      /** @description Markdown of 1 to 500,000 characters, kept verbatim. */
      content: string
    }
    /** @description A hit; all of it is at its own address. */
    ArticleHit: {
      /**
       * @description What was found.
       * @constant
       */
      type: 'ARTICLE'
      /** @description How well it matches; the higher the better. */
      score: number
      /**
       * Format: uuid
       * @description The id of the article, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /** @description Its title. */
      title: string
      /** @description Its excerpt. */
      excerpt: string
    }
    /**
     * @description What is absent stays as it is.
     * @example {
     *       "status": "PUBLISHED"
     *     }
     */
    ArticlePatch: {
      /**
       * @description 1 to 300 characters, no control characters.
       * @example Letters from the print shop
       */
      title?: string
      /** @description Markdown of 1 to 500,000 characters, kept verbatim. */
      content?: string
      /** @description Null makes it follow the content. */
      excerpt?: string | null
      /**
       * @description At most 20, of 1 to 50 characters each.
       * @example [
       *       "printing",
       *       "history"
       *     ]
       */
      tags?: string[]
      /**
       * @description Where in the publish workflow it is.
       * @enum {string}
       */
      status?: 'DRAFT' | 'REVIEW' | 'PUBLISHED' | 'ARCHIVED' | 'DELETED'
    }
    /** @description What every reader moves. */
    ArticleStats: {
      /**
       * Format: int64
       * @description How often it was read by others than its owner.
       */
      views: number
      /**
       * Format: int64
       * @description How many users like it.
       */
      likes: number
      /**
       * Format: int64
       * @description How many comments it has.
       */
      commentCount: number
    }
    /** @description What products are sorted into. Its products are at `/api/products?category={id}`. */
    Category: {
      /**
       * Format: uuid
       * @description The id of the category, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /**
       * @description 1 to 100 characters, unique without regard to case.
       * @example Books
       */
      name: string
    }
    /** @description What somebody said about a published article. */
    Comment: {
      /**
       * Format: uuid
       * @description The id of the comment, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /**
       * @description 1 to 10,000 characters.
       * @example Well said.
       */
      content: string
      author: components['schemas']['Person']
      /** @description The article that it is about. */
      article: {
        /**
         * Format: uuid
         * @description The id of the article, a UUIDv7.
         * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
         */
        id: string
      }
      /**
       * Format: int32
       * @description Moves with every change.
       */
      version: number
      /**
       * Format: date-time
       * @description When it was written. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
      /**
       * Format: date-time
       * @description When it was last changed; null until then. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      updatedAt: string | null
    }
    /** @description A hit; all of it is at its own address. */
    CommentHit: {
      /**
       * @description What was found.
       * @constant
       */
      type: 'COMMENT'
      /** @description How well it matches; the higher the better. */
      score: number
      /**
       * Format: uuid
       * @description The id of the comment, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /** @description What it says. */
      content: string
      /**
       * Format: uuid
       * @description The id of the article that it is about, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      articleId: string
    }
    /** @description What is absent stays as it is. */
    CommentPatch: {
      /**
       * @description 1 to 10,000 characters.
       * @example Well said.
       */
      content?: string
    }
    /** @description A new key, with the key itself. */
    CreatedApiKey: {
      /**
       * Format: uuid
       * @description The id of the key, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /**
       * @description 1 to 100 characters, no control characters.
       * @example my script
       */
      name: string
      /**
       * @description Permissions that the caller holds: what the key may do at most.
       * @example [
       *       "articles:read",
       *       "users:read"
       *     ]
       */
      scopes: string[]
      /**
       * Format: date-time
       * @description Until when it works; null: for ever. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      expiresAt: string | null
      /**
       * Format: date-time
       * @description When it was made. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
      /**
       * Format: date-time
       * @description When it was last used, to the minute. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      lastUsedAt: string | null
      /** @description What goes into `X-API-Key`. Shown this once. */
      key: string
    }
    /** @description A new webhook, with its secret. */
    CreatedWebhook: {
      /**
       * Format: uuid
       * @description The id of the webhook, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /**
       * Format: uri
       * @description An http or https address that takes POST.
       * @example https://events.example/in
       */
      url: string
      /**
       * @description What is to be sent, as far as the owner may read it.
       * @example [
       *       "article.published",
       *       "comment.created"
       *     ]
       */
      events: (
        | 'article.created'
        | 'article.updated'
        | 'article.published'
        | 'article.unpublished'
        | 'article.deleted'
        | 'article.restored'
        | 'comment.created'
        | 'comment.updated'
        | 'comment.deleted'
        | 'user.created'
        | 'user.updated'
        | 'user.deleted'
        | 'user.restored'
        | 'product.created'
        | 'product.updated'
        | 'product.deleted'
        | 'category.created'
      )[]
      /** @description Nothing is sent to one that is not. */
      enabled: boolean
      /**
       * Format: date-time
       * @description When it was made. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
      /**
       * Format: int32
       * @description Moves with every change.
       */
      version: number
      /** @description Checks the signatures of what is sent (Standard Webhooks). Shown this once. */
      secret: string
    }
    /** @description A rule of the policy that was looked at. */
    ExplainedRule: {
      /**
       * @description What it does where it applies.
       * @enum {string}
       */
      effect: 'allow' | 'deny'
      /** @description Where in the policy it stands. */
      path: string
      /** @description The roles by which the user comes by it. */
      via: string[]
      /**
       * @description What came of it.
       * @enum {string}
       */
      outcome: 'applies' | 'does not apply' | 'needs a resource' | 'failed'
      /** @description Its condition in words. */
      condition: string
      /** @description What of the condition does not hold. */
      failing: string[]
    }
    /**
     * @description Who is to have an account; the mail has a link to choose a password.
     * @example {
     *       "email": "ada@example.org",
     *       "role": "AUTHOR"
     *     }
     */
    Invitation: {
      /**
       * Format: email
       * @description Unique without regard to case.
       * @example ada@example.org
       */
      email: string
      /**
       * @description 1 to 200 characters, no control characters.
       * @example Ada Lovelace
       */
      name?: string
      /**
       * @description READER unless given.
       * @enum {string}
       */
      role?: 'GUEST' | 'READER' | 'AUTHOR' | 'EDITOR' | 'ADMIN'
    }
    /** @description An article without its content. */
    ListedArticle: {
      /**
       * Format: uuid
       * @description The id of the article, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /**
       * @description 1 to 300 characters, no control characters.
       * @example Letters from the print shop
       */
      title: string
      /** @description Follows the content unless it was given. */
      excerpt: string
      /**
       * @description Where in the publish workflow it is.
       * @enum {string}
       */
      status: 'DRAFT' | 'REVIEW' | 'PUBLISHED' | 'ARCHIVED' | 'DELETED'
      /**
       * @description At most 20, of 1 to 50 characters each.
       * @example [
       *       "printing",
       *       "history"
       *     ]
       */
      tags: string[]
      owner: components['schemas']['Person']
      /**
       * Format: int32
       * @description Moves with every change.
       */
      version: number
      /**
       * Format: date-time
       * @description When it was made. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
      /**
       * Format: date-time
       * @description When it was last changed; null until then. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      updatedAt: string | null
      /**
       * Format: date-time
       * @description When it was first published. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      publishedAt: string | null
      /**
       * Format: date-time
       * @description When it is going to be published. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      scheduledFor: string | null
    }
    /** @description An earlier version of an article, without its content. */
    ListedRevision: {
      /**
       * Format: uuid
       * @description The id of the revision, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /**
       * @description 1 to 300 characters, no control characters.
       * @example Letters from the print shop
       */
      title: string
      /** @description Follows the content unless it was given. */
      excerpt: string
      /**
       * @description Where in the publish workflow it is.
       * @enum {string}
       */
      status: 'DRAFT' | 'REVIEW' | 'PUBLISHED' | 'ARCHIVED' | 'DELETED'
      /**
       * @description At most 20, of 1 to 50 characters each.
       * @example [
       *       "printing",
       *       "history"
       *     ]
       */
      tags: string[]
      editor: components['schemas']['Person']
      /**
       * Format: date-time
       * @description When an edit replaced it. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
    }
    /**
     * @description A key for a program: what it is called, and what it may do.
     * @example {
     *       "name": "my script",
     *       "scopes": [
     *         "articles:read"
     *       ]
     *     }
     */
    NewApiKey: {
      /**
       * @description 1 to 100 characters, no control characters.
       * @example my script
       */
      name: string
      /**
       * @description Permissions that the caller holds: what the key may do at most.
       * @example [
       *       "articles:read",
       *       "users:read"
       *     ]
       */
      scopes: string[]
      /**
       * Format: date-time
       * @description Until when it works: RFC 3339, in the future.
       */
      expiresAt?: string | null
    }
    /**
     * @description A draft of the caller’s, unless `status` and `authorId` say otherwise.
     * @example {
     *       "title": "Hello",
     *       "content": "My *first* one.",
     *       "tags": [
     *         "first steps"
     *       ]
     *     }
     */
    NewArticle: {
      /**
       * @description 1 to 300 characters, no control characters.
       * @example Letters from the print shop
       */
      title: string
      /** @description Markdown of 1 to 500,000 characters, kept verbatim. */
      content: string
      /** @description Null makes it follow the content. */
      excerpt?: string | null
      /**
       * @description At most 20, of 1 to 50 characters each.
       * @example [
       *       "printing",
       *       "history"
       *     ]
       */
      tags?: string[]
      /**
       * @description Where in the publish workflow it is.
       * @enum {string}
       */
      status?: 'DRAFT' | 'REVIEW' | 'PUBLISHED' | 'ARCHIVED' | 'DELETED'
      /**
       * @description The id of a user, in decimal.
       * @example 7
       */
      authorId?: string
    }
    /** @description A category without products. */
    NewCategory: {
      /**
       * @description 1 to 100 characters, unique without regard to case.
       * @example Books
       */
      name: string
    }
    /** @description What is to be said. */
    NewComment: {
      /**
       * @description 1 to 10,000 characters.
       * @example Well said.
       */
      content: string
    }
    /** @description The token of the mail, and the password. */
    NewPassword: {
      /** @description What came by mail. */
      token: string
      /**
       * Format: password
       * @description At least 15 characters; a few unrelated words are best.
       */
      password: string
    }
    /** @description A product of a category that is there already. */
    NewProduct: {
      /**
       * @description 1 to 300 characters, no control characters.
       * @example A type case
       */
      title: string
      /** @description At most 10,000 characters. */
      description?: string | null
      /**
       * @description In the currency of the shop.
       * @example 12.5
       */
      price: number
      /**
       * Format: int64
       * @description How many there are.
       */
      stock: number
      /**
       * Format: uuid
       * @description The id of a category, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      categoryId: string
    }
    /** @description For the app. Shown this once. */
    NewSecondFactor: {
      /** @description For an app that takes it by hand, in base32. */
      secret: string
      /**
       * Format: uri
       * @description For an app that takes it by a QR code (otpauth).
       */
      uri: string
    }
    /**
     * @description Without a name the service derives one from the email address.
     * @example {
     *       "name": "Ada Lovelace",
     *       "email": "ada@example.org",
     *       "age": 36
     *     }
     */
    NewUser: {
      /**
       * @description 1 to 200 characters, no control characters.
       * @example Ada Lovelace
       */
      name?: string
      /**
       * Format: email
       * @description Unique without regard to case.
       * @example ada@example.org
       */
      email: string
      /**
       * Format: int32
       * @description Null where it is not known.
       */
      age?: number | null
    }
    /** @description An address, and what is to be sent there. */
    NewWebhook: {
      /**
       * Format: uri
       * @description An http or https address that takes POST.
       * @example https://events.example/in
       */
      url: string
      /**
       * @description What is to be sent, as far as the owner may read it.
       * @example [
       *       "article.published",
       *       "comment.created"
       *     ]
       */
      events: (
        | 'article.created'
        | 'article.updated'
        | 'article.published'
        | 'article.unpublished'
        | 'article.deleted'
        | 'article.restored'
        | 'comment.created'
        | 'comment.updated'
        | 'comment.deleted'
        | 'user.created'
        | 'user.updated'
        | 'user.deleted'
        | 'user.restored'
        | 'product.created'
        | 'product.updated'
        | 'product.deleted'
        | 'category.created'
      )[]
    }
    /** @description The current password and the next one. */
    PasswordChange: {
      /**
       * Format: password
       * @description The current password.
       */
      current: string
      /**
       * Format: password
       * @description At least 15 characters; a few unrelated words are best.
       */
      next: string
    }
    /** @description Whose password is to be chosen anew. */
    PasswordResetRequest: {
      /**
       * Format: email
       * @description Unique without regard to case.
       * @example ada@example.org
       */
      email: string
    }
    /**
     * @description Somebody as others see them. What a user wrote who is gone belongs to `ghost`.
     * @example {
     *       "id": "7",
     *       "username": "ada",
     *       "name": "Ada Lovelace"
     *     }
     */
    Person: {
      /**
       * @description The id of a user, in decimal.
       * @example 7
       */
      id: string
      /**
       * @description 2 to 64 of `A-Z a-z 0-9 . _ -`, unique without regard to case.
       * @example ada
       */
      username: string
      /** @description As it is shown. */
      name: string
    }
    /** @description What the user is told of. */
    Preferences: {
      /** @description Whether one gets the newsletter. */
      newsletter: boolean
      /** @description Whether one is told of comments. */
      commentNotifications: boolean
      /** @description Whether one is told of new followers. */
      followNotifications: boolean
    }
    /**
     * @description What is absent stays as it is.
     * @example {
     *       "newsletter": true
     *     }
     */
    PreferencesPatch: {
      /** @description Whether one gets the newsletter. */
      newsletter?: boolean
      /** @description Whether one is told of comments. */
      commentNotifications?: boolean
      /** @description Whether one is told of new followers. */
      followNotifications?: boolean
    }
    /**
     * @description Why it was not done (RFC 9457).
     * @example {
     *       "type": "https://content.example/api/errors/BAD_USER_INPUT",
     *       "title": "The input is not valid",
     *       "status": 422,
     *       "detail": "age: must be <= 150",
     *       "instance": "0198c0de-7a3e-4c4f-9b1d-5f2e8a6c4d10",
     *       "code": "BAD_USER_INPUT",
     *       "error": "age: must be <= 150",
     *       "errors": [
     *         {
     *           "pointer": "/age",
     *           "message": "must be <= 150"
     *         }
     *       ]
     *     }
     */
    Problem: {
      /**
       * Format: uri
       * @description The page of the code: what happened, how to mend it.
       */
      type: string
      /** @description The same for every problem of this code. */
      title: string
      /**
       * Format: int32
       * @description The status of the answer.
       */
      status: number
      /** @description What was wrong, and what to change. */
      detail: string
      /** @description Names the request in the log. */
      instance: string
      /**
       * @description For programs to act on.
       * @enum {string}
       */
      code:
        | 'GRAPHQL_PARSE_FAILED'
        | 'GRAPHQL_VALIDATION_FAILED'
        | 'BAD_REQUEST'
        | 'BAD_USER_INPUT'
        | 'UNAUTHENTICATED'
        | 'FORBIDDEN'
        | 'NOT_FOUND'
        | 'CONFLICT'
        | 'INVALID_TRANSITION'
        | 'IDEMPOTENCY_CONFLICT'
        | 'PRECONDITION_FAILED'
        | 'PAYLOAD_TOO_LARGE'
        | 'QUERY_TOO_COMPLEX'
        | 'PERSISTED_QUERY_NOT_FOUND'
        | 'RATE_LIMITED'
        | 'METHOD_NOT_ALLOWED'
        | 'NOT_ACCEPTABLE'
        | 'UNSUPPORTED_MEDIA_TYPE'
        | 'PRECONDITION_REQUIRED'
        | 'INVALID_TOKEN'
        | 'TIMEOUT'
        | 'UNAVAILABLE'
        | 'INTERNAL_SERVER_ERROR'
      /** @description The same as `detail`. */
      error: string
      /** @description Each value of the body that is wrong. */
      errors: {
        /** @description A JSON Pointer into the body; empty: all of it. */
        pointer: string
        /** @description What is wrong there. */
        message: string
      }[]
    }
    /** @description Something for sale. */
    Product: {
      /**
       * Format: uuid
       * @description The id of the product, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /**
       * @description 1 to 300 characters, no control characters.
       * @example A type case
       */
      title: string
      /** @description At most 10,000 characters. */
      description: string | null
      /**
       * @description In the currency of the shop.
       * @example 12.5
       */
      price: number
      /**
       * Format: int64
       * @description How many there are.
       */
      stock: number
      category: components['schemas']['Category']
      /**
       * Format: int32
       * @description Moves with every change.
       */
      version: number
      /**
       * Format: date-time
       * @description When it was made. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
    }
    /** @description A hit; all of it is at its own address. */
    ProductHit: {
      /**
       * @description What was found.
       * @constant
       */
      type: 'PRODUCT'
      /** @description How well it matches; the higher the better. */
      score: number
      /**
       * Format: uuid
       * @description The id of the product, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /** @description Its title. */
      title: string
      /** @description Its description. */
      description: string | null
    }
    /**
     * @description What is absent stays as it is; `description: null` clears it.
     * @example {
     *       "stock": 3
     *     }
     */
    ProductPatch: {
      /**
       * @description 1 to 300 characters, no control characters.
       * @example A type case
       */
      title?: string
      /** @description At most 10,000 characters. */
      description?: string | null
      /**
       * @description In the currency of the shop.
       * @example 12.5
       */
      price?: number
      /**
       * Format: int64
       * @description How many there are.
       */
      stock?: number
      /**
       * Format: uuid
       * @description The id of a category, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      categoryId?: string
    }
    /** @description What everybody may know; null where nothing is said. */
    Profile: {
      /** @description About oneself. */
      bio: string | null
      /**
       * Format: uri
       * @description A picture: an http or https address.
       */
      avatar: string | null
      /**
       * Format: uri
       * @description A site: an http or https address.
       */
      website: string | null
      /** @description Where one is. */
      location: string | null
    }
    /** @description For who has lost the app. Shown this once. */
    RecoveryCodes: {
      /** @description Each works once. */
      recoveryCodes: string[]
    }
    /**
     * @description The whole user. An `id` has to equal the one in the address; a missing `age` clears it.
     * @example {
     *       "name": "Ada King",
     *       "email": "ada@example.org",
     *       "age": 37
     *     }
     */
    ReplacedUser: {
      /**
       * Format: int32
       * @description Given by the service.
       */
      id?: number
      /**
       * @description 1 to 200 characters, no control characters.
       * @example Ada Lovelace
       */
      name: string
      /**
       * Format: email
       * @description Unique without regard to case.
       * @example ada@example.org
       */
      email: string
      /**
       * Format: int32
       * @description Null where it is not known.
       */
      age?: number | null
    }
    /** @description An earlier version of an article. */
    Revision: {
      /**
       * Format: uuid
       * @description The id of the revision, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /**
       * @description 1 to 300 characters, no control characters.
       * @example Letters from the print shop
       */
      title: string
      /** @description Follows the content unless it was given. */
      excerpt: string
      /**
       * @description Where in the publish workflow it is.
       * @enum {string}
       */
      status: 'DRAFT' | 'REVIEW' | 'PUBLISHED' | 'ARCHIVED' | 'DELETED'
      /**
       * @description At most 20, of 1 to 50 characters each.
       * @example [
       *       "printing",
       *       "history"
       *     ]
       */
      tags: string[]
      editor: components['schemas']['Person']
      /**
       * Format: date-time
       * @description When an edit replaced it. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
      /** @description Markdown of 1 to 500,000 characters, kept verbatim. */
      content: string
    }
    /** @description When the article is going to be published. */
    Schedule: {
      /**
       * Format: date-time
       * @description When to publish it: RFC 3339, in the future.
       * @example 2030-01-01T09:00:00Z
       */
      publishAt: string
    }
    /** @description What was found: `type` says what it is. */
    SearchHit:
      | components['schemas']['ArticleHit']
      | components['schemas']['UserHit']
      | components['schemas']['CommentHit']
      | components['schemas']['ProductHit']
    /** @description What is asked for beside the password. */
    SecondFactor: {
      /** @description Whether a code is asked for. */
      enabled: boolean
      /**
       * Format: date-time
       * @description Since when it is on. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      enabledAt: string | null
      /**
       * Format: int32
       * @description How many recovery codes are unused.
       */
      recoveryCodesLeft: number
    }
    /** @description Proves that the app has the secret. */
    SecondFactorConfirmation: {
      /**
       * @description Six digits of the app.
       * @example 123456
       */
      code: string
    }
    /** @description Proves that it is the user. */
    SecondFactorEnabling: {
      /**
       * Format: password
       * @description The current password.
       */
      password: string
    }
    /** @description Proves that it is the user. */
    SecondFactorProof: {
      /**
       * Format: password
       * @description The current password.
       */
      password: string
      /**
       * @description Six digits of the app, or a recovery code.
       * @example 123456
       */
      code: string
    }
    /** @description A program that acts for the user by OAuth 2.0. */
    Session: {
      /**
       * Format: uuid
       * @description The id of the session, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /** @description The `client_id` of the program. */
      clientId: string
      /** @description What the program is called. */
      clientName: string
      /** @description What it may do. */
      scopes: string[]
      /**
       * Format: date-time
       * @description Since when. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
      /**
       * Format: date-time
       * @description When it last had a new token. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      lastUsedAt: string
      /**
       * Format: date-time
       * @description Until when, unless it is used. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      expiresAt: string
    }
    /** @description How the service speaks to the user. */
    Settings: {
      /**
       * @description A language tag such as `en-GB`.
       * @example en-GB
       */
      locale: string
      /**
       * @description A time zone such as `Europe/Berlin`.
       * @example Europe/Berlin
       */
      timezone: string
      /**
       * @description The look that one prefers.
       * @enum {string}
       */
      theme: 'LIGHT' | 'DARK' | 'SYSTEM'
    }
    /**
     * @description What is absent stays as it is.
     * @example {
     *       "theme": "DARK"
     *     }
     */
    SettingsPatch: {
      /**
       * @description A language tag such as `en-GB`.
       * @example en-GB
       */
      locale?: string
      /**
       * @description A time zone such as `Europe/Berlin`.
       * @example Europe/Berlin
       */
      timezone?: string
      /**
       * @description The look that one prefers.
       * @enum {string}
       */
      theme?: 'LIGHT' | 'DARK' | 'SYSTEM'
    }
    /**
     * @description A user as this interface has it.
     * @example {
     *       "id": 7,
     *       "name": "Ada Lovelace",
     *       "email": "ada@example.org",
     *       "age": 36
     *     }
     */
    User: {
      /**
       * Format: int32
       * @description Given by the service.
       */
      id: number
      /**
       * @description 1 to 200 characters, no control characters.
       * @example Ada Lovelace
       */
      name: string
      /**
       * Format: email
       * @description Unique without regard to case.
       * @example ada@example.org
       */
      email: string
      /**
       * Format: int32
       * @description Null where it is not known.
       */
      age: number | null
      /**
       * @description Present on deleted users alone.
       * @constant
       */
      deleted?: true
    }
    /** @description A hit; all of it is at its own address. */
    UserHit: {
      /**
       * @description What was found.
       * @constant
       */
      type: 'USER'
      /** @description How well it matches; the higher the better. */
      score: number
      /**
       * @description The id of a user, in decimal.
       * @example 7
       */
      id: string
      /**
       * @description 2 to 64 of `A-Z a-z 0-9 . _ -`, unique without regard to case.
       * @example ada
       */
      username: string
      /** @description Their name. */
      name: string
    }
    /**
     * @description What is absent stays as it is; `age: null` clears it.
     * @example {
     *       "age": 37
     *     }
     */
    UserPatch: {
      /**
       * @description 1 to 200 characters, no control characters.
       * @example Ada Lovelace
       */
      name?: string
      /**
       * Format: email
       * @description Unique without regard to case.
       * @example ada@example.org
       */
      email?: string
      /**
       * Format: int32
       * @description Null where it is not known.
       */
      age?: number | null
      /** @description True hides the user, false brings it back. */
      deleted?: boolean
    }
    /** @description Where events are sent. Never with the secret. */
    Webhook: {
      /**
       * Format: uuid
       * @description The id of the webhook, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /**
       * Format: uri
       * @description An http or https address that takes POST.
       * @example https://events.example/in
       */
      url: string
      /**
       * @description What is to be sent, as far as the owner may read it.
       * @example [
       *       "article.published",
       *       "comment.created"
       *     ]
       */
      events: (
        | 'article.created'
        | 'article.updated'
        | 'article.published'
        | 'article.unpublished'
        | 'article.deleted'
        | 'article.restored'
        | 'comment.created'
        | 'comment.updated'
        | 'comment.deleted'
        | 'user.created'
        | 'user.updated'
        | 'user.deleted'
        | 'user.restored'
        | 'product.created'
        | 'product.updated'
        | 'product.deleted'
        | 'category.created'
      )[]
      /** @description Nothing is sent to one that is not. */
      enabled: boolean
      /**
       * Format: date-time
       * @description When it was made. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
      /**
       * Format: int32
       * @description Moves with every change.
       */
      version: number
    }
    /** @description One event on its way to one webhook. */
    WebhookDelivery: {
      /**
       * Format: uuid
       * @description The id of the delivery, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      id: string
      /**
       * Format: uuid
       * @description The id of the webhook, a UUIDv7.
       * @example 0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10
       */
      webhookId: string
      /**
       * Format: uuid
       * @description The `webhook-id` that it is sent with, the same every time.
       */
      eventId: string
      /** @description What happened, such as `article.published`; `webhook.test` for a test. */
      type: string
      /**
       * @description PENDING is sent, or sent again; WITHHELD tells of what the owner may not read; DEAD was given up.
       * @enum {string}
       */
      status: 'PENDING' | 'DELIVERED' | 'WITHHELD' | 'DEAD'
      /**
       * Format: int64
       * @description How often it was begun.
       */
      attempts: number
      /**
       * Format: date-time
       * @description When it is sent again; null when it is not. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      nextAttemptAt: string | null
      /**
       * Format: date-time
       * @description When the last attempt ended; null before the first. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      lastAttemptAt: string | null
      /**
       * Format: int32
       * @description What the last attempt was answered; null when it was not.
       */
      statusCode: number | null
      /** @description Why the last attempt failed; null when it did not. */
      error: string | null
      /**
       * Format: date-time
       * @description When it was made. RFC 3339, UTC, milliseconds.
       * @example 2026-11-20T09:08:00.000Z
       */
      createdAt: string
    }
    /**
     * @description What is absent stays as it is.
     * @example {
     *       "enabled": false
     *     }
     */
    WebhookPatch: {
      /**
       * Format: uri
       * @description An http or https address that takes POST.
       * @example https://events.example/in
       */
      url?: string
      /**
       * @description What is to be sent, as far as the owner may read it.
       * @example [
       *       "article.published",
       *       "comment.created"
       *     ]
       */
      events?: (
        | 'article.created'
        | 'article.updated'
        | 'article.published'
        | 'article.unpublished'
        | 'article.deleted'
        | 'article.restored'
        | 'comment.created'
        | 'comment.updated'
        | 'comment.deleted'
        | 'user.created'
        | 'user.updated'
        | 'user.deleted'
        | 'user.restored'
        | 'product.created'
        | 'product.updated'
        | 'product.deleted'
        | 'category.created'
      )[]
      /** @description Nothing is sent to one that is not. */
      enabled?: boolean
    }
  }
  responses: {
    /** @description Malformed: the query, the JSON, or two credentials at once. */
    BadRequest: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description A credential is needed, or the one that was sent is wrong. */
    Unauthenticated: {
      headers: {
        'WWW-Authenticate': components['headers']['WWW-Authenticate']
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description Not allowed: the message names the permission that is missing. Or the token is not valid, as `WWW-Authenticate` then says. */
    Forbidden: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description There is no such thing, or the caller may not know of it. */
    NotFound: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The `Accept` header admits nothing that is served here. */
    NotAcceptable: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description In conflict with what is there: a name that is taken, a transition that the workflow does not have, or a request with the same `Idempotency-Key` that is not done yet. */
    Conflict: {
      headers: {
        'Retry-After': components['headers']['Retry-After']
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description It is not the version that `If-Match` names: read it again, and repeat the change. */
    PreconditionFailed: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The body is too large. */
    PayloadTooLarge: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description Send the body as one of those that `Accept` names. */
    UnsupportedMediaType: {
      headers: {
        Accept: components['headers']['Accept']
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The input is not valid: `errors` says where. Or the `Idempotency-Key` was used for another request. */
    InvalidInput: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description This service wants `If-Match` with every change. */
    PreconditionRequired: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description Too many in too little time. */
    TooManyRequests: {
      headers: {
        'Retry-After': components['headers']['Retry-After']
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description Something went wrong here; it has been logged. */
    InternalError: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description Away for a moment, or too slow: nothing was written. */
    Unavailable: {
      headers: {
        'Retry-After': components['headers']['Retry-After']
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
  }
  parameters: {
    /** @description The `ETag` that the change is meant for (RFC 9110 §13.1.1): another version is 412. */
    IfMatch: string
    /** @description For a GET the `ETag` that one has: 304 while it is still that. For a PUT `*`: create it, or 412. */
    IfNoneMatch: string
    /** @description A new UUID, say: whoever repeats the request with it within 24 hours gets the stored answer, and nothing is done twice. */
    IdempotencyKey: string
  }
  requestBodies: never
  headers: {
    /** @description Names this version; send it as `If-Match` with a change, or as `If-None-Match` to read anew. */
    ETag: string
    /** @description The path of what was created. */
    Location: string
    /** @description The path of what is shown. */
    'Content-Location': string
    /** @description RFC 8288: `first`, `prev`, `next` and `last` page. */
    Link: string
    /** @description How many there are, counted no further than 10,000. */
    'X-Total-Count': number
    /** @description Present when there are more than 10,000. */
    'X-Total-Count-Precision': 'at-least'
    /** @description Who may keep the answer, and how long. */
    'Cache-Control': string
    /** @description What the answer depends on beside the address. */
    Vary: string
    /** @description Names the request in the log. */
    'X-Request-Id': string
    /** @description How many requests a minute are allowed. */
    'X-RateLimit-Limit': number
    /** @description How many of them are left. */
    'X-RateLimit-Remaining': number
    /** @description When they are all there again: seconds since 1970. */
    'X-RateLimit-Reset': number
    /** @description The scheme to sign in by. */
    'WWW-Authenticate': string
    /** @description Seconds to wait. */
    'Retry-After': number
    /** @description What the body may be sent as. */
    Accept: string
    /** @description Present where nothing was done: it is the answer that the same request got before. */
    'Idempotent-Replayed': 'true'
    /** @description The methods of this address. */
    Allow: string
    /** @description What PATCH takes. */
    'Accept-Patch': string
  }
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  users: {
    parameters: {
      query?: {
        /** @description The page, from 1. */
        page?: number
        /** @description How many a page has. */
        limit?: number
        /** @description Only users of this status. */
        status?: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED'
        /** @description Only deleted users. */
        deleted?: 'true'
      }
      header?: {
        /** @description For a GET the `ETag` that one has: 304 while it is still that. For a PUT `*`: create it, or 412. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A page of users. */
      200: {
        headers: {
          ETag: components['headers']['ETag']
          Link: components['headers']['Link']
          'X-Total-Count': components['headers']['X-Total-Count']
          'X-Total-Count-Precision': components['headers']['X-Total-Count-Precision']
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User'][]
        }
      }
      /** @description It is still what `If-None-Match` names. */
      304: {
        headers: {
          ETag: components['headers']['ETag']
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      406: components['responses']['NotAcceptable']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  createUser: {
    parameters: {
      query?: never
      header?: {
        /** @description A new UUID, say: whoever repeats the request with it within 24 hours gets the stored answer, and nothing is done twice. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NewUser']
      }
    }
    responses: {
      /** @description The new user. */
      201: {
        headers: {
          Location: components['headers']['Location']
          ETag: components['headers']['ETag']
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed']
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      406: components['responses']['NotAcceptable']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['InvalidInput']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  user: {
    parameters: {
      query?: never
      header?: {
        /** @description For a GET the `ETag` that one has: 304 while it is still that. For a PUT `*`: create it, or 412. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Given by the service. */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The user. */
      200: {
        headers: {
          ETag: components['headers']['ETag']
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      /** @description It is still what `If-None-Match` names. */
      304: {
        headers: {
          ETag: components['headers']['ETag']
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      406: components['responses']['NotAcceptable']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  putUser: {
    parameters: {
      query?: never
      header?: {
        /** @description The `ETag` that the change is meant for (RFC 9110 §13.1.1): another version is 412. */
        'If-Match'?: components['parameters']['IfMatch']
        /** @description For a GET the `ETag` that one has: 304 while it is still that. For a PUT `*`: create it, or 412. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Given by the service. */
        id: number
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplacedUser']
      }
    }
    responses: {
      /** @description It was replaced. */
      200: {
        headers: {
          ETag: components['headers']['ETag']
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      /** @description It was created. */
      201: {
        headers: {
          Location: components['headers']['Location']
          ETag: components['headers']['ETag']
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      406: components['responses']['NotAcceptable']
      409: components['responses']['Conflict']
      412: components['responses']['PreconditionFailed']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['InvalidInput']
      428: components['responses']['PreconditionRequired']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  deleteUser: {
    parameters: {
      query?: never
      header?: {
        /** @description The `ETag` that the change is meant for (RFC 9110 §13.1.1): another version is 412. */
        'If-Match'?: components['parameters']['IfMatch']
      }
      path: {
        /** @description Given by the service. */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The user is gone. */
      204: {
        headers: {
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      406: components['responses']['NotAcceptable']
      409: components['responses']['Conflict']
      412: components['responses']['PreconditionFailed']
      422: components['responses']['InvalidInput']
      428: components['responses']['PreconditionRequired']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  updateUser: {
    parameters: {
      query?: never
      header?: {
        /** @description The `ETag` that the change is meant for (RFC 9110 §13.1.1): another version is 412. */
        'If-Match'?: components['parameters']['IfMatch']
      }
      path: {
        /** @description Given by the service. */
        id: number
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['UserPatch']
        'application/merge-patch+json': components['schemas']['UserPatch']
      }
    }
    responses: {
      /** @description The user as it is now. */
      200: {
        headers: {
          ETag: components['headers']['ETag']
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      406: components['responses']['NotAcceptable']
      409: components['responses']['Conflict']
      412: components['responses']['PreconditionFailed']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['InvalidInput']
      428: components['responses']['PreconditionRequired']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
}
