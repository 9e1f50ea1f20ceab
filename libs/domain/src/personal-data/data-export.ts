import type { Signer } from '../cursor.ts'
import type { Branded, UserId } from '../ids.ts'

export type ExportId = Branded<string, 'ExportId'>

/** A file with all that is kept about one person (C11.2; GDPR, Art. 15 and 20). */
export interface DataExport {
  readonly id: ExportId
  readonly userId: UserId
  readonly requestedAt: Date
  /** Both null until it is made. */
  readonly readyAt: Date | null
  readonly expiresAt: Date | null
}

export const EXPORT_STATES = ['PENDING', 'READY', 'EXPIRED'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

/** C11.2: how long the link to it is good. */
const GOOD_MS = 24 * 3_600_000

export const computeExpiry = (readyAt: Date): Date => new Date(readyAt.getTime() + GOOD_MS)

export const computeState = ({ expiresAt }: Pick<DataExport, 'expiresAt'>, now: Date): ExportState => {
  if (expiresAt === null) return 'PENDING'
  return expiresAt > now ? 'READY' : 'EXPIRED'
}

/** Whoever has the link has the file: it is made of the service's secret, and no part of it is kept anywhere. */
export const createExportLink = (
  { id }: Pick<DataExport, 'id'>,
  { signer, baseUrl }: { readonly signer: Signer; readonly baseUrl: string },
): string => `${baseUrl}/account/export/${signer.sign(id)}`

/** Which file the last part of such a link leads to; null when it was not made here. */
export const findLinkedExport = (link: string, signer: Signer): ExportId | null =>
  // What was sealed is what `createExportLink` wrote.
  signer.verify(link) as ExportId | null
