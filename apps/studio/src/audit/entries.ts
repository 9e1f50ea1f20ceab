import type { ContentModel, ContentType } from '../api/model.ts'
import type { AuditEntry } from '../api/people-paths.ts'

/** The filters of C19.5, as the address of the page has them (C20.3). */
export const FILTERS = ['actorId', 'resource', 'resourceId', 'action', 'from', 'to'] as const
export type AuditFilter = (typeof FILTERS)[number]
export type AuditQuery = Readonly<Partial<Record<AuditFilter, string>>>

/** The parameters of a request: those of the filters, and of a page. */
export type AuditParameters = Readonly<Record<string, string>>

export interface AuditPart {
  readonly entries: readonly AuditEntry[]
  /** The request of the next page; null on the last one. */
  readonly next: AuditParameters | null
}

/** The entries of all pages, each once: entries that were made meanwhile move others to the next page. */
export const joinParts = (parts: readonly AuditPart[]): readonly AuditEntry[] => [
  ...new Map(parts.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry])).values(),
]

/** The type whose pages show what an entry is about. */
export const findResource = ({ types }: ContentModel, resource: string): ContentType | null =>
  types.find(({ path, plural, single }) => !single && [path, plural].includes(resource)) ?? null
