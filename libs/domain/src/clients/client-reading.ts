import { where } from '@content-service/authz'
import { authorizeOnAll } from '../access.ts'
import type { Context } from '../context.ts'
import { makeCountedList, makeList } from '../counted-list.ts'
import type { Window } from '../page.ts'
import { allOf, NEWEST, type Query, type Row, type Selection } from '../reading.ts'
import { readOne } from '../showing.ts'
import { parseClientId, type OAuthClientRow } from './client.ts'

const client = where<OAuthClientRow>()

const listed = (context: Context, window: Window, select: Selection): Query => {
  authorizeOnAll(context, 'oauth-clients:read')
  return { from: 'oauthClients', where: allOf(), orderBy: NEWEST, window, select }
}

/** `oauthClients` (C12.2), newest first, for `oauth-clients:read`. */
export const listOAuthClients = makeList(listed)
export const countedOAuthClients = makeCountedList(listed)

/** One of them; null where there is none. */
export const readOAuthClient = async (
  context: Context,
  id: string,
  select: Selection,
): Promise<Row | null> => {
  authorizeOnAll(context, 'oauth-clients:read')
  const given = parseClientId(id)
  return given === null ? null : readOne(context, 'oauthClients', client.id.eq(given), select)
}
