import type { DraftStore } from '../../../model/drafts/draft-store.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import { refuseManyDrafts } from '../../../model/drafts/draft-limit.ts'
import type { MemorySession } from '../memory-session.ts'
import type { Id } from '../memory-tables.ts'

export const memoryDrafts = ({ tables: { drafts }, recordWrite }: MemorySession): DraftStore => ({
  find: async ({ name: type }, key) => drafts.find({ type, ...key }),
  save: async ({ name: type, plural }, draft, most) => {
    const { recordId, userId } = draft
    if (drafts.find({ type, recordId, userId }) === null)
      refuseManyDrafts(drafts.where({ userId }).length, most)
    drafts.put({ ...draft, type })
    recordWrite(plural, recordId)
  },
  remove: async ({ name: type, plural }, key, isNoted) => {
    const isRemoved = drafts.remove({ type, ...key }).length > 0
    if (isRemoved && isNoted) recordWrite(plural, key.recordId)
    return isRemoved
  },
})

/** The drafts of a record go with it. */
export const dropDrafts = ({ tables }: MemorySession, { name }: RecordType, ids: readonly Id[]): void => {
  tables.drafts.remove(({ type, recordId }) => type === name && ids.includes(recordId))
}
