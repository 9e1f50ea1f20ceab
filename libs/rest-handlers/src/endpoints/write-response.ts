import { type Context, type Permission } from '@content-service/domain'
import { maySee } from '@content-service/domain/internal/access'
import {
  createShownRecord,
  findHiddenMembers,
  refreshShown,
} from '@content-service/domain/internal/visibility'
import { createEmptyResponse, type RestResponse } from '../protocol/http.ts'
import { maskReplay } from './masked-replay.ts'

/** C12.16: the response of a write with the record that it shows, and the permission to read the record. */
export const markShown = (
  context: Context,
  response: RestResponse,
  permission: Permission,
  record: object,
): RestResponse => ({
  ...response,
  shown: createShownRecord(context, permission, record),
})

/** Not the entity tag: it contains a hash of the content, and a client could test guesses against the hash. */
const KEPT_HEADERS: ReadonlySet<string> = new Set([
  'location',
  'cache-control',
  'vary',
  'idempotent-replayed',
])

const removeContent = ({ status, headers }: RestResponse): RestResponse => {
  const kept = Object.entries(headers).filter(([name]) => KEPT_HEADERS.has(name))
  return createEmptyResponse(status === 201 && 'location' in headers ? 201 : 204, Object.fromEntries(kept))
}

/** C12.16: without content if the caller may not read a record that it shows. A replay follows the rights of its own caller, of now. */
export const hideUnreadable = async (
  context: Context,
  { shown, linked = [], of = '', ...response }: RestResponse,
): Promise<RestResponse> => {
  if (shown === undefined) return response
  const all = [shown, ...linked]
  const isReplayed = 'idempotent-replayed' in response.headers
  const asked = isReplayed ? await refreshShown(context, all) : all
  if (!maySee(context, asked)) return removeContent(response)
  return isReplayed
    ? maskReplay(context.model, { ...response, of }, findHiddenMembers(context, asked))
    : response
}
