import { timestamp, type Row, type Selection } from '@content-service/domain'

/** A point in time as it was read (C2.2). */
export const timeOrNull = (value: unknown): string | null => (value instanceof Date ? timestamp(value) : null)

/** What is told of the owner or author of something. */
export const PERSON: Selection = { fields: ['id', 'username', 'name'] }

export const presentPerson = ({ id, username, name }: Row) => ({ id: String(id), username, name })
