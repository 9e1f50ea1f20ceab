import type { Clock, StoreContext } from '../context/context.ts'
import type { Keeping } from '../model/revisions/revision.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { GHOST_ID } from '../rules/ids.ts'

type EditContext = Pick<StoreContext, 'caller' | 'settings'> & Clock

/**
 * C17.3: how an edit of the caller keeps the version that it replaces, if the type keeps revisions. A client without a user has
 * no account.
 */
export const planKeeping = (
  { caller, settings, now }: EditContext,
  { keepsRevisions }: RecordType,
): Keeping | undefined =>
  keepsRevisions ? { editorId: caller.id ?? GHOST_ID, at: now(), most: settings.maxRevisions } : undefined
