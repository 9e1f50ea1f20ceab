// Made of the OpenAPI document by openapi-typescript; npx vitest run generated-types -u makes it anew.

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
     * @description Newest first. Without `users:read` on all users, the list contains only your own account.
     */
    get: operations['users']
    put?: never
    /**
     * Create a user
     * @description The user has no password. They can sign in after they have set a password with an invitation or a reset.
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
        /** @description The service assigns the id. */
        id: number
      }
      cookie?: never
    }
    /** Get a user */
    get: operations['user']
    /**
     * Replace a user, or create a user with this id
     * @description With `If-None-Match: *` the request only creates, with `If-Match` it only replaces.
     */
    put: operations['putUser']
    post?: never
    /**
     * Delete a user permanently
     * @description Deletes the account. The content of the user stays, and belongs to `ghost`.
     */
    delete: operations['deleteUser']
    options?: never
    head?: never
    /**
     * Change parts of a user
     * @description `deleted: true` hides the user and ends all their sessions; `false` restores the user.
     */
    patch: operations['updateUser']
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    /**
     * @description Without a username or a name, the service derives them from the email address.
     * @example {
     *       "name": "Ada Lovelace",
     *       "email": "ada@example.org",
     *       "age": 36
     *     }
     */
    NewUser: {
      /**
       * @description Unique when upper and lower case count as equal. 2 to 64 characters.
       * @example ada
       */
      username?: string
      /**
       * @description The display name, on one line. 1 to 200 characters.
       * @example Ada Lovelace
       */
      name?: string
      /**
       * Format: email
       * @description Unique when upper and lower case count as equal.
       * @example ada@example.org
       */
      email: string
      /**
       * Format: int32
       * @description Null if the age is unknown.
       */
      age?: number | null
    }
    /**
     * @description The reason why the service refused the request (RFC 9457).
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
       * @description The page of the error code. It explains the error and how to correct the request.
       */
      type: string
      /** @description The title, the same for all problems with this code. */
      title: string
      /**
       * Format: int32
       * @description The status of the response.
       */
      status: number
      /** @description What is wrong, and what to change. */
      detail: string
      /** @description The id of the request in the log. */
      instance: string
      /**
       * @description The error code, for programs.
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
      /** @description The wrong values of the body. */
      errors: {
        /** @description A JSON Pointer into the body. An empty pointer means the whole body. */
        pointer: string
        /** @description What is wrong with the value. */
        message: string
      }[]
    }
    /**
     * @description The whole user. An `id` must equal the id in the path. A missing `age` clears the age.
     * @example {
     *       "name": "Ada King",
     *       "email": "ada@example.org",
     *       "age": 37
     *     }
     */
    ReplacedUser: {
      /**
       * Format: int32
       * @description The service assigns the id.
       */
      id?: number
      /**
       * @description The display name, on one line. 1 to 200 characters.
       * @example Ada Lovelace
       */
      name: string
      /**
       * Format: email
       * @description Unique when upper and lower case count as equal.
       * @example ada@example.org
       */
      email: string
      /**
       * Format: int32
       * @description Null if the age is unknown.
       */
      age?: number | null
      /**
       * Format: password
       * @description Your current password. You need it to change your own email address, unless you signed in less than 10 minutes ago.
       */
      currentPassword?: string
    }
    /**
     * @description A user.
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
       * @description The service assigns the id.
       */
      id: number
      /**
       * @description The display name, on one line. 1 to 200 characters.
       * @example Ada Lovelace
       */
      name: string
      /**
       * Format: email
       * @description Unique when upper and lower case count as equal.
       * @example ada@example.org
       */
      email: string
      /**
       * Format: int32
       * @description Null if the age is unknown.
       */
      age: number | null
      /**
       * @description Present only on deleted users.
       * @constant
       */
      deleted?: true
      /** @description What you may do to the record now, in alphabetical order. Present only with `actions=true`, and not in linked records. */
      actions?: string[]
    }
    /**
     * @description Members that you leave out keep their values; `age: null` clears the age.
     * @example {
     *       "age": 37
     *     }
     */
    UserPatch: {
      /**
       * @description The display name, on one line. 1 to 200 characters.
       * @example Ada Lovelace
       */
      name?: string
      /**
       * Format: email
       * @description Unique when upper and lower case count as equal.
       * @example ada@example.org
       */
      email?: string
      /**
       * Format: int32
       * @description Null if the age is unknown.
       */
      age?: number | null
      /**
       * Format: password
       * @description Your current password. You need it to change your own email address, unless you signed in less than 10 minutes ago.
       */
      currentPassword?: string
      /** @description True hides the user, false restores the user. */
      deleted?: boolean
    }
  }
  responses: {
    /** @description The query or the JSON is malformed, or the request has two credentials. */
    BadRequest: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The request needs a credential, or its credential is wrong. */
    Unauthenticated: {
      headers: {
        'WWW-Authenticate': components['headers']['WWW-Authenticate']
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description You lack a permission, which the message names. Or the token is not valid: `WWW-Authenticate` then says so. */
    Forbidden: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The resource does not exist, or you may not see it. */
    NotFound: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The service cannot send any of the media types in the `Accept` header. */
    NotAcceptable: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The request conflicts with stored data: the name is taken, the workflow has no such transition, or a request with the same `Idempotency-Key` is still running. */
    Conflict: {
      headers: {
        'Retry-After': components['headers']['Retry-After']
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The resource no longer has the version in `If-Match`. Read it again, and repeat the change. */
    PreconditionFailed: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
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
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The body has an unsupported media type. Send one of the types in the `Accept` header. */
    UnsupportedMediaType: {
      headers: {
        Accept: components['headers']['Accept']
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The input is not valid: `errors` names the wrong values. Or the `Idempotency-Key` belongs to another request. */
    InvalidInput: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description This service requires `If-Match` with every change. */
    PreconditionRequired: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description You have sent too many requests in too short a time. */
    TooManyRequests: {
      headers: {
        'Retry-After': components['headers']['Retry-After']
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The service failed, and logged the error. */
    InternalError: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The service is unavailable for a moment, or too slow. It wrote nothing. */
    Unavailable: {
      headers: {
        'Retry-After': components['headers']['Retry-After']
        'Cache-Control': components['headers']['Cache-Control']
        'X-Request-Id': components['headers']['X-Request-Id']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
  }
  parameters: {
    /** @description The `ETag` of the version that you want to change (RFC 9110 §13.1.1). If the resource has another version, the response is 412. */
    IfMatch: string
    /** @description For GET, the `ETag` of your copy: the response is 304 if the copy is current. For PUT, `*`: the request creates the resource, or the response is 412. */
    IfNoneMatch: string
    /** @description A new value for each action, such as a UUID. If you repeat the request with the same key within 24 hours, the service sends the stored response and does not repeat the action. */
    IdempotencyKey: string
  }
  requestBodies: never
  headers: {
    /** @description The version of the resource. Send it as `If-Match` with a change, or as `If-None-Match` to check your copy. */
    ETag: string
    /** @description The path of the resource. */
    Location: string
    /** @description The path of the resource in the body. */
    'Content-Location': string
    /** @description The `first`, `prev`, `next` and `last` page (RFC 8288). */
    Link: string
    /** @description The number of records on all pages. The service stops counting at 10,000. */
    'X-Total-Count': number
    /** @description Present if there are more than 10,000 records. */
    'X-Total-Count-Precision': 'at-least'
    /** @description Which caches may store the response, and for how long. */
    'Cache-Control': string
    /** @description The request headers on which the response depends. */
    Vary: string
    /** @description The id of the request in the log. */
    'X-Request-Id': string
    /** @description The number of requests that you may send per minute. */
    'X-RateLimit-Limit': number
    /** @description The number of requests that are left. */
    'X-RateLimit-Remaining': number
    /** @description The time at which the full number is available again, in seconds since 1970. */
    'X-RateLimit-Reset': number
    /** @description The quota: the unit whose requests count together, the number of requests (`q`) and the seconds (`w`): draft-ietf-httpapi-ratelimit-headers-10. */
    'RateLimit-Policy': string
    /** @description The number of requests that are left (`r`), and the seconds until the quota is full again (`t`). */
    RateLimit: string
    /** @description The authentication scheme to use. */
    'WWW-Authenticate': string
    /** @description The number of seconds to wait. */
    'Retry-After': number
    /** @description The media types that the service accepts as a body. */
    Accept: string
    /** @description Present if the service did not repeat the action: the response is the stored response to the first request. */
    'Idempotent-Replayed': 'true'
    /** @description The methods of this URL. */
    Allow: string
    /** @description The media types that PATCH accepts. */
    'Accept-Patch': string
  }
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  users: {
    parameters: {
      query?: {
        /** @description A filter of users as JSON, with the members of `UserWhere` of GraphQL. */
        where?: string
        /** @description Words that the texts of users must have, in the order of the list. You can use `"…"`, `or` and `-`. Costs a request. */
        query?: string
        /** @description At most 3 fields to order by, separated by commas; `-` begins a descending one. Of: createdAt, updatedAt, changedAt, username. Each has an index. Not beside `sortBy`. */
        sort?: string
        /** @description `id`: Equal to the value. */
        id?: string
        /** @description `id`: Not equal to the value, or null. */
        'id[ne]'?: string
        /** @description `id`: Equal to one of the values. Separated by commas. */
        'id[in]'?: string
        /** @description `id`: Equal to none of the values, or null. Separated by commas. */
        'id[notIn]'?: string
        /** @description `id`: Whether the value is null. */
        'id[isNull]'?: boolean
        /** @description `name`: Equal to the value. */
        name?: string
        /** @description `name`: Not equal to the value, or null. */
        'name[ne]'?: string
        /** @description `name`: Equal to one of the values. Separated by commas. */
        'name[in]'?: string
        /** @description `name`: Equal to none of the values, or null. Separated by commas. */
        'name[notIn]'?: string
        /** @description `name`: Has the text in it, whatever its case and accents. */
        'name[contains]'?: string
        /** @description `name`: Begins with the text, whatever its case and accents. */
        'name[startsWith]'?: string
        /** @description `name`: Whether the value is null. */
        'name[isNull]'?: boolean
        /** @description `username`: Equal to the value. */
        username?: string
        /** @description `username`: Not equal to the value, or null. */
        'username[ne]'?: string
        /** @description `username`: Equal to one of the values. Separated by commas. */
        'username[in]'?: string
        /** @description `username`: Equal to none of the values, or null. Separated by commas. */
        'username[notIn]'?: string
        /** @description `username`: Has the text in it, whatever its case and accents. */
        'username[contains]'?: string
        /** @description `username`: Begins with the text, whatever its case and accents. */
        'username[startsWith]'?: string
        /** @description `username`: Whether the value is null. */
        'username[isNull]'?: boolean
        /** @description `email`: Equal to the value. Needs `users:read` on all records. */
        email?: string
        /** @description `email`: Not equal to the value, or null. Needs `users:read` on all records. */
        'email[ne]'?: string
        /** @description `email`: Equal to one of the values. Separated by commas. Needs `users:read` on all records. */
        'email[in]'?: string
        /** @description `email`: Equal to none of the values, or null. Separated by commas. Needs `users:read` on all records. */
        'email[notIn]'?: string
        /** @description `email`: Has the text in it, whatever its case and accents. Needs `users:read` on all records. */
        'email[contains]'?: string
        /** @description `email`: Begins with the text, whatever its case and accents. Needs `users:read` on all records. */
        'email[startsWith]'?: string
        /** @description `email`: Whether the value is null. Needs `users:read` on all records. */
        'email[isNull]'?: boolean
        /** @description Only users with this status. */
        status?: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED'
        /** @description `status`: Not equal to the value, or null. Needs `users:read` on all records. */
        'status[ne]'?: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED'
        /** @description `status`: Equal to one of the values. Separated by commas. Needs `users:read` on all records. */
        'status[in]'?: string
        /** @description `status`: Equal to none of the values, or null. Separated by commas. Needs `users:read` on all records. */
        'status[notIn]'?: string
        /** @description `status`: Whether the value is null. Needs `users:read` on all records. */
        'status[isNull]'?: boolean
        /** @description `age`: Equal to the value. Needs `users:read` on all records. */
        age?: number
        /** @description `age`: Not equal to the value, or null. Needs `users:read` on all records. */
        'age[ne]'?: number
        /** @description `age`: Less than the value. Needs `users:read` on all records. */
        'age[lt]'?: number
        /** @description `age`: The value or less. Needs `users:read` on all records. */
        'age[lte]'?: number
        /** @description `age`: Greater than the value. Needs `users:read` on all records. */
        'age[gt]'?: number
        /** @description `age`: The value or more. Needs `users:read` on all records. */
        'age[gte]'?: number
        /** @description `age`: Equal to one of the values. Separated by commas. Needs `users:read` on all records. */
        'age[in]'?: string
        /** @description `age`: Equal to none of the values, or null. Separated by commas. Needs `users:read` on all records. */
        'age[notIn]'?: string
        /** @description `age`: Whether the value is null. Needs `users:read` on all records. */
        'age[isNull]'?: boolean
        /** @description `role`: Equal to the value. */
        role?: 'GUEST' | 'READER' | 'AUTHOR' | 'EDITOR' | 'ADMIN'
        /** @description `role`: Not equal to the value, or null. */
        'role[ne]'?: 'GUEST' | 'READER' | 'AUTHOR' | 'EDITOR' | 'ADMIN'
        /** @description `role`: Equal to one of the values. Separated by commas. */
        'role[in]'?: string
        /** @description `role`: Equal to none of the values, or null. Separated by commas. */
        'role[notIn]'?: string
        /** @description `role`: Whether the value is null. */
        'role[isNull]'?: boolean
        /** @description `createdAt`: Equal to the value. */
        createdAt?: string
        /** @description `createdAt`: Not equal to the value, or null. */
        'createdAt[ne]'?: string
        /** @description `createdAt`: Less than the value. */
        'createdAt[lt]'?: string
        /** @description `createdAt`: The value or less. */
        'createdAt[lte]'?: string
        /** @description `createdAt`: Greater than the value. */
        'createdAt[gt]'?: string
        /** @description `createdAt`: The value or more. */
        'createdAt[gte]'?: string
        /** @description `createdAt`: Equal to one of the values. Separated by commas. */
        'createdAt[in]'?: string
        /** @description `createdAt`: Equal to none of the values, or null. Separated by commas. */
        'createdAt[notIn]'?: string
        /** @description `createdAt`: Whether the value is null. */
        'createdAt[isNull]'?: boolean
        /** @description `updatedAt`: Equal to the value. */
        updatedAt?: string
        /** @description `updatedAt`: Not equal to the value, or null. */
        'updatedAt[ne]'?: string
        /** @description `updatedAt`: Less than the value. */
        'updatedAt[lt]'?: string
        /** @description `updatedAt`: The value or less. */
        'updatedAt[lte]'?: string
        /** @description `updatedAt`: Greater than the value. */
        'updatedAt[gt]'?: string
        /** @description `updatedAt`: The value or more. */
        'updatedAt[gte]'?: string
        /** @description `updatedAt`: Equal to one of the values. Separated by commas. */
        'updatedAt[in]'?: string
        /** @description `updatedAt`: Equal to none of the values, or null. Separated by commas. */
        'updatedAt[notIn]'?: string
        /** @description `updatedAt`: Whether the value is null. */
        'updatedAt[isNull]'?: boolean
        /** @description `changedAt`: Equal to the value. */
        changedAt?: string
        /** @description `changedAt`: Not equal to the value, or null. */
        'changedAt[ne]'?: string
        /** @description `changedAt`: Less than the value. */
        'changedAt[lt]'?: string
        /** @description `changedAt`: The value or less. */
        'changedAt[lte]'?: string
        /** @description `changedAt`: Greater than the value. */
        'changedAt[gt]'?: string
        /** @description `changedAt`: The value or more. */
        'changedAt[gte]'?: string
        /** @description `changedAt`: Equal to one of the values. Separated by commas. */
        'changedAt[in]'?: string
        /** @description `changedAt`: Equal to none of the values, or null. Separated by commas. */
        'changedAt[notIn]'?: string
        /** @description `changedAt`: Whether the value is null. */
        'changedAt[isNull]'?: boolean
        /** @description The cursor after which the page begins, from the header `Link`; empty for the first page. Not beside `page`. */
        after?: string
        /** @description The cursor before which the page ends, from the header `Link`; empty for the last page. Not beside `page`. */
        before?: string
        /** @description The number of the page, from 1. */
        page?: number
        /** @description The number of records on a page. */
        limit?: number
        /** @description True: only deleted users. Needs `users:read` on all users. */
        deleted?: 'true' | 'false'
        /** @description The members of the body, separated by commas: id, name, email, age, deleted. `id` and `version` stay. */
        fields?: string
        /** @description True: each record has the member `actions`, with what you may do to it now, beside the members that `fields` names. */
        actions?: boolean
      }
      header?: {
        /** @description For GET, the `ETag` of your copy: the response is 304 if the copy is current. For PUT, `*`: the request creates the resource, or the response is 412. */
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
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User'][]
        }
      }
      /** @description The resource still has the version in `If-None-Match`. */
      304: {
        headers: {
          ETag: components['headers']['ETag']
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
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
        /** @description A new value for each action, such as a UUID. If you repeat the request with the same key within 24 hours, the service sends the stored response and does not repeat the action. */
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
      /** @description The new user. Without `users:read` on the record, the response has no content. */
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
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
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
      query?: {
        /** @description The members of the body, separated by commas: id, name, email, age, deleted. `id` and `version` stay. */
        fields?: string
        /** @description True: each record has the member `actions`, with what you may do to it now, beside the members that `fields` names. */
        actions?: boolean
      }
      header?: {
        /** @description For GET, the `ETag` of your copy: the response is 304 if the copy is current. For PUT, `*`: the request creates the resource, or the response is 412. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description The service assigns the id. */
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
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      /** @description The resource still has the version in `If-None-Match`. */
      304: {
        headers: {
          ETag: components['headers']['ETag']
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
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
        /** @description The `ETag` of the version that you want to change (RFC 9110 §13.1.1). If the resource has another version, the response is 412. */
        'If-Match'?: components['parameters']['IfMatch']
        /** @description For GET, the `ETag` of your copy: the response is 304 if the copy is current. For PUT, `*`: the request creates the resource, or the response is 412. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description The service assigns the id. */
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
      /** @description The replaced user. */
      200: {
        headers: {
          ETag: components['headers']['ETag']
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      /** @description The created user. Without `users:read` on the record, the response has no content. */
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
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      /** @description The change is made. Without `users:read` on the record, the response has no content. */
      204: {
        headers: {
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
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
        /** @description The `ETag` of the version that you want to change (RFC 9110 §13.1.1). If the resource has another version, the response is 412. */
        'If-Match'?: components['parameters']['IfMatch']
      }
      path: {
        /** @description The service assigns the id. */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The user is deleted. */
      204: {
        headers: {
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
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
        /** @description The `ETag` of the version that you want to change (RFC 9110 §13.1.1). If the resource has another version, the response is 412. */
        'If-Match'?: components['parameters']['IfMatch']
      }
      path: {
        /** @description The service assigns the id. */
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
      /** @description The changed user. */
      200: {
        headers: {
          ETag: components['headers']['ETag']
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      /** @description The change is made. Without `users:read` on the record, the response has no content. */
      204: {
        headers: {
          Vary: components['headers']['Vary']
          'Cache-Control': components['headers']['Cache-Control']
          'X-Request-Id': components['headers']['X-Request-Id']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
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
