import { now, type Reference, type ReferenceTo } from '@content-service/authz'

/** The time of the request in conditions (C15.24). One for all declarations, so that a share may leave it unused. */
export const TIME: ReferenceTo<Date> = now()

/** The name of the time in references. */
export const NOW = TIME.subject

export const isNow = (value: unknown): boolean =>
  (value as Partial<Reference> | null | undefined)?.subject === NOW
