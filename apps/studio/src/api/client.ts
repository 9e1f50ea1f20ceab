import { createClient, type RestResult } from '@content-service/client'
import { getToken } from '../session/session.ts'
import { CONNECTION } from './connection.ts'
import type { ContentModel } from './model.ts'
import type { PeoplePaths } from './people-paths.ts'

/** The body of a record. The model describes its members. */
export interface Body {
  readonly id: string | number
  readonly version?: number
  readonly actions?: readonly string[]
  readonly [member: string]: unknown
}

type Query = Readonly<Record<string, string | number | undefined>>

interface Of {
  readonly params: { readonly path: string }
}

interface Single {
  readonly params: { readonly single: string }
}

interface One {
  readonly params: { readonly path: string; readonly id: string }
}

interface OneRevision {
  readonly params: One['params'] & { readonly revision: string }
}

interface SingleRevision {
  readonly params: Single['params'] & { readonly revision: string }
}

/** What a record was before a change, with who made that change. */
export interface Revision extends Body {
  readonly id: string
  readonly createdAt: string
  readonly editor: { readonly name: string }
}

/** The addresses that all types have, and those of people. */
export interface StudioPaths extends PeoplePaths {
  readonly '/api/model': { readonly get: { readonly response: ContentModel } }
  readonly '/api/{path}': {
    readonly get: Of & { readonly query: Query; readonly response: readonly Body[] }
    readonly post: Of & { readonly body: unknown; readonly response: Body }
  }
  readonly '/api/{path}/actions': {
    readonly get: Of & { readonly response: readonly string[] }
    readonly post: Of & { readonly body: BulkAction; readonly response: readonly BulkResult[] }
  }
  readonly '/api/search': {
    readonly get: { readonly query: Query; readonly response: readonly SearchHit[] }
  }
  readonly '/api/{path}/counts': {
    readonly get: Of & { readonly query: Query; readonly response: readonly ValueCount[] }
  }
  /** C14.4: a type with one record has no ids. */
  readonly '/api/{single}': {
    readonly get: Single & { readonly query: Query; readonly response: Body }
    readonly patch: Single & { readonly body: unknown; readonly response: Body }
  }
  readonly '/api/{single}/revisions': {
    readonly get: Single & { readonly query: Query; readonly response: readonly Revision[] }
  }
  readonly '/api/{single}/revisions/{revision}': {
    readonly get: SingleRevision & { readonly response: Revision }
  }
  readonly '/api/{single}/revisions/{revision}/restoration': {
    readonly post: SingleRevision & { readonly response: Body }
  }
  readonly '/api/{path}/{id}': {
    readonly get: One & { readonly query: Query; readonly response: Body }
    readonly patch: One & { readonly body: unknown; readonly response: Body }
    readonly delete: One & { readonly response: undefined }
  }
  /** C17.3. */
  readonly '/api/{path}/{id}/revisions': {
    readonly get: One & { readonly query: Query; readonly response: readonly Revision[] }
  }
  readonly '/api/{path}/{id}/revisions/{revision}': {
    readonly get: OneRevision & { readonly response: Revision }
  }
  readonly '/api/{path}/{id}/revisions/{revision}/restoration': {
    readonly post: OneRevision & { readonly response: Body }
  }
  /** C17.2. */
  readonly '/api/{path}/{id}/schedule': {
    readonly put: One & { readonly body: { readonly publishAt: string }; readonly response: Body }
    readonly delete: One & { readonly response: undefined }
  }
  /** C17.4. */
  readonly '/api/{path}/{id}/trash': {
    readonly delete: One & { readonly response: undefined }
  }
  readonly '/api/{path}/{id}/{operation}': {
    readonly post: {
      readonly params: One['params'] & { readonly operation: string }
      readonly body: unknown
      readonly response: Body
    }
  }
}

/** C14.4: an action without an input on several records. */
export interface BulkAction {
  readonly ids: readonly (string | number)[]
  readonly action: string
}

/** What a bulk action has done to one record; `code` is that of a refusal, or null. */
export interface BulkResult {
  readonly id: string | number
  readonly status: number
  readonly code: string | null
}

/** A record that a search has found. */
export interface SearchHit extends Body {
  /** The type in capitals: `BLOG_POST`. */
  readonly type: string
}

/** How many records have a value. */
export interface ValueCount {
  readonly value: string
  readonly count: { readonly value: number; readonly precision: 'EXACT' | 'AT_LEAST' }
}

const { rest, fetch: request } = createClient<StudioPaths>({ ...CONNECTION, token: getToken })
export { request, rest }

/** The data of a result. @throws ClientError. */
export const take = async <Data>(result: Promise<RestResult<Data>>): Promise<Data> => {
  const settled = await result
  if (!settled.ok) throw settled.error
  return settled.data
}
