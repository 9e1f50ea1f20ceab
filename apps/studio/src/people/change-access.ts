import type { RestResult } from '@content-service/client'
import { rest } from '../api/client.ts'
import type { UserAccess } from '../api/people-paths.ts'
import { hasCode } from '../api/records.ts'
import { findChanges, readValues, type AccessValues } from './access.ts'

/** The access of a person, and the tag that a change names. */
export interface LoadedAccess {
  readonly access: UserAccess
  readonly etag: string | undefined
}

const load = async (result: Promise<RestResult<UserAccess>>): Promise<LoadedAccess> => {
  const settled = await result
  if (!settled.ok) throw settled.error
  return { access: settled.data, etag: settled.etag }
}

export const readAccess = (id: string): Promise<LoadedAccess> =>
  load(rest.get('/api/users/{id}/access', { params: { id } }))

const send = (id: string, body: Partial<AccessValues>, etag: string | undefined): Promise<LoadedAccess> =>
  load(
    rest.patch('/api/users/{id}/access', {
      params: { id },
      body,
      ...(etag !== undefined && { ifMatch: etag }),
    }),
  )

/**
 * Changes the access that somebody has seen. A change of other fields of the person, such as the name, is no obstacle.
 * @throws ClientError with PRECONDITION_FAILED if the access has changed since.
 */
export const changeAccess = async (
  id: string,
  { access, etag }: LoadedAccess,
  values: AccessValues,
): Promise<LoadedAccess> => {
  const changes = findChanges(readValues(access), values)
  try {
    return await send(id, changes, etag)
  } catch (error) {
    if (!hasCode(error, 'PRECONDITION_FAILED')) throw error
    const now = await readAccess(id)
    if (JSON.stringify(now.access) !== JSON.stringify(access)) throw error
    return send(id, changes, now.etag)
  }
}
