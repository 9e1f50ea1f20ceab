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
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
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
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
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
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
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
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
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
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
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
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
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
    /** @description Send the body as one of those that `Accept` names. */
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
    /** @description The input is not valid: `errors` says where. Or the `Idempotency-Key` was used for another request. */
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
    /** @description This service wants `If-Match` with every change. */
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
    /** @description Too many in too little time. */
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
    /** @description Something went wrong here; it has been logged. */
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
    /** @description Away for a moment, or too slow: nothing was written. */
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
    /** @description Whose requests are counted together, how many (`q`) in how many seconds (`w`): draft-ietf-httpapi-ratelimit-headers-10. */
    'RateLimit-Policy': string
    /** @description How many of them are left (`r`) for how many seconds (`t`). */
    RateLimit: string
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
        /** @description True: only deleted users, for `users:read` on others. */
        deleted?: 'true' | 'false'
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
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
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
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
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
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
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
