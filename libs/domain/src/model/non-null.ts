import type { LinkField } from './field.ts'

/** C14.2: the link of a type of the service, which the typed interface has published as non-null. */
export const nonNull = <Link extends LinkField>(link: Link): Link => ({ ...link, isNonNull: true })
