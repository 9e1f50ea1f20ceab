import type { Signer } from '../reading/cursor.ts'
import type { Branded, UserId } from '../rules/ids.ts'

export type ExportId = Branded<string, 'ExportId'>

/** A file with all stored data about one person (C11.2; GDPR, Art. 15 and 20). */
export interface DataExport {
  readonly id: ExportId
  readonly userId: UserId
  readonly requestedAt: Date
  /** Both times are null until the file is complete. */
  readonly readyAt: Date | null
  readonly expiresAt: Date | null
}

export const EXPORT_STATES = ['PENDING', 'READY', 'EXPIRED'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

/** C11.2: the time for which the link to the file is valid. */
const GOOD_MS = 24 * 3_600_000

export const computeExpiry = (readyAt: Date): Date => new Date(readyAt.getTime() + GOOD_MS)

export const computeState = ({ expiresAt }: Pick<DataExport, 'expiresAt'>, now: Date): ExportState => {
  if (expiresAt === null) return 'PENDING'
  return expiresAt > now ? 'READY' : 'EXPIRED'
}

/** The link opens the file without a credential: the service signs it with its secret, and stores no part of it. */
export const createExportLink = (
  { id }: Pick<DataExport, 'id'>,
  { signer, baseUrl }: { readonly signer: Signer; readonly baseUrl: string },
): string => `${baseUrl}/account/export/${signer.sign(id)}`

/** The export that the last part of a link names; null if this service has not signed the link. */
export const findLinkedExport = (link: string, signer: Signer): ExportId | null =>
  // The signed text is the id that `createExportLink` signed.
  signer.verify(link) as ExportId | null
