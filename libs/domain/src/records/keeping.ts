import type { Clock, StoreContext } from '../context/context.ts'
import type { Keeping } from '../model/revisions/revision.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { GHOST_ID } from '../rules/ids.ts'

type EditContext = Pick<StoreContext, 'caller' | 'settings'> & Clock

/** C17.3: how an edit of the caller keeps the version that it replaces. A client without a user has no account. */
export const keepVersion = ({ caller, settings, now }: EditContext): Keeping => ({
  editorId: caller.id ?? GHOST_ID,
  at: now(),
  most: settings.maxRevisions,
})

/** `keepVersion` for a type that keeps revisions. */
export const keepVersionOf = (context: EditContext, { keepsRevisions }: RecordType): Keeping | undefined =>
  keepsRevisions ? keepVersion(context) : undefined
