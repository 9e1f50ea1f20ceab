import type { DraftType } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { findKeptTable } from '../tables/kept-table.ts'
import { createKeptMembers } from './kept-section.ts'
import type { Section } from './section.ts'

/** C17.6: the drafts of the person, who has written their values. */
export const createDraftSection = (type: DraftType): Section => ({
  ...createKeptMembers(type, ['recordId', 'baseVersion'], Object.keys(type.attributes)),
  type: `${type.keptOf.word}Draft`,
  isOf: (user) => sql`${findKeptTable(type).isOfType} and user_id = ${user}`,
})
