import { maySee, shownRecord, type Context, type Permission } from '@content-service/domain'
import { empty, type RestResponse } from './http.ts'

/** C12.16: the response of a write with the record that it shows, and the permission to read the record. */
export const showing = (response: RestResponse, permission: Permission, record: object): RestResponse => ({
  ...response,
  shown: shownRecord(permission, record),
})

/** An entity tag is made of the content as well, so that it could be guessed from the tag. */
const KEPT_HEADERS: ReadonlySet<string> = new Set(['location', 'cache-control', 'vary', 'idempotent-replayed'])

const withoutContent = ({ status, headers }: RestResponse): RestResponse => {
  const kept = Object.entries(headers).filter(([name]) => KEPT_HEADERS.has(name))
  return empty(status === 201 && 'location' in headers ? 201 : 204, Object.fromEntries(kept))
}

/** C12.16: without content if the caller may not read the record. A replay follows the rights of its own caller. */
export const shownTo = (context: Context, { shown, ...response }: RestResponse): RestResponse =>
  shown === undefined || maySee(context, [shown]) ? response : withoutContent(response)
