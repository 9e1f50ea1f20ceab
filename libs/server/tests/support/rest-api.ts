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
     * @description Deletes the account. The articles and comments of the user stay, and belong to `ghost`.
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
     * @description Without a name the service derives one from the email address.
     * @example {
     *       "name": "Ada Lovelace",
     *       "email": "ada@example.org",
     *       "age": 36
     *     }
     */
    NewUser: {
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
    /** @description The path of the created resource. */
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
        /** @description The number of the page, from 1. */
        page?: number
        /** @description The number of records on a page. */
        limit?: number
        /** @description Only users with this status. */
        status?: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED'
        /** @description True: only deleted users. Needs `users:read` on all users. */
        deleted?: 'true' | 'false'
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
      query?: never
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
